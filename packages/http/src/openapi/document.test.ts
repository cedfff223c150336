import { Validator } from '@seriousme/openapi-schema-validator';
import { describe, expect, test } from 'vitest';
import { createFixture } from '../../test/app-fixture.ts';
import type { OpenApiDocument } from './document.ts';

/** Method, path, `operationId` and success status of every operation. */
const OPERATIONS = `
GET /v2/whoami WhoAmI 200 WhoAmIResponse
GET /v2/image-types ListImageTypes 200 ImageTypesList
GET /v2/image-thumbnails/{token}/{imageId} GetImageThumbnail 200
GET /v2/images ListImages 200 CursorPageOfImageSummary
GET /v2/images/{id} GetImage 200 ImageDetail
DELETE /v2/images/{id} DeleteImage 204
PATCH /v2/images/{id} RenameImage 204 RenameImageRequest
POST /v2/images/{id}/move MoveImage 204 MoveImageRequest
POST /v2/images/{id}/restore RestoreImage 204
POST /v2/images/lookup LookupImageByUrl 200 ImageDetail LookupImageByUrlRequest
POST /v2/images AddImage 201 ImageDetail AddImageRequest
GET /v2/maps ListMaps 200 CursorPageOfMapResponse
POST /v2/maps CreateMap 201 MapResponse CreateMapRequest
DELETE /v2/maps/{mapId} DeleteMap 204
GET /v2/maps/{mapId} GetMap 200 MapResponse
PATCH /v2/maps/{mapId} UpdateMap 200 MapResponse UpdateMapRequest
GET /v2/maps/{mapId}/locations SearchLocations 200 CursorPageOfLocationResponse
POST /v2/maps/{mapId}/locations AddLocation 201 LocationResponse AddLocationRequest
GET /v2/maps/{mapId}/locations/{locationId} GetLocation 200 LocationResponse
PATCH /v2/maps/{mapId}/locations/{locationId} UpdateLocation 200 LocationResponse UpdateLocationRequest
DELETE /v2/maps/{mapId}/locations/{locationId} DeleteLocation 204
GET /v2/stores ListStores 200 CursorPageOfStoreSummary
POST /v2/stores CreateStore 201 StoreDetail CreateStoreRequest
POST /v2/stores/infer InferStore 200 InferStoreResponse
POST /v2/stores/{storeId}/imports StartImport 202 StartImportResponse
GET /v2/stores/{storeId}/imports ListImports 200 CursorPageOfImportSummary
GET /v2/stores/{storeId}/imports/{importId} GetImport 200 ImportResponse
GET /v2/stores/{storeId}/imports/{importId}/refused GetRefusedRecords 200
DELETE /v2/stores/{storeId}/imports/{importId} CancelImport 204
GET /v2/stores/{storeId}/records/{recordId}/history ListRecordHistory 200 CursorPageOfRecordHistoryEntry
GET /v2/stores/{storeId}/deleted-records ListDeletedRecords 200 CursorPageOfDeletedRecord
POST /v2/stores/{storeId}/records/restore RestoreRecords 200 RestoreRecordsResponse RestoreRecordsRequest
GET /v2/stores/{storeId}/restores/{restoreId} GetRestore 200 RestoreJob
GET /v2/stores/{storeId}/restores/{restoreId}/results ListRestoreResults 200 CursorPageOfRestoreResult
POST /v2/stores/{storeId}/deleted-records/purge PurgeDeletedRecords 200 PurgeDeletedRecordsResponse PurgeDeletedRecordsRequest
GET /v2/stores/{storeId}/changes ListChanges 200 ChangePage
POST /v2/stores/{storeId}/changes/query QueryChanges 200 ChangePage QueryChangesRequest
POST /v2/stores/{storeId}/views CreateView 201 ViewResponse CreateViewRequest
GET /v2/stores/{storeId}/views ListViews 200 CursorPageOfViewResponse
GET /v2/stores/{storeId}/views/{viewId} GetView 200 ViewResponse
PATCH /v2/stores/{storeId}/views/{viewId} UpdateView 200 ViewResponse UpdateViewRequest
DELETE /v2/stores/{storeId}/views/{viewId} DeleteView 204
POST /v2/webhooks CreateWebhook 201 CreatedWebhookResponse CreateWebhookRequest
GET /v2/webhooks ListWebhooks 200 CursorPageOfWebhookResponse
GET /v2/webhooks/{webhookId} GetWebhook 200 WebhookResponse
PATCH /v2/webhooks/{webhookId} UpdateWebhook 200 WebhookResponse UpdateWebhookRequest
DELETE /v2/webhooks/{webhookId} DeleteWebhook 204
POST /v2/webhooks/{webhookId}/test TestWebhook 200 TestedWebhookResponse
POST /v2/webhooks/{webhookId}/rotate-secret RotateWebhookSecret 200 RotatedWebhookSecretResponse
POST /v2/webhooks/{webhookId}/enable EnableWebhook 200 WebhookResponse
GET /v2/webhooks/{webhookId}/deliveries ListWebhookDeliveries 200 CursorPageOfWebhookDelivery
POST /v2/webhooks/{webhookId}/deliveries/{deliveryId}/retry RetryWebhookDelivery 200 WebhookDelivery
POST /v2/webhooks/{webhookId}/replay ReplayWebhook 202 ReplayWebhookResponse ReplayWebhookRequest
GET /v2/stores/access GetStoreAccess 200 StoreAccessResponse
GET /v2/stores/{storeId} GetStore 200 StoreDetail
PATCH /v2/stores/{storeId} UpdateStore 200 StoreDetail UpdateStoreRequest
DELETE /v2/stores/{storeId} DeleteStore 200 DeleteStoreResponse
POST /v2/stores/{storeId}/restore RestoreStore 200 StoreDetail
POST /v2/stores/{storeId}/properties AddStoreProperty 200 StoreDetail StorePropertyRequest
PATCH /v2/stores/{storeId}/properties/{propertyName} UpdateStoreProperty 200 StoreDetail UpdatePropertyRequest
POST /v2/stores/{storeId}/properties/{propertyName}/change-type ChangeStorePropertyType 200 PropertyTypeChange ChangePropertyTypeRequest
POST /v2/stores/{storeId}/properties/{propertyName}/rename RenameStoreProperty 200 StoreDetail RenamePropertyRequest
DELETE /v2/stores/{storeId}/properties/{propertyName} DeleteStoreProperty 200 StoreDetail
GET /v2/stores/{storeId}/records ListStoreRecords 200 CursorPageOfStoreRecordResponse
POST /v2/stores/{storeId}/records AddStoreRecord 201 StoreRecordResponse StoreRecordRequest
GET /v2/stores/{storeId}/records/{recordId} GetStoreRecord 200 StoreRecordResponse
PATCH /v2/stores/{storeId}/records/{recordId} PatchStoreRecord 200 StoreRecordResponse StoreRecordRequest
DELETE /v2/stores/{storeId}/records/{recordId} DeleteStoreRecord 200 DeleteRecordResponse
POST /v2/stores/{storeId}/records/batch BatchUpsertStoreRecords 200 BatchUpsertRecordsResponse BatchUpsertRecordsRequest
POST /v2/stores/{storeId}/records/delete-by-key DeleteStoreRecordByKey 200 DeleteRecordResponse StoreRecordRequest
POST /v2/stores/{storeId}/records/lookup LookupStoreRecord 200 StoreRecordResponse StoreRecordRequest
POST /v2/stores/{storeId}/records/validate ValidateStoreRecord 200 StoreRecordResponse StoreRecordRequest
POST /v2/stores/{storeId}/records/search SearchStoreRecords 200 SearchRecordsResponse SearchRecordsRequest
POST /v2/stores/{storeId}/records/count CountStoreRecords 200 CountRecordsResponse CountRecordsRequest
POST /v2/stores/{storeId}/records/aggregate AggregateStoreRecords 200 AggregateRecordsResponse AggregateRecordsRequest
POST /v2/stores/{storeId}/records/summarize SummarizeRecords 200 SummarizeRecordsResponse SummarizeRecordsRequest
POST /v2/stores/{storeId}/records/batch-delete BatchDeleteStoreRecords 200 BatchDeleteRecordsResponse BatchDeleteRecordsRequest
GET /v2/stores/{storeId}/records/export ExportStoreRecords 200
POST /v2/stores/{storeId}/records/query QueryStoreRecords 200 QueryRecordsResponse QueryRecordsRequest
POST /v2/stores/{storeId}/records/export ExportMatchingRecords 200 ExportRecordsRequest
GET /v2/fonts ListFonts 200 FontList
POST /v2/fonts UploadFont 201 FontSummary UploadFontRequest
POST /v2/fonts/from-url AddFontFromUrl 201 FontSummary AddFontRequest
DELETE /v2/fonts/{id} DeleteFont 204
POST /v2/timer-frames CreateTimerFrame 200 TimerFrameResponse CreateTimerFrameRequest
GET /v2/timer-frames/{timerFrameId} GetTimerFrame 200 TimerFrameResponse
PATCH /v2/timer-frames/{timerFrameId} UpdateTimerFrame 200 TimerFrameResponse UpdateTimerFrameRequest
DELETE /v2/timer-frames/{timerFrameId} DeleteTimerFrame 204
GET /v2/timer-frame-previews/{token}/{conversationId}/{timerFrameId} GetTimerFramePreview 200
POST /v2/timer-frames/{timerFrameId}/save SaveTimerFrame 200 SavedTimerFrameResponse SaveTimerFrameRequest
GET /v2/timers ListTimers 200 CursorPageOfTimerSummary
GET /v2/timers/{id} GetTimer 200 TimerDetail
DELETE /v2/timers/{id} DeleteTimer 204
POST /v2/timers/{id}/draft DraftTimer 200 TimerFrameResponse DraftTimerRequest
GET /v2/timer-presets ListTimerPresets 200 TimerPresetList
GET /v2/timer-frames ListTimerFrames 200 TimerFrameList
GET /v2/live-image-drafts ListLiveImageDrafts 200 LiveImageDraftList
POST /v2/live-image-drafts CreateLiveImageDraft 200 LiveImageDraftResponse CreateLiveImageDraftRequest
GET /v2/live-image-drafts/{draftId} GetLiveImageDraft 200 LiveImageDraftResponse
PATCH /v2/live-image-drafts/{draftId} UpdateLiveImageDraft 200 LiveImageDraftResponse UpdateLiveImageDraftRequest
DELETE /v2/live-image-drafts/{draftId} DeleteLiveImageDraft 204
POST /v2/live-image-drafts/{draftId}/resolve ResolveLiveImageDraft 200 ResolveLiveImageResponse ResolveLiveImageDraftRequest
POST /v2/live-image-drafts/{draftId}/save SaveLiveImageDraft 200 LiveImageHtmlResponse SaveLiveImageDraftRequest
GET /v2/live-image-previews/{token}/{conversationId}/{draftId} GetLiveImagePreview 200
GET /v2/live-images ListLiveImages 200 CursorPageOfLiveImageSummary
GET /v2/live-images/{id} GetLiveImage 200 LiveImageDetail
DELETE /v2/live-images/{id} DeleteLiveImage 204
POST /v2/live-images/{id}/draft DraftLiveImage 200 LiveImageDraftResponse DraftLiveImageRequest
POST /v2/live-images/{id}/resolve ResolveLiveImage 200 ResolveLiveImageResponse ResolveLiveImageRequest
POST /v2/live-images/{id}/html GetLiveImageHtml 200 LiveImageHtmlResponse LiveImageHtmlRequest
POST /v2/live-images/{id}/links MakeLiveImageLinks 200 LiveLinksResponse LiveLinksRequest
PATCH /v2/timers/{id}/target-date UpdateTimerTargetDate 200 TimerTargetDateResponse UpdateTimerTargetDateRequest`
  .trim()
  .split('\n');

