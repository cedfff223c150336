import type { Client, Form } from './client.ts';
import { fontFile, picture } from './samples.ts';

/** The ids in a request. The test decides whose resources they are. */
export interface Targets {
  readonly storeId: string;
  readonly recordId: string;
  readonly importId: string;
  readonly restoreId: string;
  readonly viewId: string;
  readonly keyId: string;
  readonly imageId: number;
  readonly productionUrl: string;
  /** Signed for the image. */
  readonly thumbnailPath: string;
  readonly fontId: number;
  /** A draft in the conversation `chat`. */
  readonly timerFrameId: string;
  /** Signed for the draft. */
  readonly previewPath: string;
  readonly timerId: number;
  /** A draft of a live image in the conversation `chat`. */
  readonly draftId: string;
  /** Signed for the draft. */
  readonly livePreviewPath: string;
  readonly liveImageId: number;
  readonly mapId: number;
  readonly locationId: string;
  readonly webhookId: string;
  /** A job of the account that was given up. */
  readonly jobId: number;
}

export interface OperationCall {
  readonly method: string;
  readonly path: (targets: Targets) => string;
  /** A body that the operation accepts. */
  readonly json?: (targets: Targets) => object;
  /** The same as a form. */
  readonly form?: () => Form;
  /** The same as the bytes of a file. */
  readonly file?: () => string;
  /**
   * The keys that may call it: `both`; `account` (403 for a store key); or `none`, where a token in the path is enough.
   */
  readonly keys: 'both' | 'account' | 'none';
  /** Whether it names a store, so that another store is 404. */
  readonly isOfStore: boolean;
  /** Whether it names a resource of an account other than a store, so that another account's is 404. */
  readonly isOfAccount?: true;
}

const store = ({ storeId }: Targets) => `/v2/stores/${storeId}`;
const records = (targets: Targets) => `${store(targets)}/records`;
const record = (targets: Targets) => `${records(targets)}/${targets.recordId}`;

const image = ({ imageId }: Targets) => `/v2/images/${imageId}`;

const frame = ({ timerFrameId }: Targets) => `/v2/timer-frames/${timerFrameId}`;
const liveDraft = ({ draftId }: Targets) => `/v2/live-image-drafts/${draftId}`;
const liveImage = ({ liveImageId }: Targets) => `/v2/live-images/${liveImageId}`;
const inChat = () => ({ conversationId: 'chat' });
const map = ({ mapId }: Targets) => `/v2/maps/${mapId}`;
const locations = (targets: Targets) => `${map(targets)}/locations`;
const location = (targets: Targets) => `${locations(targets)}/${targets.locationId}`;

const view = (targets: Targets) => `${store(targets)}/views/${targets.viewId}`;
const webhook = ({ webhookId }: Targets) => `/v2/webhooks/${webhookId}`;

const ofAccount = { keys: 'account', isOfStore: false } as const;
const anyKey = { keys: 'both', isOfStore: false } as const;
const ofSchema = { keys: 'account', isOfStore: true } as const;
const ofRecords = { keys: 'both', isOfStore: true } as const;

const namesAccounts = { keys: 'account', isOfStore: false, isOfAccount: true } as const;
const signed = { keys: 'none', isOfStore: false } as const;

/**
 * Every operation by its operationId, with the prefix `admin ` for a duplicate of an operation under `/v2`. The store
 * has the properties sku (unique) and note.
 */
