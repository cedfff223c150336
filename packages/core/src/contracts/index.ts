/** `@vitrine/core/contracts`: the requests and responses of the interface, as zod schemas and types. */
export { AccountLimitsChange, AccountUsageResponse } from './accounts.ts';
export {
  Change,
  ChangePage,
  ChangeTypePattern,
  ListChangesQuery,
  QueryChangesRequest,
} from './changes.ts';
export type { Color } from './design-members.ts';
export { AddFontRequest, FontList, FontSummary, ListFontsQuery, UploadFontRequest } from './fonts.ts';
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
} from './history.ts';
export {
  ApiKeySummary,
  CreateApiKeyRequest,
  CreatedApiKeyResponse,
  CursorPageOfApiKeySummary,
  ListApiKeysQuery,
  WhoAmIResponse,
} from './identity.ts';
export { ImageHostsRequest, ImageHostsResponse } from './image-hosts.ts';
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
} from './images.ts';
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
} from './imports.ts';
export { LiveDesignChanges } from './live-changes.ts';
export { LiveDesign, LiveVariable } from './live-design.ts';
export {
  CreateLiveImageDraftRequest,
  DraftLiveImageRequest,
  LiveImageDraftQuery,
  LiveImageDraftResponse,
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
} from './live-drafts.ts';
export {
  CursorPageOfLiveImageSummary,
  ListLiveImagesQuery,
  LiveImageDetail,
  LiveImageSummary,
} from './live-images.ts';
export {
  LiveImageLayer as LiveDesignImageLayer,
  LiveLayer as LiveDesignLayer,
  LiveShapeLayer as LiveDesignShapeLayer,
  LiveTextLayer as LiveDesignTextLayer,
  LiveTimerDesign,
  LiveTimerLayer as LiveDesignTimerLayer,
  LiveTimerTarget,
} from './live-layers.ts';
export { LiveLinksRequest, LiveLinksResponse } from './live-links.ts';
export { type LiveClient, LiveCondition, LiveRule } from './live-rules.ts';
export { LiveNearestSource, LiveQuerySource, LiveRecordSource, LiveSource } from './live-sources.ts';
export {
  AddLocationRequest,
  CursorPageOfLocationResponse,
  type LocationPage,
  LocationResponse,
  SearchLocationsQuery,
  UpdateLocationRequest,
} from './locations.ts';
export {
  CreateMapRequest,
  CursorPageOfMapResponse,
  ListMapsQuery,
  MapFieldRequest,
  MapResponse,
  UpdateMapRequest,
} from './maps.ts';
export {
  ExportRecordsRequest,
  QueriedRecord,
  QueryRecordsRequest,
  QueryRecordsResponse,
} from './record-queries.ts';
export {
  GroupCondition,
  type RecordGroup,
  SummarizeRecordsRequest,
  SummarizeRecordsResponse,
  SummaryGrouping,
  SummaryMeasure,
} from './record-summaries.ts';
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
  SearchRecordsRequest,
  SearchRecordsResponse,
  SortKey,
  StoreRecordRequest,
  StoreRecordResponse,
  ValidateStoreRecordQuery,
} from './records.ts';
export { ErrorCodeContract, HttpValidationProblemDetails, type Page } from './shared.ts';
export { type BuriedJobSummary, type QueueStatus, type ServerStatus, StatusResponse } from './status.ts';
export {
  CreateStoreRequest,
  CursorPageOfStoreSummary,
  DeleteStoreResponse,
  ListStoresQuery,
  RenamePropertyRequest,
  StoreAccessResponse,
  StoreDetail,
  StoreProperty,
  StorePropertyRequest,
  StoreSummary,
  UpdatePropertyRequest,
  UpdateStoreRequest,
} from './stores.ts';
export { TimerDesign, type TimerPresetName, type TimerUnit } from './timer-design.ts';
export {
  CreateTimerFrameRequest,
  DraftTimerRequest,
  GetTimerFrameQuery,
  SavedTimerFrameResponse,
  SaveTimerFrameRequest,
  TimerDesignChanges,
  TimerFramePreviewQuery,
  TimerFrameQuery,
  TimerFrameResponse,
  UpdateTimerFrameRequest,
} from './timer-frames.ts';
export type { TimerDesignTarget } from './timer-target.ts';
export {
  CursorPageOfTimerSummary,
  ListTimersQuery,
  TimerDetail,
  TimerPresetList,
  TimerPresetSummary,
  TimerSummary,
  TimerTargetDateResponse,
  UpdateTimerTargetDateRequest,
} from './timers.ts';
export type { UploadedFile } from './uploads.ts';
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
} from './webhooks.ts';
