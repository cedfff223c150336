import { expect, test } from 'vitest';
import { verifies } from '../requirements.ts';
import { addRecord, createStore, recordsPath } from './arrange.ts';
import { contractChecker, type OpenApiDocument } from './contract-check.ts';
import { onOneStorage, type World } from './world.ts';

/** The operationId of each method and path in interface.md. */
const documented = {
  'GET /v2/whoami': 'WhoAmI',
  'GET /v2/stores': 'ListStores',
  'POST /v2/stores': 'CreateStore',
  'GET /v2/stores/access': 'GetStoreAccess',
  'GET /v2/stores/{storeId}': 'GetStore',
  'PATCH /v2/stores/{storeId}': 'UpdateStore',
  'DELETE /v2/stores/{storeId}': 'DeleteStore',
  'POST /v2/stores/{storeId}/properties': 'AddStoreProperty',
  'PATCH /v2/stores/{storeId}/properties/{propertyName}': 'UpdateStoreProperty',
  'DELETE /v2/stores/{storeId}/properties/{propertyName}': 'DeleteStoreProperty',
  'GET /v2/stores/{storeId}/records': 'ListStoreRecords',
  'POST /v2/stores/{storeId}/records': 'AddStoreRecord',
  'GET /v2/stores/{storeId}/records/{recordId}': 'GetStoreRecord',
  'PATCH /v2/stores/{storeId}/records/{recordId}': 'PatchStoreRecord',
  'DELETE /v2/stores/{storeId}/records/{recordId}': 'DeleteStoreRecord',
  'POST /v2/stores/{storeId}/records/batch': 'BatchUpsertStoreRecords',
  'POST /v2/stores/{storeId}/records/delete-by-key': 'DeleteStoreRecordByKey',
  'POST /v2/stores/{storeId}/records/lookup': 'LookupStoreRecord',
  'POST /v2/stores/{storeId}/records/validate': 'ValidateStoreRecord',
  'POST /v2/stores/{storeId}/records/search': 'SearchStoreRecords',
  'POST /v2/stores/{storeId}/records/count': 'CountStoreRecords',
  'POST /v2/stores/{storeId}/records/aggregate': 'AggregateStoreRecords',
  'POST /v2/stores/{storeId}/records/batch-delete': 'BatchDeleteStoreRecords',
  'GET /v2/stores/{storeId}/records/export': 'ExportStoreRecords',
  'POST /v2/timer-frames': 'CreateTimerFrame',
  'GET /v2/timer-frames/{timerFrameId}': 'GetTimerFrame',
  'PATCH /v2/timer-frames/{timerFrameId}': 'UpdateTimerFrame',
  'DELETE /v2/timer-frames/{timerFrameId}': 'DeleteTimerFrame',
  'POST /v2/timer-frames/{timerFrameId}/save': 'SaveTimerFrame',
  'GET /v2/timer-frame-previews/{token}/{conversationId}/{timerFrameId}': 'GetTimerFramePreview',
  'PATCH /v2/timers/{id}/target-date': 'UpdateTimerTargetDate',
};

/** Request and response names of interface.md that are implemented. */
const schemaNames = [
  'WhoAmIResponse',
  'MapResponse',
  'UpdateMapRequest',
  'CursorPageOfLocationResponse',
  'AddLocationRequest',
  'LocationResponse',
  'UpdateLocationRequest',
  'CursorPageOfStoreSummary',
  'CreateStoreRequest',
  'StoreDetail',
  'StoreAccessResponse',
  'UpdateStoreRequest',
  'DeleteStoreResponse',
  'StorePropertyRequest',
  'UpdatePropertyRequest',
  'CursorPageOfStoreRecordResponse',
  'StoreRecordResponse',
  'DeleteRecordResponse',
  'BatchUpsertRecordsRequest',
  'BatchUpsertRecordsResponse',
  'SearchRecordsRequest',
  'SearchRecordsResponse',
  'CountRecordsRequest',
  'CountRecordsResponse',
  'AggregateRecordsRequest',
  'AggregateRecordsResponse',
  'BatchDeleteRecordsRequest',
  'BatchDeleteRecordsResponse',
  'CreateTimerFrameRequest',
  'TimerFrameResponse',
  'UpdateTimerFrameRequest',
  'SaveTimerFrameRequest',
  'SavedTimerFrameResponse',
  'HttpValidationProblemDetails',
];

