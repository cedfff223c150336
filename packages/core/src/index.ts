export { accountPrincipal, type Principal, type PrincipalKey } from './access.ts';
export { type AccountLimits, LIMITED_RESOURCES, type LimitedResource } from './account-limits.ts';
export { isInRanges } from './addresses.ts';
export type { BlobBytes } from './blob-bytes.ts';
export type { AccountLimitsChange, AccountUsageResponse } from './contracts/accounts.ts';
export { body as bodyContract, parseContract } from './contracts/contract.ts';
export type { AddFontRequest, FontSummary, ListFontsQuery, UploadFontRequest } from './contracts/fonts.ts';
export type {
  ApiKeySummary,
  CreateApiKeyRequest,
  CreatedApiKeyResponse,
  ListApiKeysQuery,
  WhoAmIResponse,
} from './contracts/identity.ts';
export type {
  AddImageRequest,
  ImageDetail,
  ImageSummary,
  ImageTimer,
  ImageTypesList,
  ListImagesQuery,
  LookupImageByUrlRequest,
  RenameImageRequest,
} from './contracts/images.ts';
export {
  LABEL_LOCALES,
  LABEL_PRESETS,
  type LabelLocale,
  presetLabels,
  TIMER_UNITS,
  type TimerUnitName,
} from './contracts/label-presets.ts';
export type {
  AddLocationRequest,
  LocationResponse,
  SearchLocationsQuery,
  UpdateLocationRequest,
} from './contracts/locations.ts';
export type {
  CreateMapRequest,
  ListMapsQuery,
  MapResponse,
  UpdateMapRequest,
} from './contracts/maps.ts';
export type {
  AggregateRecordsRequest,
  AggregateRecordsResponse,
  BatchDeleteRecordsRequest,
  BatchDeleteRecordsResponse,
  BatchUpsertRecordsRequest,
  BatchUpsertRecordsResponse,
  CountRecordsRequest,
  CountRecordsResponse,
  DeleteRecordResponse,
  ExportStoreRecordsQuery,
  ListStoreRecordsQuery,
  RecordValue,
  SearchFilter,
  SearchRecordsRequest,
  SearchRecordsResponse,
  StoreRecordRequest,
  StoreRecordResponse,
} from './contracts/records.ts';
export type { Page } from './contracts/shared.ts';
export type { BuriedJobSummary, QueueStatus, ServerStatus } from './contracts/status.ts';
export type {
  CreateStoreRequest,
  DeleteStoreResponse,
  ListStoresQuery,
  StoreAccessResponse,
  StoreDetail,
  StoreProperty,
  StorePropertyRequest,
  StoreSummary,
  UpdatePropertyRequest,
  UpdateStoreRequest,
} from './contracts/stores.ts';
export type { Color, TimerDesign, TimerUnit } from './contracts/timer-design.ts';
export type {
  CreateTimerFrameRequest,
  SavedTimerFrameResponse,
  SaveTimerFrameRequest,
  TimerDesignChanges,
  TimerFrameQuery,
  TimerFrameResponse,
  UpdateTimerFrameRequest,
} from './contracts/timer-frames.ts';
export type { TimerTargetDateResponse, UpdateTimerTargetDateRequest } from './contracts/timers.ts';
export type { UploadedFile } from './contracts/uploads.ts';
export { CopyError, type CopyErrorReason } from './copy/copy-error.ts';
export {
  type CopyOptions,
  type CopyProgress,
  type CopyReport,
  copyStorage,
} from './copy/copy-storage.ts';
export {
  type ErrorCode,
  ForbiddenError,
  type Issue,
  type IssueMap,
  issuesToMap,
  NotFoundError,
  QuotaExceededError,
  RateLimitedError,
  UnauthorizedError,
  UnavailableError,
  ValidationError,
  VitrineError,
} from './errors.ts';
export type { Figure } from './figures.ts';
export { type GeocodeMatch, type GeocodePrecision, type Geocoder, GeocoderBusyError } from './geocoder.ts';
export type { WorkOptions } from './jobs/work-context.ts';
export { parseJsonNumber } from './json-number.ts';
export {
  BATCH_MAX,
  EXPORT_MAX,
  FONT_FILE_MAX,
  IMAGE_FILE_MAX,
  MAX_RECORD_BYTES,
  PAGE_MAX,
  PROPERTY_NAME_MAX,
  SEARCH_MAX,
  SLOT_COLUMNS,
} from './limits.ts';
export type {
  BuiltinFont,
  FontSource,
  Media,
  ReadFont,
  ReadImage,
  Refusal,
  TimerCheck,
  TimerScene,
} from './media.ts';
export { nameHint } from './nearest-name.ts';
export { type Clock, type IdSource, randomIds } from './ports.ts';
export type { AggregateOp, Column, Comparison, Filter, Order, Position, RecordQuery } from './query/ast.ts';
export { EVERYTHING, NEWEST_FIRST } from './query/ast.ts';
export { fold } from './query/fold.ts';
export { isReservedName } from './schema/property.ts';
export { operatorsOf } from './schema/read-filter.ts';
export { recordsToJson, recordToJson } from './schema/record-json.ts';
export type { AccountService } from './services/accounts.ts';
export type { ApiKeyService } from './services/api-keys.ts';
export type { FontService } from './services/fonts.ts';
export type { IdentityService } from './services/identity.ts';
export type { OpenedImage, PublicImageService } from './services/image-serving.ts';
export type { ImageService } from './services/images.ts';
export type { LocationService } from './services/locations.ts';
export type { MapService } from './services/maps.ts';
export type { Admission, Quota, RateLimitService, RateLimits } from './services/rate-limits.ts';
export type { RecordExport, RecordService } from './services/record-service.ts';
export type { StatusService } from './services/status.ts';
export type { StoreService } from './services/stores.ts';
export type { SignedPicture, ThumbnailService } from './services/thumbnails.ts';
export type { TimerFrameService } from './services/timer-frames.ts';
export type { TimerService } from './services/timers.ts';
export type { AccountNumberStorage, NumberedKind } from './storage/account-numbers.ts';
export type { AccountUsageStorage } from './storage/account-usage.ts';
export type { AccountStorage } from './storage/accounts.ts';
export type { ApiKeyStorage } from './storage/api-keys.ts';
export type { BlobObjectStorage, ObjectKey } from './storage/blob-objects.ts';
export type { BlobHash, BlobStorage } from './storage/blobs.ts';
export type { FontFacts, FontFormat, FontRow, FontStorage } from './storage/fonts.ts';
export {
  GEOCODING_COUNTED,
  type GeocodingCounts,
} from './storage/geocoding.ts';
export type {
  ImageChange,
  ImageFormat,
  ImageRow,
  ImageStorage,
  ImageType,
  NewImage,
  RestoredImage,
  TimerRow,
  TimerTarget,
} from './storage/images.ts';
export type { BuriedJob, JobCount, JobRow, JobState, JobStorage } from './storage/jobs.ts';
export { memoryStorage } from './storage/memory/index.ts';
export type {
  NewRecord,
  RecordStorage,
  RestoredRecord,
  SlotValues,
  UpsertOutcome,
  UpsertRecord,
} from './storage/records.ts';
export type {
  AccountRow,
  ApiKeyRow,
  Millis,
  NewJob,
  PropertyRow,
  PropertyType,
  RecordRow,
  SeqPage,
  Slice,
  Slot,
  SlotKind,
  SlotValue,
  StoreRow,
} from './storage/rows.ts';
export type { SettingStorage } from './storage/settings.ts';
export type { Migration, Storage, StorageDescription } from './storage/storage.ts';
export type {
  NewStore,
  SchemaChange,
  StoreChange,
  StoreRef,
  StoreStorage,
  StoreWork,
} from './storage/stores.ts';
export type {
  NewTimerFrame,
  TimerFrameChange,
  TimerFrameRef,
  TimerFrameRow,
  TimerFrameStorage,
} from './storage/timer-frames.ts';
export { storageWithBlobBytes } from './storage-with-blob-bytes.ts';
export { type Caller, type CallOptions, requireWanted } from './turns/caller.ts';
export { ItemList, ListItem } from './turns/item-list.ts';
export { createSharedWork, type SharedWork } from './turns/shared-work.ts';
export type { TurnLoad } from './turns/turn-load.ts';
export { createTurns, type Turn, type TurnLimits, type Turns } from './turns/turns.ts';
export { type ReadValue, readValue } from './values/value.ts';
export { createVitrine, type Vitrine, type VitrineOptions } from './vitrine.ts';