export const operations: Readonly<Record<string, OperationCall>> = {
  WhoAmI: { method: 'GET', path: () => '/v2/whoami', ...anyKey },
  ListImageTypes: { method: 'GET', path: () => '/v2/image-types', ...ofAccount },
  GetImageThumbnail: { method: 'GET', path: ({ thumbnailPath }) => thumbnailPath, ...signed },
  ListImages: { method: 'GET', path: () => '/v2/images', ...ofAccount },
  GetImage: { method: 'GET', path: image, ...namesAccounts },
  RenameImage: { method: 'PATCH', path: image, json: () => ({ name: 'Renamed' }), ...namesAccounts },
  MoveImage: {
    method: 'POST',
    path: (targets) => `${image(targets)}/move`,
    json: () => ({ folder: 'spring' }),
    ...namesAccounts,
  },
  LookupImageByUrl: {
    method: 'POST',
    path: () => '/v2/images/lookup',
    json: ({ productionUrl }) => ({ url: productionUrl }),
    ...namesAccounts,
  },
  DeleteImage: { method: 'DELETE', path: image, ...namesAccounts },
  RestoreImage: { method: 'POST', path: (targets) => `${image(targets)}/restore`, ...namesAccounts },
  GetMap: { method: 'GET', path: map, ...namesAccounts },
  UpdateMap: { method: 'PATCH', path: map, json: () => ({ name: 'Renamed' }), ...namesAccounts },
  SearchLocations: { method: 'GET', path: locations, ...namesAccounts },
  AddLocation: { method: 'POST', path: locations, json: () => ({ lat: 1, lng: 2 }), ...namesAccounts },
  GetLocation: { method: 'GET', path: location, ...namesAccounts },
  UpdateLocation: { method: 'PATCH', path: location, json: () => ({ name: 'Renamed' }), ...namesAccounts },
  DeleteLocation: { method: 'DELETE', path: location, ...namesAccounts },
  ListStores: { method: 'GET', path: () => '/v2/stores', ...anyKey },
  CreateStore: {
    method: 'POST',
    path: () => '/v2/stores',
    json: () => ({ name: 'New', properties: [{ name: 'p', type: 'string' }] }),
    ...ofAccount,
  },
  InferStore: { method: 'POST', path: () => '/v2/stores/infer', file: () => 'sku,n\na,1\n', ...anyKey },
  GetStoreAccess: { method: 'GET', path: () => '/v2/stores/access', ...anyKey },
  GetStore: { method: 'GET', path: store, ...ofRecords },
  UpdateStore: { method: 'PATCH', path: store, json: () => ({ name: 'Renamed' }), ...ofSchema },
  AddStoreProperty: {
    method: 'POST',
    path: (targets) => `${store(targets)}/properties`,
    json: () => ({ name: 'more', type: 'string' }),
    ...ofSchema,
  },
  UpdateStoreProperty: {
    method: 'PATCH',
    path: (targets) => `${store(targets)}/properties/note`,
    json: () => ({ description: 'changed' }),
    ...ofSchema,
  },
  RenameStoreProperty: {
    method: 'POST',
    path: (targets) => `${store(targets)}/properties/note/rename`,
    // Its own name, because the operations after this one need the property.
    json: () => ({ name: 'note' }),
    ...ofSchema,
  },
  ChangeStorePropertyType: {
    method: 'POST',
    path: (targets) => `${store(targets)}/properties/note/change-type`,
    json: () => ({ type: 'url_link', dryRun: true }),
    ...ofSchema,
  },
  DeleteStoreProperty: {
    method: 'DELETE',
    path: (targets) => `${store(targets)}/properties/note`,
    ...ofSchema,
  },
  ListStoreRecords: { method: 'GET', path: records, ...ofRecords },
  AddStoreRecord: { method: 'POST', path: records, json: () => ({ sku: 'added' }), ...ofRecords },
  GetStoreRecord: { method: 'GET', path: record, ...ofRecords },
  PatchStoreRecord: { method: 'PATCH', path: record, json: () => ({ note: 'changed' }), ...ofRecords },
  BatchUpsertStoreRecords: {
    method: 'POST',
    path: (targets) => `${records(targets)}/batch`,
    json: ({ recordId }) => ({ records: [{ sku: recordId, note: 'changed' }, { sku: 'batched' }] }),
    ...ofRecords,
  },
  LookupStoreRecord: {
    method: 'POST',
    path: (targets) => `${records(targets)}/lookup`,
    json: ({ recordId }) => ({ sku: recordId }),
    ...ofRecords,
  },
  ValidateStoreRecord: {
    method: 'POST',
    path: (targets) => `${records(targets)}/validate`,
    json: () => ({ sku: 'candidate' }),
    ...ofRecords,
  },
  SearchStoreRecords: {
    method: 'POST',
    path: (targets) => `${records(targets)}/search`,
    json: () => ({}),
    ...ofRecords,
  },
  CountStoreRecords: {
    method: 'POST',
    path: (targets) => `${records(targets)}/count`,
    json: () => ({}),
    ...ofRecords,
  },
  AggregateStoreRecords: {
    method: 'POST',
    path: (targets) => `${records(targets)}/aggregate`,
    json: () => ({ field: 'amount', op: 'sum' }),
    ...ofRecords,
  },
  SummarizeRecords: {
    method: 'POST',
    path: (targets) => `${records(targets)}/summarize`,
    json: () => ({ groupBy: [{ field: 'note' }], measures: [{ op: 'count' }] }),
    ...ofRecords,
  },
  ExportStoreRecords: { method: 'GET', path: (targets) => `${records(targets)}/export`, ...ofRecords },
  QueryStoreRecords: {
    method: 'POST',
    path: (targets) => `${records(targets)}/query`,
    json: () => ({}),
    ...ofRecords,
  },
  ExportMatchingRecords: {
    method: 'POST',
    path: (targets) => `${records(targets)}/export`,
    json: () => ({}),
    ...ofRecords,
  },
  StartImport: {
    method: 'POST',
    path: (targets) => `${store(targets)}/imports`,
    file: () => 'sku\nimported\n',
    ...ofRecords,
  },
  ListChanges: { method: 'GET', path: (targets) => `${store(targets)}/changes`, ...ofRecords },
  QueryChanges: {
    method: 'POST',
    path: (targets) => `${store(targets)}/changes/query`,
    json: () => ({}),
    ...ofRecords,
  },
  ListImports: { method: 'GET', path: (targets) => `${store(targets)}/imports`, ...ofRecords },
  GetImport: {
    method: 'GET',
    path: (targets) => `${store(targets)}/imports/${targets.importId}`,
    ...ofRecords,
  },
  GetRefusedRecords: {
    method: 'GET',
    path: (targets) => `${store(targets)}/imports/${targets.importId}/refused`,
    ...ofRecords,
  },
  CancelImport: {
    method: 'DELETE',
    path: (targets) => `${store(targets)}/imports/${targets.importId}`,
    ...ofRecords,
  },
  DeleteStoreRecord: { method: 'DELETE', path: record, ...ofRecords },
  DeleteStoreRecordByKey: {
    method: 'POST',
    path: (targets) => `${records(targets)}/delete-by-key`,
    json: ({ recordId }) => ({ sku: recordId }),
    ...ofRecords,
  },
  BatchDeleteStoreRecords: {
    method: 'POST',
    path: (targets) => `${records(targets)}/batch-delete`,
    json: ({ recordId }) => ({ ids: [recordId] }),
    ...ofRecords,
  },
  ListRecordHistory: { method: 'GET', path: (targets) => `${record(targets)}/history`, ...ofRecords },
  ListDeletedRecords: {
    method: 'GET',
    path: (targets) => `${store(targets)}/deleted-records`,
    ...ofRecords,
  },
  RestoreRecords: {
    method: 'POST',
    path: (targets) => `${records(targets)}/restore`,
    json: () => ({ ids: ['never'] }),
    ...ofRecords,
  },
  GetRestore: {
    method: 'GET',
    path: (targets) => `${store(targets)}/restores/${encodeURIComponent(targets.restoreId)}`,
    ...ofRecords,
  },
  ListRestoreResults: {
    method: 'GET',
    path: (targets) => `${store(targets)}/restores/${encodeURIComponent(targets.restoreId)}/results`,
    ...ofRecords,
  },
  PurgeDeletedRecords: {
    method: 'POST',
    path: (targets) => `${store(targets)}/deleted-records/purge`,
    json: () => ({ ids: ['never'] }),
    ...ofSchema,
  },
  CreateView: {
    method: 'POST',
    path: (targets) => `${store(targets)}/views`,
    json: () => ({ name: 'New', kind: 'records' }),
    ...ofSchema,
  },
  ListViews: { method: 'GET', path: (targets) => `${store(targets)}/views`, ...ofRecords },
  GetView: { method: 'GET', path: view, ...ofRecords },
  UpdateView: { method: 'PATCH', path: view, json: () => ({ name: 'Renamed' }), ...ofSchema },
  DeleteView: { method: 'DELETE', path: view, ...ofSchema },
  CreateWebhook: {
    method: 'POST',
    path: () => '/v2/webhooks',
    json: () => ({ url: 'https://receiver.invalid/', events: ['record.*'] }),
    ...ofAccount,
  },
  ListWebhooks: { method: 'GET', path: () => '/v2/webhooks', ...ofAccount },
  GetWebhook: { method: 'GET', path: webhook, ...namesAccounts },
  UpdateWebhook: { method: 'PATCH', path: webhook, json: () => ({ description: 'new' }), ...namesAccounts },
  TestWebhook: { method: 'POST', path: (targets) => `${webhook(targets)}/test`, ...namesAccounts },
  RotateWebhookSecret: {
    method: 'POST',
    path: (targets) => `${webhook(targets)}/rotate-secret`,
    ...namesAccounts,
  },
  EnableWebhook: { method: 'POST', path: (targets) => `${webhook(targets)}/enable`, ...namesAccounts },
  ListWebhookDeliveries: {
    method: 'GET',
    path: (targets) => `${webhook(targets)}/deliveries`,
    ...namesAccounts,
  },
  RetryWebhookDelivery: {
    method: 'POST',
    path: (targets) => `${webhook(targets)}/deliveries/msg_none/retry`,
    ...namesAccounts,
  },
  ReplayWebhook: {
    method: 'POST',
    path: (targets) => `${webhook(targets)}/replay`,
    // Refused: it is no position.
    json: () => ({ since: 'nowhere' }),
    ...namesAccounts,
  },
  DeleteWebhook: { method: 'DELETE', path: webhook, ...namesAccounts },
  DeleteStore: { method: 'DELETE', path: store, ...ofSchema },
  RestoreStore: { method: 'POST', path: (targets) => `${store(targets)}/restore`, ...ofSchema },
  ListFonts: { method: 'GET', path: () => '/v2/fonts', ...ofAccount },
  DeleteFont: { method: 'DELETE', path: ({ fontId }) => `/v2/fonts/${fontId}`, ...namesAccounts },
  UploadFont: {
    method: 'POST',
    path: () => '/v2/fonts',
    form: () => [['file', { bytes: fontFile(), name: 'sample.woff2' }]],
    ...ofAccount,
  },
  AddFontFromUrl: {
    method: 'POST',
    path: () => '/v2/fonts/from-url',
    // Refused, like every address that is not public.
    json: () => ({ url: 'http://127.0.0.1:1/font.ttf' }),
    ...ofAccount,
  },
  ListTimerFrames: { method: 'GET', path: () => '/v2/timer-frames', ...ofAccount },
  CreateTimerFrame: {
    method: 'POST',
    path: () => '/v2/timer-frames',
    json: () => ({ conversationId: 'chat' }),
    ...ofAccount,
  },
  GetTimerFrame: {
    method: 'GET',
    path: (targets) => `${frame(targets)}?conversationId=chat`,
    ...namesAccounts,
  },
  UpdateTimerFrame: {
    method: 'PATCH',
    path: frame,
    json: () => ({ conversationId: 'chat', changes: { frames: 10 } }),
    ...namesAccounts,
  },
  GetTimerFramePreview: { method: 'GET', path: ({ previewPath }) => previewPath, ...signed },
  SaveTimerFrame: {
    method: 'POST',
    path: (targets) => `${frame(targets)}/save`,
    json: () => ({ conversationId: 'chat' }),
    ...namesAccounts,
  },
  DeleteTimerFrame: {
    method: 'DELETE',
    path: (targets) => `${frame(targets)}?conversationId=chat`,
    ...namesAccounts,
  },
  UpdateTimerTargetDate: {
    method: 'PATCH',
    path: ({ timerId }) => `/v2/timers/${timerId}/target-date`,
    json: () => ({ targetDate: '2030-01-01' }),
    ...namesAccounts,
  },
  ListTimers: { method: 'GET', path: () => '/v2/timers', ...ofAccount },
  GetTimer: { method: 'GET', path: ({ timerId }) => `/v2/timers/${timerId}`, ...namesAccounts },
  DraftTimer: {
    method: 'POST',
    path: ({ timerId }) => `/v2/timers/${timerId}/draft`,
    json: () => ({ conversationId: 'chat' }),
    ...namesAccounts,
  },
  DeleteTimer: { method: 'DELETE', path: ({ timerId }) => `/v2/timers/${timerId}`, ...namesAccounts },
  ListTimerPresets: { method: 'GET', path: () => '/v2/timer-presets', ...ofAccount },
  ListLiveImageDrafts: { method: 'GET', path: () => '/v2/live-image-drafts', ...ofAccount },
  CreateLiveImageDraft: {
    method: 'POST',
    path: () => '/v2/live-image-drafts',
    json: inChat,
    ...ofAccount,
  },
  GetLiveImageDraft: {
    method: 'GET',
    path: (targets) => `${liveDraft(targets)}?conversationId=chat`,
    ...namesAccounts,
  },
  UpdateLiveImageDraft: {
    method: 'PATCH',
    path: liveDraft,
    json: () => ({ conversationId: 'chat', changes: { width: 300 } }),
    ...namesAccounts,
  },
  ResolveLiveImageDraft: {
    method: 'POST',
    path: (targets) => `${liveDraft(targets)}/resolve`,
    json: inChat,
    ...namesAccounts,
  },
  GetLiveImagePreview: { method: 'GET', path: ({ livePreviewPath }) => livePreviewPath, ...signed },
  SaveLiveImageDraft: {
    method: 'POST',
    path: (targets) => `${liveDraft(targets)}/save`,
    json: inChat,
    ...namesAccounts,
  },
  DeleteLiveImageDraft: {
    method: 'DELETE',
    path: (targets) => `${liveDraft(targets)}?conversationId=chat`,
    ...namesAccounts,
  },
  ListLiveImages: { method: 'GET', path: () => '/v2/live-images', ...ofAccount },
  GetLiveImage: { method: 'GET', path: liveImage, ...namesAccounts },
  DraftLiveImage: {
    method: 'POST',
    path: (targets) => `${liveImage(targets)}/draft`,
    json: inChat,
    ...namesAccounts,
  },
  ResolveLiveImage: {
    method: 'POST',
    path: (targets) => `${liveImage(targets)}/resolve`,
    json: () => ({}),
    ...namesAccounts,
  },
  GetLiveImageHtml: {
    method: 'POST',
    path: (targets) => `${liveImage(targets)}/html`,
    json: () => ({}),
    ...namesAccounts,
  },
  MakeLiveImageLinks: {
    method: 'POST',
    path: (targets) => `${liveImage(targets)}/links`,
    json: () => ({ links: [{}] }),
    ...namesAccounts,
  },
  DeleteLiveImage: { method: 'DELETE', path: liveImage, ...namesAccounts },
  GetImageHosts: { method: 'GET', path: () => '/admin/image-hosts', ...ofAccount },
  SetImageHosts: {
    method: 'PUT',
    path: () => '/admin/image-hosts',
    json: () => ({ hosts: ['cdn.example.com'] }),
    ...ofAccount,
  },
  AddImage: {
    method: 'POST',
    path: () => '/v2/images',
    form: () => [['file', { bytes: picture(), name: 'dot.png' }]],
    ...ofAccount,
  },
  'admin AddImage': {
    method: 'POST',
    path: () => '/admin/images',
    form: () => [['file', { bytes: picture(), name: 'dot.png' }]],
    ...ofAccount,
  },
  ListMaps: { method: 'GET', path: () => '/v2/maps', ...ofAccount },
  'admin ListMaps': { method: 'GET', path: () => '/admin/maps', ...ofAccount },
  DeleteMap: { method: 'DELETE', path: ({ mapId }) => `/v2/maps/${mapId}`, ...namesAccounts },
  'admin DeleteMap': { method: 'DELETE', path: ({ mapId }) => `/admin/maps/${mapId}`, ...namesAccounts },
  CreateMap: { method: 'POST', path: () => '/v2/maps', json: () => ({ name: 'Made' }), ...ofAccount },
  'admin CreateMap': {
    method: 'POST',
    path: () => '/admin/maps',
    json: () => ({ name: 'Made' }),
    ...ofAccount,
  },
  GetStatus: { method: 'GET', path: () => '/admin/status', ...ofAccount },
  GetUsage: { method: 'GET', path: () => '/admin/usage', ...ofAccount },
  RetryJob: { method: 'POST', path: ({ jobId }) => `/admin/jobs/${jobId}/retry`, ...namesAccounts },
  CreateApiKey: {
    method: 'POST',
    path: () => '/admin/keys',
    json: ({ storeId }) => ({ name: 'made', storeId }),
    ...namesAccounts,
  },
  ListApiKeys: { method: 'GET', path: () => '/admin/keys', ...ofAccount },
  RevokeApiKey: { method: 'DELETE', path: ({ keyId }) => `/admin/keys/${keyId}`, ...namesAccounts },
};