const { send } = await createFixture();

async function fetchDocument(path: string): Promise<OpenApiDocument> {
  const response = await send('GET', path, { key: null });
  expect(response.status).toBe(200);
  expect(response.headers.get('content-type')).toBe('application/json');
  return (await response.json()) as OpenApiDocument;
}

describe.each(['/v2/openapi.json', '/admin/openapi.json'])('%s', (path) => {
  test('is valid OpenAPI 3.1, version 1.0.0, without a key', async () => {
    const document = await fetchDocument(path);
    expect(document.openapi).toBe('3.1.0');
    expect(document.info.version).toBe('1.0.0');
    expect(await new Validator().validate({ ...document })).toEqual({ valid: true });
  });

  test('every reference has a definition, and every schema is referenced', async () => {
    const document = await fetchDocument(path);
    const text = JSON.stringify(document);
    const used = new Set(
      [...text.matchAll(/"#\/components\/(schemas|responses)\/(\w+)"/g)].map(
        ([, kind, id]) => `${kind} ${id}`,
      ),
    );
    const defined = ['schemas', 'responses'].flatMap((kind) =>
      Object.keys(document.components[kind] ?? {}).map((id) => `${kind} ${id}`),
    );
    expect(defined).toEqual(expect.arrayContaining([...used]));
    expect([...used].filter((id) => id.startsWith('schemas')).sort()).toEqual(
      defined.filter((id) => id.startsWith('schemas')).sort(),
    );
  });

  test('every operation describes its parameters, errors and security scheme', async () => {
    const { paths, security } = await fetchDocument(path);
    expect(security).toEqual([{ apiKey: [] }]);
    for (const [template, item] of Object.entries(paths)) {
      const names = [...template.matchAll(/\{(\w+)\}/g)].map(([, name]) => name);
      for (const { parameters = [], responses, summary, security: own } of Object.values(item)) {
        const inPath = parameters as { in: string; name: string; description?: string }[];
        expect(inPath.filter((one) => one.in === 'path').map(({ name }) => name)).toEqual(names);
        for (const { description } of inPath) expect(description).toBeTruthy();
        const isOpen = own?.length === 0;
        for (const status of ['500', '503']) expect(responses).toHaveProperty(status);
        expect(Object.hasOwn(responses, '401')).toBe(!isOpen);
        if (isOpen) expect(names).toContain('token');
        if (names.length > 0) expect(responses).toHaveProperty('404');
        expect(summary).toBeTruthy();
      }
    }
  });
});

