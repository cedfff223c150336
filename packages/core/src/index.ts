/**
 * `@vitrine/core`: what a program needs that embeds Vitrine: `createVitrine`, its services, the ports that the program may
 * provide, and errors. Requests and responses are in `@vitrine/core/contracts`, the `Storage` interface is in
 * `@vitrine/core/storage`. Each name has one entry. Only what an adapter and its threads need at runtime without the
 * services is in `@vitrine/core/adapter` too.
 */

export { CopyError, type CopyErrorReason } from './copy/copy-error.ts';
export { type CopyOptions, type CopyProgress, type CopyReport, copyStorage } from './copy/copy-storage.ts';
export type { DeleteManyResult, UpsertManyProgress, UpsertManyResult } from './ground/calls/batches.ts';
export type { Pages } from './ground/calls/pages.ts';
export {
  type AnyStore,
  defineStore,
  type Field,
  type FieldOfType,
  type InferredTypes,
  type StoreDefinition,
  type StoreTypes,
} from './ground/calls/store-types.ts';
export {
  ConflictError,
  CursorExpiredError,
  type ErrorCode,
  ForbiddenError,
  type Issue,
  KeyInFlightError,
  NotFoundError,
  PreconditionFailedError,
  QuotaExceededError,
  RateLimitedError,
  UnauthorizedError,
  UnavailableError,
  ValidationError,
  VitrineError,
} from './ground/errors.ts';
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
export type { DisabledWebhook, WorkOptions } from './jobs/work-context.ts';
export type { OpenedLive } from './live/opening/opened-live.ts';
export type { Media } from './media/media.ts';
export { accountPrincipal, type Principal, type PrincipalKey } from './ports/access.ts';
export type { BlobBytes } from './ports/blob-bytes.ts';
export {
  type GeocodeMatch,
  type GeocodePrecision,
  type Geocoder,
  GeocoderBusyError,
} from './ports/geocoder.ts';
export { type Clock, type IdSource, randomIds } from './ports/ports.ts';
export {
  type ReceiverResponse,
  type WebhookRequest,
  type WebhookSender,
  WebhookUnreachableError,
} from './ports/webhook-sender.ts';
export { recordEtag, type ShownRecord } from './schema/record-json.ts';
export type { Admission, Quota, RateLimits } from './services/accounts/rate-limits.ts';
export type { BoundServices } from './services/bound-services.ts';
export type { Listed } from './services/calls/listing.ts';
export type { RecordHook, RecordWrite } from './services/calls/record-hooks.ts';
export type { ChangeFeed, FollowOptions, WaitOptions } from './services/changes/change-service.ts';
export type { FollowedChange, OnChange } from './services/changes/store-follower.ts';
export type { OnceOptions } from './services/idempotency/idempotency.ts';
export type { Picture } from './services/images/images.ts';
export type { ImportFile, ImportOptions } from './services/imports/import-service.ts';
export type { RefusedRows } from './services/imports/refused-records.ts';
export type { LivePreview } from './services/live-images/drafts/live-draft-service.ts';
export type { LiveReader, ShownLive } from './services/live-images/openings/live-pictures.ts';
export type { IssuedTokens } from './services/oauth/exchange.ts';
export type { OpenedAuthorization } from './services/oauth/oauth.ts';
export { type DeletedGrant, OAuthError, type OAuthErrorCode } from './services/oauth/oauth-error.ts';
export type { OpenedImage } from './services/pictures/image-serving.ts';
export type { SignedPicture } from './services/pictures/thumbnails.ts';
export type { DirectReads } from './services/records/reads/record-reads.ts';
export type { MatchOptions } from './services/records/service/record-match.ts';
export type {
  ExportOptions,
  RecordExport,
  UpsertPreview,
} from './services/records/service/record-service.ts';
export type {
  AggregateRequest,
  Candidate,
  CandidatePreview,
  ExportRequest,
  ListRequest,
  QueryRequest,
  SearchRequest,
  SearchResult,
  SummarizeRequest,
  UpsertResult,
} from './services/records/service/store-calls.ts';
export type { EnsureOptions } from './services/stores/store-service.ts';
export type { OpenOptions } from './services/timers/timer-pictures.ts';
export type { PresetPreview } from './services/timers/timer-presets.ts';
export type { TimerOpeningRequest } from './services/timers/timers.ts';
export type {
  RunTransaction,
  Transaction,
  TransactionOptions,
  TransactionRecords,
} from './services/transactions/transactions.ts';
export type { AddHook } from './services/typed-stores/before-write.ts';
export type { TypedStore, TypedStores } from './services/typed-stores/typed-store.ts';
export type { VitrineServices } from './services/vitrine-services.ts';
export { memoryStorage } from './storage/memory/index.ts';
export { storageWithBlobBytes } from './storage-with-blob-bytes.ts';
export type { Caller, CallOptions, SearchOptions } from './turns/caller.ts';
export { type CloseOptions, createVitrine, type Vitrine } from './vitrine.ts';
export type { VitrineOptions } from './vitrine-options.ts';
