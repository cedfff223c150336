export { type Client, createClient, type StoreMap } from './client.ts';
export {
  ConflictError,
  ConnectionError,
  CursorExpiredError,
  type ErrorCode,
  ForbiddenError,
  NotFoundError,
  PreconditionFailedError,
  QuotaExceededError,
  RateLimitedError,
  RecordExistsError,
  TimeoutError,
  UnauthorizedError,
  UnavailableError,
  ValidationError,
  VitrineError,
} from './errors.ts';
export { etagOf, type Version } from './etag.ts';
export type { FileContent } from './files.ts';
export type {
  DeleteManyResult,
  UpsertError,
  UpsertManyProgress,
  UpsertManyResult,
} from './generated/batches.ts';
export type * from './generated/contracts.ts';
export type { Page, Pages } from './generated/pages.ts';
export type {
  AggregateRequest,
  ExportRequest,
  ListRequest,
  Match,
  Order,
  QueryRequest,
  SearchRequest,
  SearchResult,
  SummarizeRequest,
  UpsertResult,
} from './generated/store-calls.ts';
export {
  type AnyFilter,
  type AnyRow,
  type AnyStore,
  type AnyValue,
  type DefinedProperty,
  defineStore,
  type Field,
  type FieldOfType,
  type Filter,
  type InferredTypes,
  type PropertyDefinitions,
  type PropertyInputs,
  type PropertyTypeName,
  type PropertyValues,
  type StoreDefinition,
  type StoreRef,
  type StoreTypes,
} from './generated/store-types.ts';
export type { Fonts, UploadFontOptions } from './resources/fonts.ts';
export type { ImageHosts } from './resources/image-hosts.ts';
export type { AddImageOptions, Images } from './resources/images.ts';
export type { Jobs } from './resources/jobs.ts';
export type { Keys } from './resources/keys.ts';
export type { LiveDraftRef, LiveImageDrafts, LiveImages, LiveValues } from './resources/live-images.ts';
export type { Locations } from './resources/locations.ts';
export type { Maps } from './resources/maps.ts';
export type { FollowOptions } from './resources/stores/changes.ts';
export type { RestoreOptions, RestoreRequest, StoreHistory } from './resources/stores/history.ts';
export {
  type ImportFile,
  type ImportOptions,
  type ImportRequest,
  type Imports,
  NEW_STORE,
} from './resources/stores/imports.ts';
export type { Conditional, DeleteOptions, Store, UpsertManyOptions } from './resources/stores/records.ts';
export type { StoreName } from './resources/stores/store-ids.ts';
export type { Properties, Stores } from './resources/stores/stores.ts';
export type { Views } from './resources/stores/views.ts';
export type { DraftRef, NewDraft, TimerDrafts, Timers, UpdateDraftOptions } from './resources/timers.ts';
export type { Webhooks } from './resources/webhooks.ts';
export type { Args, CallOptions, ClientOptions, Route } from './transport.ts';
export { verifyWebhook, type WebhookMessage, type WebhookRequest } from './webhooks.ts';
