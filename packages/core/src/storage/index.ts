/**
 * `@vitrine/core/storage`: the `Storage` interface, its rows, and the queries that it receives. Types only; functions for
 * adapters are in `@vitrine/core/adapter`.
 */

export type { EncodedMember, EncodedRecords, RecordEncoding } from '../encoding/record-encoding.ts';
export type { DistanceUnit } from '../geo/units.ts';
export type { AccountLimits, LimitedResource } from '../ground/account-limits.ts';
export type {
  AccountRow,
  ApiKeyRow,
  ChangeForm,
  EarlierPlace,
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
  TypeChange,
} from '../ground/rows.ts';
export type {
  AggregateOp,
  Column,
  Comparison,
  Filter,
  Order,
  OrderKey,
  Position,
  RecordQuery,
} from '../query/ast.ts';
export type { NumberBuckets } from '../query/number-bucket.ts';
export type {
  Elapsed,
  Grouping,
  Measure,
  MeasureCondition,
  RankOp,
  Summary,
  SummaryGroup,
  SummaryQuery,
  SummarySort,
} from '../query/summary.ts';
export type { ClockPart, TimeUnit } from '../zones/time-bucket.ts';
export type { AccountNumberStorage, NumberedKind } from './accounts/account-numbers.ts';
export type { AccountUsageStorage } from './accounts/account-usage.ts';
export type { AccountStorage } from './accounts/accounts.ts';
export type { ApiKeyStorage } from './accounts/api-keys.ts';
export type { RequestCount, RequestCountStorage, RequestTotals } from './accounts/request-counts.ts';
export type { SettingStorage } from './accounts/settings.ts';
export type { BlobObjectStorage, ObjectKey } from './images/blob-objects.ts';
export type { BlobHash, BlobStorage } from './images/blobs.ts';
export type {
  DraftChange,
  DraftKind,
  DraftRef,
  DraftRow,
  DraftStorage,
  ImageReplacement,
  NewDraft,
} from './images/drafts.ts';
export type { FontFacts, FontFormat, FontRow, FontStorage } from './images/fonts.ts';
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
} from './images/images.ts';
export type {
  DraftRecord,
  ImportBatch,
  ImportChunk,
  ImportCounts,
  ImportEnd,
  ImportedRecord,
  ImportLoad,
  ImportOutcome,
  ImportPage,
  ImportPosition,
  ImportRef,
  ImportRow,
  ImportStatus,
  ImportStorage,
  ListedImport,
  NewImport,
  RefusedRecord,
  RefusedSoFar,
  RefusedToKeep,
  Removable,
  Trimmed,
  TrimScope,
} from './imports/imports.ts';
export type { BuriedJob, JobCount, JobRow, JobState, JobStorage } from './jobs.ts';
export type {
  GeocodeAnswer,
  GeocodeClaim,
  GeocodeOutcome,
  GeocodingCounts,
  GeocodingStorage,
  NewGeocodeAnswer,
} from './maps/geocoding.ts';
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
} from './maps/locations.ts';
export type { MapChange, MapField, MapFieldType, MapRef, MapRow, MapStorage, NewMap } from './maps/maps.ts';
export type { RecordState } from './records/record-state.ts';
export type {
  ExportedRecords,
  NewRecord,
  PatchOptions,
  ReadRecord,
  RecordStorage,
  RecordTransaction,
  RestoreChange,
  RestoredRecord,
  SlotCopy,
  SlotValues,
  StoreReads,
  TransactionWrite,
  UpsertOutcome,
  UpsertRecord,
} from './records/records.ts';
export type { Migration, Storage, StorageDescription } from './storage.ts';
export type {
  ChangeLogRow,
  ChangeQuery,
  ChangeRow,
  ChangeStorage,
  ChangeType,
  HistoryPage,
  HistoryRow,
  HistoryStart,
  ImportedNumbers,
  KeptChanges,
  LoggedPage,
  RecordChangeType,
  StoreChangeType,
  TakenBack,
  ValuesBySlot,
} from './stores/changes.ts';
export type {
  NewRestore,
  PurgedRestores,
  RestoreEnd,
  RestoreRef,
  RestoreRow,
  RestoreStorage,
} from './stores/restores.ts';
export type {
  DeletedStoreRow,
  NewStore,
  SchemaChange,
  StoreChange,
  StoreRef,
  StoreStorage,
  StoreWork,
} from './stores/stores.ts';
export type {
  NewView,
  ViewChange,
  ViewKind,
  ViewRef,
  ViewRow,
  ViewSettings,
  ViewStorage,
} from './stores/views.ts';
export type {
  DeliveryCounts,
  DeliveryOutcome,
  DeliveryRow,
  DeliveryStatus,
  NewDelivery,
  ReadEntries,
  WebhookClaim,
  WebhookDeliveryStorage,
} from './webhooks/webhook-deliveries.ts';
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
} from './webhooks/webhooks.ts';
export type {
  IdempotencyKeyRow,
  IdempotencyKeyStorage,
  NewIdempotencyKey,
} from './writes/idempotency-keys.ts';
export type { AuthoredWrite, KeyedWrite, WriteAuthor, WriteOptions } from './writes/write-options.ts';
