import type { ApiKeyService } from '../accounts/api-keys.ts';
import type { ImageHostService } from '../accounts/image-hosts.ts';
import type { ChangeService } from '../changes/change-service.ts';
import type { FontService } from '../fonts/fonts.ts';
import type { HistoryService } from '../history/history-service.ts';
import type { ImageService } from '../images/images.ts';
import type { ImportService } from '../imports/import-service.ts';
import type { LiveImageDraftService } from '../live-images/live-draft-service.ts';
import type { LiveImageService } from '../live-images/live-images.ts';
import type { LocationService } from '../maps/locations.ts';
import type { MapService } from '../maps/maps.ts';
import type { OAuthService } from '../oauth/oauth.ts';
import type { RecordService } from '../records/record-service.ts';
import type { StatusService } from '../status/status.ts';
import type { StoreService } from '../stores/store-service.ts';
import type { TimerFrameService } from '../timers/timer-frame-service.ts';
import type { TimerService } from '../timers/timers.ts';
import type { ViewService } from '../views/view-service.ts';
import type { WebhookService } from '../webhooks/webhook-service.ts';
import type { Effect } from './write-guard.ts';

interface GuardedServices {
  readonly apiKeys: ApiKeyService;
  readonly stores: StoreService;
  readonly records: RecordService;
  readonly imports: ImportService;
  readonly history: HistoryService;
  readonly changes: ChangeService;
  readonly images: ImageService;
  readonly fonts: FontService;
  readonly maps: MapService;
  readonly locations: LocationService;
  readonly timerFrames: TimerFrameService;
  readonly timers: TimerService;
  readonly liveImageDrafts: LiveImageDraftService;
  readonly liveImages: LiveImageService;
  readonly imageHosts: ImageHostService;
  readonly views: ViewService;
  readonly oauth: OAuthService;
  readonly webhooks: WebhookService;
  readonly status: StatusService;
}

/**
 * The effects of all calls of the services: a read-only key may only make calls that read. The type requires an entry
 * for each call.
 */
export const EFFECTS: {
  readonly [Name in keyof GuardedServices]: Readonly<Record<keyof GuardedServices[Name], Effect>>;
} = {
  apiKeys: {
    create: 'writes',
    ensureKey: 'writes',
    list: 'reads',
    revoke: 'writes',
  },
  stores: {
    list: 'reads',
    create: 'writes',
    ensure: 'writes',
    access: 'reads',
    get: 'reads',
    update: 'writes',
    delete: 'writes',
    restore: 'writes',
    addProperty: 'writes',
    updateProperty: 'writes',
    renameProperty: 'writes',
    changePropertyType: 'writes',
    deleteProperty: 'writes',
  },
  records: {
    list: 'reads',
    add: 'writes',
    get: 'reads',
    patch: 'writes',
    delete: 'writes',
    batchUpsert: 'writes',
    batchDelete: 'writes',
    upsertMany: 'writes',
    deleteMany: 'writes',
    lookup: 'reads',
    deleteByKey: 'writes',
    validate: 'reads',
    previewUpsert: 'reads',
    search: 'reads',
    count: 'reads',
    aggregate: 'reads',
    query: 'reads',
    summarize: 'reads',
    export: 'reads',
    exportMatching: 'reads',
  },
  imports: {
    infer: 'reads',
    start: 'writes',
    run: 'writes',
    list: 'reads',
    get: 'reads',
    cancel: 'writes',
    refused: 'reads',
  },
  history: {
    list: 'reads',
    listDeleted: 'reads',
    restore: 'writes',
    getRestore: 'reads',
    listRestoreResults: 'reads',
    purgeDeleted: 'writes',
  },
  // Reading a log may turn it on, which changes nothing that anyone sees.
  changes: {
    list: 'reads',
    query: 'reads',
    follow: 'reads',
    open: 'reads',
  },
  images: {
    types: 'reads',
    list: 'reads',
    get: 'reads',
    open: 'reads',
    delete: 'writes',
    restore: 'writes',
    rename: 'writes',
    move: 'writes',
    lookup: 'reads',
    add: 'writes',
  },
  fonts: {
    list: 'reads',
    upload: 'writes',
    addFromUrl: 'writes',
    delete: 'writes',
    openPreview: 'reads',
  },
  maps: {
    list: 'reads',
    create: 'writes',
    get: 'reads',
    update: 'writes',
    delete: 'writes',
  },
  locations: {
    search: 'reads',
    locate: 'reads',
    add: 'writes',
    get: 'reads',
    update: 'writes',
    delete: 'writes',
  },
  timerFrames: {
    list: 'reads',
    create: 'writes',
    get: 'reads',
    update: 'writes',
    delete: 'writes',
    look: 'reads',
    save: 'writes',
    preview: 'reads',
  },
  timers: {
    list: 'reads',
    get: 'reads',
    render: 'reads',
    draft: 'writes',
    delete: 'writes',
    setTargetDate: 'writes',
  },
  liveImageDrafts: {
    list: 'reads',
    create: 'writes',
    get: 'reads',
    update: 'writes',
    delete: 'writes',
    resolve: 'reads',
    look: 'reads',
    save: 'writes',
    preview: 'reads',
  },
  liveImages: {
    list: 'reads',
    get: 'reads',
    draft: 'writes',
    delete: 'writes',
    resolve: 'reads',
    render: 'reads',
    html: 'reads',
    links: 'reads',
  },
  imageHosts: {
    get: 'reads',
    set: 'writes',
  },
  views: {
    create: 'writes',
    list: 'reads',
    get: 'reads',
    update: 'writes',
    delete: 'writes',
  },
  // A client has no principal, and its calls change nothing but its own key.
  oauth: {
    register: 'reads',
    takesDocuments: 'reads',
    open: 'reads',
    allow: 'writes',
    exchange: 'reads',
    revoke: 'reads',
  },
  webhooks: {
    create: 'writes',
    list: 'reads',
    get: 'reads',
    update: 'writes',
    delete: 'writes',
    test: 'writes',
    rotateSecret: 'writes',
    enable: 'writes',
    listDeliveries: 'reads',
    retryDelivery: 'writes',
    replay: 'writes',
  },
  status: {
    read: 'reads',
    retryJob: 'writes',
    measure: 'reads',
  },
};