test('the operations are the documented ones and their extensions, with their request and response names', async () => {
  const { paths } = await fetchDocument('/v2/openapi.json');
  const found = Object.entries(paths).flatMap(([path, item]) =>
    Object.entries(item).map(([method, { operationId, responses, requestBody }]) => {
      const [status = ''] = Object.keys(responses).filter((code) => code < '300');
      const names = [responses[status], requestBody].map(
        (part) => /schemas\/(\w+)/.exec(JSON.stringify(part ?? ''))?.[1],
      );
      return [method.toUpperCase(), path, operationId, status, ...names]
        .filter((word) => word !== undefined)
        .join(' ');
    }),
  );
  expect(found.sort()).toEqual([...OPERATIONS].sort());
});

test('a form is described as multipart/form-data, its file as binary', async () => {
  const described = [
    (await fetchDocument('/v2/openapi.json')).paths['/v2/fonts']?.post,
    (await fetchDocument('/admin/openapi.json')).paths['/admin/images']?.post,
  ];
  for (const operation of described) {
    expect(operation?.requestBody).toMatchObject({ required: true });
    expect(JSON.stringify(operation?.requestBody)).toMatch(/"multipart\/form-data":\{"schema":\{"\$ref"/);
  }
  const { components } = await fetchDocument('/v2/openapi.json');
  expect(components.schemas?.UploadFontRequest).toMatchObject({
    properties: { file: { type: 'string', format: 'binary' } },
    required: ['file'],
  });
});

test('a limit in a query is an int32, and the body of CreateStore is optional', async () => {
  const { paths } = await fetchDocument('/v2/openapi.json');
  const list = paths['/v2/stores']?.get;
  expect(list?.parameters?.[0]).toMatchObject({
    name: 'limit',
    in: 'query',
    required: false,
    schema: { type: 'integer', format: 'int32' },
  });
  expect(paths['/v2/stores']?.post?.requestBody).toMatchObject({ required: false });
});