async function readDocument({ anonymous }: World, path: string): Promise<OpenApiDocument> {
  const { status, body } = await anonymous.get<OpenApiDocument>(path);
  expect(status).toBe(200);
  return body;
}

onOneStorage((arrange) => {
  test(
    'serves OpenAPI 3.1 documents of version 1.0.0 without a key',
    verifies('openapi.document', 'openapi.no-key', 'openapi.docs', 'versioning.document', 'admin.openapi'),
    async () => {
      const world = await arrange();
      for (const path of ['/v2/openapi.json', '/admin/openapi.json']) {
        const document = await readDocument(world, path);
        expect(document.openapi).toMatch(/^3\.1\./);
        expect(document.info.version).toBe('1.0.0');
      }
      const docs = await world.anonymous.get('/docs');
      expect(docs.status).toBe(200);
      expect(docs.headers.get('content-type')).toMatch(/^text\/html/);
    },
  );

  test(
    'names operations and schemas as the interface document does',
    verifies('openapi.operation-ids', 'openapi.schema-names', 'versioning.prefix'),
    async () => {
      const document = await readDocument(await arrange(), '/v2/openapi.json');
      const ids = Object.entries(document.paths).flatMap(([path, methods]) =>
        Object.entries(methods).map(([method, { operationId }]) => [
          `${method.toUpperCase()} ${path}`,
          operationId,
        ]),
      );
      expect(Object.fromEntries(ids)).toMatchObject(documented);
      for (const path of Object.keys(document.paths)) expect(path).toMatch(/^\/v2\//);
      expect(Object.keys(document.components?.schemas ?? {})).toEqual(expect.arrayContaining(schemaNames));
    },
  );

  test('detects a response that does not match the document', verifies('openapi.truth'), async () => {
    const world = await arrange();
    const store = await createStore(world.a, { sku: 'unique string' });
    await addRecord(world.a, store, { sku: 'a' });
    const check = contractChecker([await readDocument(world, '/v2/openapi.json')]);
    const request = { method: 'GET', path: `/v2/stores/${store.id}` };
    const good = await world.a.get(request.path);
    expect(check(request, good)).toEqual([]);
    const changed: object[] = [
      { recordCount: '0' },
      { status: 'GONE' },
      { properties: [{ name: 'x' }] },
      { id: undefined },
    ];
    for (const change of changed) {
      expect(check(request, { ...good, body: { ...(good.body as object), ...change } })).toHaveLength(1);
    }
    expect(check(request, { ...good, status: 202 })).toHaveLength(1);
    const listed = await world.a.get(recordsPath(store));
    expect(
      check({ method: 'GET', path: recordsPath(store) }, { ...listed, body: { items: [{}], limit: 1 } }),
    ).toHaveLength(1);
  });

  test('contains no broken references', verifies('openapi.document'), async () => {
    const world = await arrange();
    for (const path of ['/v2/openapi.json', '/admin/openapi.json']) {
      const text = JSON.stringify(await readDocument(world, path));
      const document = JSON.parse(text) as Record<string, unknown>;
      for (const [, pointer = ''] of text.matchAll(/"\$ref":"#\/([^"]+)"/g)) {
        const found = pointer
          .split('/')
          .reduce<unknown>((value, step) => (value as Record<string, unknown> | undefined)?.[step], document);
        expect(found, pointer).toBeDefined();
      }
    }
  });
});
