import type { AccountService } from './accounts/accounts.ts';
import type { ApiKeyService } from './accounts/api-keys.ts';
import type { IdentityService } from './accounts/identity.ts';
import type { ImageHostService } from './accounts/image-hosts.ts';
import type { RateLimitService } from './accounts/rate-limits.ts';
import type { Listing } from './calls/listing.ts';
import type { ChangeService } from './changes/change-service.ts';
import type { FontService } from './fonts/fonts.ts';
import type { HistoryService } from './history/history-service.ts';
import type { ImageService } from './images/images.ts';
import type { ImportService } from './imports/import-service.ts';
import type { LiveImageDraftService } from './live-images/drafts/live-draft-service.ts';
import type { LiveImageService } from './live-images/live-images.ts';
import type { LocationService } from './maps/locations.ts';
import type { MapService } from './maps/maps.ts';
import type { OAuthService } from './oauth/oauth.ts';
import type { PublicImageService } from './pictures/image-serving.ts';
import type { ThumbnailService } from './pictures/thumbnails.ts';
import type { RecordService } from './records/service/record-service.ts';
import type { StatusService } from './status/status.ts';
import type { StoreService } from './stores/store-service.ts';
import type { TimerFrameService } from './timers/timer-frame-service.ts';
import type { TimerPresetService } from './timers/timer-presets.ts';
import type { TimerService } from './timers/timers.ts';
import type { TypedStores } from './typed-stores/typed-store.ts';
import type { ViewService } from './views/view-service.ts';
import type { WebhookService } from './webhooks/webhook-service.ts';

/**
 * The services of Vitrine by name: `VitrineServices['records']` is the type of one. A list that one of them returns can be
 * awaited and iterated.
 */
export interface VitrineServices {
  readonly accounts: AccountService;
  readonly apiKeys: Listing<ApiKeyService>;
  readonly identity: IdentityService;
  readonly stores: Listing<StoreService> & TypedStores;
  readonly records: Listing<RecordService>;
  readonly imports: Listing<ImportService>;
  readonly history: Listing<HistoryService>;
  readonly changes: ChangeService;
  readonly images: Listing<ImageService>;
  readonly thumbnails: ThumbnailService;
  readonly publicImages: PublicImageService;
  readonly fonts: FontService;
  readonly maps: Listing<MapService>;
  readonly locations: Listing<LocationService>;
  readonly timerFrames: TimerFrameService;
  readonly timers: Listing<TimerService>;
  readonly timerPresets: TimerPresetService;
  readonly liveImageDrafts: LiveImageDraftService;
  readonly liveImages: Listing<LiveImageService>;
  readonly imageHosts: ImageHostService;
  readonly views: Listing<ViewService>;
  readonly webhooks: Listing<WebhookService>;
  readonly oauth: OAuthService;
  readonly rateLimits: RateLimitService;
  readonly status: StatusService;
}
