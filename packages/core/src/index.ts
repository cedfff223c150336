/**
 * `@vitrine/core`: `createVitrine`, its services, and the ports that an embedding program may provide. Each name has
 * one entry: requests and responses are in `@vitrine/core/contracts`, rows, queries and the `Storage` interface in
 * `@vitrine/core/storage`. Only the errors, metrics and turns that a storage needs are in both, because an adapter and
 * its threads must not load the services.
 */

export { body as bodyContract, parseContract } from './contracts/contract.ts';
export {
  LABEL_LOCALES,
  LABEL_PRESETS,
  type LabelLocale,
  presetLabels,
  TIMER_UNITS,
  type TimerUnitName,
} from './contracts/label-presets.ts';
export { DEFAULT_DESIGN } from './contracts/timer-design.ts';
export { CopyError, type CopyErrorReason } from './copy/copy-error.ts';
export { type CopyOptions, type CopyProgress, type CopyReport, copyStorage } from './copy/copy-storage.ts';
export { csvCell, csvCellPieces } from './encoding/csv-cell.ts';
export { decodePercent } from './encoding/percent-text.ts';
export {
  ConflictError,
  CursorExpiredError,
  type ErrorCode,
  ForbiddenError,
  type Issue,
  type IssueMap,
  issuesToMap,
  KeyInFlightError,
  NotFoundError,
  PreconditionFailedError,
  QuotaExceededError,
  RateLimitedError,
  statusOf,
  UnauthorizedError,
  UnavailableError,
  ValidationError,
  VitrineError,
} from './ground/errors.ts';
export { parseJsonNumber } from './ground/json-number.ts';
export { findJsonExcess } from './ground/json-shape.ts';
export {
  BATCH_MAX,
  EXPORT_MAX,
  FONT_FILE_MAX,
  IMAGE_FILE_MAX,
  PAGE_MAX,
  PROPERTY_NAME_MAX,
  SEARCH_MAX,
  SEARCH_RADIUS_MAX,
} from './ground/limits.ts';
export type { Metric } from './ground/metric.ts';
export { nameHint, nearestName } from './ground/nearest-name.ts';
export { readRetryAfter } from './ground/retry-after.ts';
export {
  type AnyStore,
  defineStore,
  type Field,
  type FieldOfType,
  type InferredTypes,
  type StoreDefinition,
  type StoreTypes,
} from './ground/store-types.ts';
export type { DisabledWebhook, WorkOptions } from './jobs/work-context.ts';
export { liveClientOf } from './live/live-client.ts';
export type { OpenedLive } from './live/opened-live.ts';
export type {
  DrawnLive,
  LiveBackground,
  LiveCheck,
  LiveFormat,
  LiveGradient,
  LiveImageLayer,
  LiveLayer,
  LivePicture,
  LiveScene,
  LiveShapeLayer,
  LiveTextLayer,
  LiveTimerLayer,
} from './media/live-scene.ts';
export type {
  BuiltinFont,
  FetchedPicture,
  Media,
  PictureRequest,
  ReadFont,
  ReadImage,
  Refusal,
  TimerCheck,
} from './media/media.ts';
export type { Countdown, FontSource, TimerScene } from './media/timer-scene.ts';
export { accountPrincipal, type Principal, type PrincipalKey } from './ports/access.ts';
export type { BlobBytes } from './ports/blob-bytes.ts';
export { type GeocodeMatch, type Geocoder, GeocoderBusyError } from './ports/geocoder.ts';
export { type Clock, type IdSource, randomIds } from './ports/ports.ts';
export {
  type WebhookAnswer,
  type WebhookRequest,
  type WebhookSender,
  WebhookUnreachableError,
} from './ports/webhook-sender.ts';
export { operatorsOf } from './schema/operators.ts';
export { isReservedName } from './schema/property.ts';
export { recordEtag } from './schema/record-etag.ts';
export { recordsToJson, recordToJson, type ShownRecord } from './schema/record-json.ts';
export { shownDocument } from './schema/shown-document.ts';
export type { AccountService } from './services/accounts/accounts.ts';
export type { ApiKeyService } from './services/accounts/api-keys.ts';
export type { IdentityService } from './services/accounts/identity.ts';
export type { ImageHostService } from './services/accounts/image-hosts.ts';
export type { Admission, Quota, RateLimitService, RateLimits } from './services/accounts/rate-limits.ts';
export type { RecordHook, RecordWrite } from './services/calls/record-hooks.ts';
export type {
  ChangeFeed,
  ChangeService,
  FollowOptions,
  WaitOptions,
} from './services/changes/change-service.ts';
export type { FollowedChange, OnChange } from './services/changes/store-follower.ts';
export type { FontService } from './services/fonts/fonts.ts';
export type { HistoryService } from './services/history/history-service.ts';
export { type OnceOptions, requireIdempotencyKey } from './services/idempotency/idempotency.ts';
export type { ImageService } from './services/images/images.ts';
export type { ImportService } from './services/imports/imports.ts';
export type { RefusedRows } from './services/imports/refused-records.ts';
export type {
  LiveImageDraftService,
  LiveImageDraftSummary,
  LivePreview,
} from './services/live-images/live-draft-service.ts';
export type { LiveImageService } from './services/live-images/live-images.ts';
export type { LiveReader, ShownLive } from './services/live-images/live-pictures.ts';
export type { LocationService } from './services/maps/locations.ts';
export type { MapService } from './services/maps/maps.ts';
export type { OpenedImage, PublicImageService } from './services/pictures/image-serving.ts';
export type { SignedPicture, ThumbnailService } from './services/pictures/thumbnails.ts';
export type { AddHook } from './services/records/before-write.ts';
export type { DirectReads } from './services/records/direct-reads.ts';
export type { UpsertPreview } from './services/records/preview-upsert.ts';
export type { MatchOptions } from './services/records/record-match.ts';
export type { ExportOptions, RecordExport, RecordService } from './services/records/record-service.ts';
export type { TypedStore, TypedStores } from './services/records/typed-store.ts';
export type { StatusService } from './services/status/status.ts';
export type { StoreService } from './services/stores/store-service.ts';
export type { TimerFrameService, TimerFrameSummary } from './services/timers/timer-frame-service.ts';
export type { OpenOptions } from './services/timers/timer-pictures.ts';
export type { PresetPreview, TimerPresetService } from './services/timers/timer-presets.ts';
export type { TimerService } from './services/timers/timers.ts';
export type { WebhookService } from './services/webhooks/webhook-service.ts';
export { memoryStorage } from './storage/memory/index.ts';
export { storageWithBlobBytes } from './storage-with-blob-bytes.ts';
export { readMoment } from './timers/moment.ts';
export { type ActiveAccounts, activeAccounts, SHARED_FOR } from './turns/active-accounts.ts';
export { type Caller, type CallOptions, requireWanted, type SearchOptions } from './turns/caller.ts';
export { takeLoopTurn } from './turns/loop-turn.ts';
export { createSharedWork, type SharedWork } from './turns/shared-work.ts';
export type { TurnLoad } from './turns/turn-load.ts';
export { createTurns, type Turn, type TurnLimits, type Turns } from './turns/turns.ts';
export { parseBoolean } from './values/boolean-text.ts';
export { PROPERTY_TYPES } from './values/property-types.ts';
export type { ReadValue } from './values/read-value.ts';
export { readValue } from './values/value.ts';
export {
  type CloseOptions,
  createVitrine,
  type Vitrine,
  type VitrineOptions,
} from './vitrine.ts';