/** Ids of resources that don't exist. */
export const nowhere: Targets = {
  storeId: 'nowhere',
  recordId: 'one',
  importId: 'nothing',
  restoreId: 'nothing',
  viewId: 'nothing',
  keyId: 'nobody',
  imageId: 999_999,
  productionUrl: 'http://vitrine.test/i/AAAAAAAAAAAA',
  thumbnailPath: '/v2/image-thumbnails/AAAA/1',
  fontId: 999_999,
  timerFrameId: 'tf_nowhere',
  previewPath: '/v2/timer-frame-previews/AAAA/chat/tf_nowhere',
  timerId: 999_999,
  draftId: 'ld_nowhere',
  livePreviewPath: '/v2/live-image-previews/AAAA/chat/ld_nowhere',
  liveImageId: 999_999,
  mapId: 999_999,
  locationId: 'nobody',
  webhookId: 'nobody',
  jobId: 999_999,
};

export function call(client: Client, operation: OperationCall, targets: Targets) {
  const json = operation.json?.(targets);
  const form = operation.form?.();
  const file = operation.file?.();
  return client.send(operation.method, operation.path(targets), {
    ...(json === undefined ? {} : { json }),
    ...(form === undefined ? {} : { form }),
    ...(file === undefined ? {} : { raw: file, headers: { 'content-type': 'text/csv' } }),
  });
}
