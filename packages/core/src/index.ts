/**
 * `@vitrine/core`: `createVitrine`, its services, and the ports that an embedding program may provide. Each name has
 * one entry: requests and responses are in `@vitrine/core/contracts`, rows, queries and the `Storage` interface in
 * `@vitrine/core/storage`. Only the errors, metrics and turns that a storage needs are in both, because an adapter and
 * its threads must not load the services.
 */
export { accountPrincipal, type Principal, type PrincipalKey } from './access.ts';
export type { BlobBytes } from './blob-bytes.ts';
export { body as bodyContract, parseContract } from './contracts/contract.ts';
export {
  LABEL_LOCALES,
  LABEL_PRESETS,
  type LabelLocale,
  presetLabels,
  TIMER_UNITS,
  type TimerUnitName,
} from './contracts/label-presets.ts';
export { CopyError, type CopyErrorReason } from './copy/copy-error.ts';
export { type CopyOptions, type CopyProgress, type CopyReport, copyStorage } from './copy/copy-storage.ts';
export { csvCell, csvCellPieces } from './encoding/csv-cell.ts';
export {
  ConflictError,
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
} from './errors.ts';
export { type GeocodeMatch, type Geocoder, GeocoderBusyError } from './geocoder.ts';
export type { WorkOptions } from './jobs/work-context.ts';
export { parseJsonNumber } from './json-number.ts';
export { findJsonExcess } from './json-shape.ts';
export {
  BATCH_MAX,
  EXPORT_MAX,
  FONT_FILE_MAX,
  IMAGE_FILE_MAX,
  PAGE_MAX,
  PROPERTY_NAME_MAX,
  SEARCH_MAX,
} from './limits.ts';
export type {
  BuiltinFont,
  Countdown,
  FontSource,
  Media,
  ReadFont,
  ReadImage,
  Refusal,
  TimerCheck,
  TimerScene,
} from './media.ts';
export type { Metric } from './metric.ts';
export { nameHint } from './nearest-name.ts';
export { type Clock, type IdSource, randomIds } from './ports.ts';
export { operatorsOf } from './schema/operators.ts';
export { isReservedName } from './schema/property.ts';
export { recordEtag } from './schema/record-etag.ts';
export { recordsToJson, recordToJson, type ShownRecord } from './schema/record-json.ts';
export { shownDocument } from './schema/shown-document.ts';
export type { AccountService } from './services/accounts.ts';
export type { ApiKeyService } from './services/api-keys.ts';
export type { DirectReads } from './services/direct-reads.ts';
export type { FontService } from './services/fonts.ts';
export type { IdempotentRequest } from './services/idempotency.ts';
export type { IdentityService } from './services/identity.ts';
export type { OpenedImage, PublicImageService } from './services/image-serving.ts';
export type { ImageService } from './services/images.ts';
export type { ImportService } from './services/imports.ts';
export type { LocationService } from './services/locations.ts';
export type { MapService } from './services/maps.ts';
export type { UpsertPreview } from './services/preview-upsert.ts';
export type { Admission, Quota, RateLimitService, RateLimits } from './services/rate-limits.ts';
export type { MatchOptions } from './services/record-match.ts';
export type { ExportOptions, RecordExport, RecordService } from './services/record-service.ts';
export type { RefusedRows } from './services/refused-records.ts';
export type { StatusService } from './services/status.ts';
export type { StoreService } from './services/store-service.ts';
export type { SignedPicture, ThumbnailService } from './services/thumbnails.ts';
export type { TimerFrameService, TimerFrameSummary } from './services/timer-frame-service.ts';
export type { OpenOptions } from './services/timer-pictures.ts';
export type { PresetPreview, TimerPresetService } from './services/timer-presets.ts';
export type { TimerService } from './services/timers.ts';
export type { TypedStore, TypedStores } from './services/typed-store.ts';
export { memoryStorage } from './storage/memory/index.ts';
export { storageWithBlobBytes } from './storage-with-blob-bytes.ts';
export {
  type AnyStore,
  defineStore,
  type Field,
  type FieldOfType,
  type InferredTypes,
  type StoreDefinition,
  type StoreTypes,
} from './store-types.ts';
export { activeAccounts } from './turns/active-accounts.ts';
export { type Caller, type CallOptions, requireWanted, type SearchOptions } from './turns/caller.ts';
export { createSharedWork, type SharedWork } from './turns/shared-work.ts';
export type { TurnLoad } from './turns/turn-load.ts';
export { createTurns, type Turn, type TurnLimits, type Turns } from './turns/turns.ts';
export { PROPERTY_TYPES } from './values/property-types.ts';
export type { ReadValue } from './values/read-value.ts';
export { readValue } from './values/value.ts';
export {
  type CloseOptions,
  createVitrine,
  type IdempotentVitrine,
  type Vitrine,
  type VitrineOptions,
} from './vitrine.ts';
