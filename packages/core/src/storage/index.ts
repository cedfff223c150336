/**
 * `@vitrine/core/storage`: everything that a storage adapter needs. Loads neither zod nor the services, so that a
 * thread that only runs SQL starts fast and small. `@vitrine/core` also exports errors, metrics and turns.
 */

export { RecordEncoder } from '../encoding/record-encoder.ts';
export type { EncodedMember, EncodedRecords, RecordEncoding } from '../encoding/record-encoding.ts';
export { type Band, bandAround, distanceMiles, haversineOf, type Point } from '../geo/distance.ts';
export { type DistancePosition, nearest, type Surroundings } from '../geo/nearest.ts';
export type { DistanceUnit } from '../geo/units.ts';
export {
  type AccountLimits,
  LIMITED_RESOURCES,
  type LimitedResource,
  limitOf,
} from '../ground/account-limits.ts';
export { BoundedMap } from '../ground/bounded-map.ts';
export {
  type ErrorCode,
  type Issue,
  KeyTakenError,
  UnavailableError,
  ValidationError,
  VitrineError,
} from '../ground/errors.ts';
export { MAX_RECORD_BYTES, SLOT_COLUMNS, SUMMARY_KEYS_MAX } from '../ground/limits.ts';
export { type MaybePromise, whenHere } from '../ground/maybe-promise.ts';
export type { Metric } from '../ground/metric.ts';
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
} from '../ground/rows.ts';
export type { GeocodePrecision } from '../ports/geocoder.ts';
export {
  type AggregateOp,
  type Column,
  type Comparison,
  EVERYTHING,
  type Filter,
  NEWEST_FIRST,
  type Order,
  type Position,
  positionIn,
  positionValues,
  type RecordQuery,
  type SortKey,
  sortKeys,
  tieDirection,
} from '../query/ast.ts';
export { DecimalSum } from '../query/decimal-sum.ts';
export { fold } from '../query/fold.ts';
export { type NumberBuckets, numberKey } from '../query/number-bucket.ts';
export { textLength, weighRecord, withinBytes } from '../query/record-weight.ts';
export { firstGroups, showKeys } from '../query/summarize.ts';
export {
  type Elapsed,
  type GroupCondition,
  type Grouping,
  isRank,
  type Measure,
  measuredColumns,
  RANK_PERCENTS,
  type RankOp,
  rankIndex,
  type Summary,
  type SummaryGroup,
  type SummaryQuery,
  type SummarySort,
} from '../query/summary.ts';
export { activeAccounts } from '../turns/active-accounts.ts';
export { type Caller, type CallOptions, requireWanted, type SearchOptions } from '../turns/caller.ts';
export { ItemList, ListItem } from '../turns/item-list.ts';
export { RunningWork } from '../turns/running-work.ts';
export { settledWithin } from '../turns/settled-within.ts';
export type { TurnLoad } from '../turns/turn-load.ts';
export { createTurns, type Turn, type TurnLimits, type Turns } from '../turns/turns.ts';
export { type ClockPart, type TimeUnit, timeKey } from '../zones/time-bucket.ts';
export {
  periodAt,
  ZONE_CYCLE,
  ZONE_TABLE_END,
  type ZoneOffsets,
  zoneOffsets,
} from '../zones/zone-offsets.ts';
export type { AccountNumberStorage, NumberedKind } from './account-numbers.ts';
export { dealByAccount, turnsAfter } from './account-turns.ts';
export type { AccountUsageStorage } from './account-usage.ts';
export type { AccountStorage } from './accounts.ts';
export type { ApiKeyStorage } from './api-keys.ts';
export type { BlobObjectStorage, ObjectKey } from './blob-objects.ts';
export type { BlobHash, BlobStorage } from './blobs.ts';
export {
  type ChangeLogRow,
  type ChangeQuery,
  type ChangeRow,
  type ChangeStorage,
  type ChangeType,
  type HistoryPage,
  type HistoryRow,
  type HistoryStart,
  type ImportedNumbers,
  type KeptChanges,
  type LoggedPage,
  propertyAt,
  type RecordChangeType,
  type StoreChangeType,
  type TakenBack,
  type ValuesBySlot,
} from './changes.ts';
export type {
  DraftChange,
  DraftKind,
  DraftRef,
  DraftRow,
  DraftStorage,
  ImageReplacement,
  NewDraft,
} from './drafts.ts';
export type { FontFacts, FontFormat, FontRow, FontStorage } from './fonts.ts';
export {
  GEOCODING_COUNTED,
  type GeocodeAnswer,
  type GeocodeClaim,
  type GeocodeOutcome,
  type GeocodingCounts,
  type GeocodingStorage,
  type NewGeocodeAnswer,
} from './geocoding.ts';
export type { IdempotencyKeyRow, IdempotencyKeyStorage, NewIdempotencyKey } from './idempotency-keys.ts';
export type {
  ImageChange,
  ImageFormat,
  ImageRow,
  ImageStorage,
  ImageType,
  LiveRow,
  NewImage,
  RestoredImage,
  TimerRow,
  TimerTarget,
} from './images.ts';
export {
  bytesOfDrafts,
  bytesOfRefused,
  countOutcomes,
  type DraftRecord,
  fileBytes,
  type ImportBatch,
  type ImportChunk,
  type ImportCounts,
  type ImportEnd,
  type ImportedRecord,
  type ImportLoad,
  type ImportOutcome,
  type ImportPage,
  type ImportPosition,
  type ImportRef,
  type ImportRow,
  type ImportStatus,
  type ImportStorage,
  keepRefused,
  type ListedImport,
  type NewImport,
  REFUSED_KEPT,
  type RefusedRecord,
  type RefusedSoFar,
  type RefusedToKeep,
  type Removable,
  refusedOutcomes,
  type Trimmed,
  type TrimScope,
} from './imports.ts';
export type { BuriedJob, JobCount, JobRow, JobState, JobStorage } from './jobs.ts';
export {
  type ChangedLocation,
  changeLocation,
  hasValues,
  isWaiting,
  type Placing,
  placingOf,
} from './location-change.ts';
export type {
  FieldFilter,
  FieldValue,
  FieldValues,
  GeocodeError,
  GeocodeStatus,
  LocatedRow,
  LocationChange,
  LocationCounts,
  LocationQuery,
  LocationRow,
  LocationStorage,
  NearQuery,
  NewLocation,
} from './locations.ts';
export type {
  MapChange,
  MapField,
  MapFieldType,
  MapRef,
  MapRow,
  MapStorage,
  NewMap,
} from './maps.ts';
export { isInState, type RecordState } from './record-state.ts';
export type {
  ExportedRecords,
  NewRecord,
  PatchOptions,
  RecordStorage,
  RestoreChange,
  RestoredRecord,
  SlotValues,
  UpsertOutcome,
  UpsertRecord,
} from './records.ts';
export type { RequestCount, RequestCountStorage, RequestTotals } from './request-counts.ts';
export type {
  NewRestore,
  PurgedRestores,
  RestoreEnd,
  RestoreRef,
  RestoreRow,
  RestoreStorage,
} from './restores.ts';
export type { SettingStorage } from './settings.ts';
export type { Migration, Storage, StorageDescription } from './storage.ts';
export type {
  DeletedStoreRow,
  NewStore,
  SchemaChange,
  StoreChange,
  StoreRef,
  StoreStorage,
  StoreWork,
} from './stores.ts';
export {
  DELIVERIES_COUNTED,
  type DeliveryCounts,
  type DeliveryOutcome,
  type DeliveryRow,
  type DeliveryStatus,
  type NewDelivery,
  type ReadEntries,
  type WebhookClaim,
  type WebhookDeliveryStorage,
} from './webhook-deliveries.ts';
export type {
  NewWebhook,
  WebhookAttempt,
  WebhookChange,
  WebhookCursor,
  WebhookRef,
  WebhookRow,
  WebhookSecret,
  WebhookSettings,
  WebhookState,
  WebhookStatus,
  WebhookStorage,
} from './webhooks.ts';
export type { AuthoredWrite, KeyedWrite, WriteAuthor, WriteOptions } from './write-options.ts';
