/**
 * `@vitrine/core/contracts`: the requests and responses of the interface, as zod schemas and types, and what reads them.
 * Packages that write contracts of their own import zod from here, because the build puts its 95 files into one, and loading
 * them took an eighth of the start of a server.
 */
export { z } from 'zod';
export type { Page } from '../ground/calls/pages.ts';
export { AccountLimitsChange, AccountUsageResponse } from './accounts/accounts.ts';
export {
  ApiKeySummary,
  CreateApiKeyRequest,
  CreatedApiKeyResponse,
  CursorPageOfApiKeySummary,
  ListApiKeysQuery,
  WhoAmIResponse,
} from './accounts/identity.ts';
export { AllowClientRequest } from './accounts/oauth.ts';
export {
  type BuriedJobSummary,
  type QueueStatus,
  type ServerStatus,
  StatusResponse,
} from './accounts/status.ts';
export {
  Change,
  ChangePage,
  ChangeTypePattern,
  ListChangesQuery,
  QueryChangesRequest,
} from './changes/changes.ts';
export {
  CursorPageOfDeletedRecord,
  CursorPageOfRecordHistoryEntry,
  CursorPageOfRestoreResult,
  DeletedRecord,
  ListDeletedRecordsQuery,
  PurgeDeletedRecordsRequest,
  PurgeDeletedRecordsResponse,
  RecordHistoryEntry,
  RecordHistoryQuery,
  RestoreJob,
  RestoreRecordsRequest,
  RestoreRecordsResponse,
  RestoreResult,
  RestoreResultsQuery,
} from './changes/history.ts';
export {
  CreatedWebhookResponse,
  CreateWebhookRequest,
  CursorPageOfWebhookDelivery,
  CursorPageOfWebhookResponse,
  ListWebhookDeliveriesQuery,
  ListWebhooksQuery,
  ReplayWebhookRequest,
  ReplayWebhookResponse,
  RotatedWebhookSecretResponse,
  TestedWebhookResponse,
  UpdateWebhookRequest,
  WebhookDelivery,
  WebhookEvent,
  WebhookResponse,
} from './changes/webhooks.ts';
export type { Color } from './designs/design-members.ts';
export { body as bodyContract, parseContract } from './ground/contract.ts';
export { ErrorCodeContract, HttpValidationProblemDetails } from './ground/shared.ts';
export { AddFontRequest, FontList, FontSummary, ListFontsQuery, UploadFontRequest } from './images/fonts.ts';
export { ImageHostsRequest, ImageHostsResponse } from './images/image-hosts.ts';
export {
  AddImageRequest,
  CursorPageOfImageSummary,
  ImageDetail,
  ImageSummary,
  ImageTimer,
  ImageTypesList,
  ListImagesQuery,
  LookupImageByUrlRequest,
  MoveImageRequest,
  RenameImageRequest,
} from './images/images.ts';
export type { UploadedFile } from './images/uploads.ts';
export { LiveDesignChanges } from './live/live-changes.ts';
export { LiveDesign, LiveVariable } from './live/live-design.ts';
export {
  CreateLiveImageDraftRequest,
  DraftLiveImageRequest,
  LiveImageDraftList,
  LiveImageDraftQuery,
  LiveImageDraftResponse,
  LiveImageDraftSummary,
  LiveImageHtmlRequest,
  LiveImageHtmlResponse,
  LiveImagePreviewQuery,
  LiveValueResponse,
  type MergeTags,
  ResolveLiveImageDraftRequest,
  ResolveLiveImageRequest,
  ResolveLiveImageResponse,
  SaveLiveImageDraftRequest,
  UpdateLiveImageDraftRequest,
} from './live/live-drafts.ts';
export {
  CursorPageOfLiveImageSummary,
  ListLiveImagesQuery,
  LiveImageDetail,
  LiveImageSummary,
} from './live/live-images.ts';
export {
  LiveImageLayer as LiveDesignImageLayer,
  LiveLayer as LiveDesignLayer,
  LiveShapeLayer as LiveDesignShapeLayer,
  LiveTextLayer as LiveDesignTextLayer,
  LiveTimerDesign,
  LiveTimerLayer as LiveDesignTimerLayer,
  LiveTimerTarget,
} from './live/live-layers.ts';
export { LiveLinksRequest, LiveLinksResponse } from './live/live-links.ts';
export { type LiveClient, LiveCondition, LiveRule } from './live/live-rules.ts';
export { LiveNearestSource, LiveQuerySource, LiveRecordSource, LiveSource } from './live/live-sources.ts';
export {
  AddLocationRequest,
  CursorPageOfLocationResponse,
  type LocationPage,
  LocationResponse,
  SearchLocationsQuery,
  UpdateLocationRequest,
} from './maps/locations.ts';
export {
  CreateMapRequest,
  CursorPageOfMapResponse,
  ListMapsQuery,
  MapFieldRequest,
  MapResponse,
  UpdateMapRequest,
} from './maps/maps.ts';
export {
  ExportRecordsRequest,
  QueriedRecord,
  QueryRecordsRequest,
  QueryRecordsResponse,
  SearchRecordsRequest,
  SearchRecordsResponse,
} from './records/record-query.ts';
export {
  GroupCondition,
  type RecordGroup,
  SummarizeRecordsRequest,
  SummarizeRecordsResponse,
  SummaryGrouping,
  SummaryMeasure,
} from './records/record-summaries.ts';
export {
  AggregateRecordsRequest,
  AggregateRecordsResponse,
  BatchDeleteRecordsRequest,
  BatchDeleteRecordsResponse,
  BatchUpsertRecordsRequest,
  BatchUpsertRecordsResponse,
  CountRecordsRequest,
  CountRecordsResponse,
  CursorPageOfStoreRecordResponse,
  DeleteRecordQuery,
  DeleteRecordResponse,
  ExportStoreRecordsQuery,
  ListStoreRecordsQuery,
  type RecordValue,
  SearchFilter,
  SortKey,
  StoreRecordRequest,
  StoreRecordResponse,
  ValidateStoreRecordQuery,
} from './records/records.ts';
export {
  CursorPageOfImportSummary,
  type FileUpload,
  type ImportChange,
  ImportResponse,
  ImportSummary,
  InferredProperty,
  InferStoreQuery,
  InferStoreResponse,
  ListImportsQuery,
  RefusedRecordsQuery,
  StartImportQuery,
  StartImportResponse,
} from './stores/imports.ts';
export { ChangePropertyTypeRequest, PropertyTypeChange } from './stores/property-type.ts';
export {
  CreateStoreRequest,
  CursorPageOfStoreSummary,
  DeleteStoreResponse,
  ListStoresQuery,
  NumberFormat,
  RenamePropertyRequest,
  StoreAccessResponse,
  StoreDetail,
  StoreProperty,
  StorePropertyRequest,
  StoreSummary,
  UpdatePropertyRequest,
  UpdateStoreRequest,
} from './stores/stores.ts';
export {
  CreateViewRequest,
  CursorPageOfViewResponse,
  ListViewsQuery,
  UpdateViewRequest,
  ViewQuery,
  ViewResponse,
} from './stores/views.ts';
export { DEFAULT_DESIGN, TimerDesign, type TimerPresetName, type TimerUnit } from './timers/timer-design.ts';
export {
  CreateTimerFrameRequest,
  DraftTimerRequest,
  GetTimerFrameQuery,
  LookAtTimerFrameRequest,
  SavedTimerFrameResponse,
  SaveTimerFrameRequest,
  TimerDesignChanges,
  TimerFrameList,
  TimerFramePreviewQuery,
  TimerFrameQuery,
  TimerFrameResponse,
  TimerFrameSummary,
  UpdateTimerFrameRequest,
} from './timers/timer-frames.ts';
export type { TimerDesignTarget } from './timers/timer-target.ts';
export {
  CursorPageOfTimerSummary,
  ListTimersQuery,
  TimerDetail,
  TimerPresetList,
  TimerPresetSummary,
  TimerSummary,
  TimerTargetDateResponse,
  UpdateTimerTargetDateRequest,
} from './timers/timers.ts';
