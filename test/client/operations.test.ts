import { type Client, createClient, type Routes } from '@vitrine/client';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createClient as createTestClient, ORIGIN } from '../e2e/client.ts';
import { contractChecker, type OpenApiDocument } from '../e2e/contract-check.ts';
import type { Targets } from '../e2e/operations.ts';
import { fontFile, picture } from '../e2e/samples.ts';
import { createTargets } from '../e2e/targets.ts';
import { rejection } from './assert.ts';
import { startTestServer, type TestServer } from './servers.ts';

type OperationId = Routes[keyof Routes]['operation'];
type Call = (v: Client, targets: Targets) => PromiseLike<unknown>;

const draft = ({ timerFrameId }: Targets) => ({ timerFrameId, conversationId: 'chat' });
const liveDraft = ({ draftId }: Targets) => ({ draftId, conversationId: 'chat' });
const store = (v: Client, { storeId }: Targets) => v.store(storeId);
const file = new Uint8Array(picture());

/** A method of the client for each operation. One that is missing does not compile. */
const calls = {
  WhoAmI: (v) => v.whoami(),
  ListImageTypes: (v) => v.images.types(),
  GetImageThumbnail: async (v, { imageId }) => v.images.thumbnail(await v.images.get(imageId)),
  ListImages: (v) => v.images.list({ type: 'static' }),
  GetImage: (v, { imageId }) => v.images.get(imageId),
  RenameImage: (v, { imageId }) => v.images.rename(imageId, 'Renamed'),
  MoveImage: (v, { imageId }) => v.images.move(imageId, 'spring'),
  LookupImageByUrl: (v, { productionUrl }) => v.images.lookup(productionUrl),
  DeleteImage: (v, { imageId }) => v.images.delete(imageId),
  RestoreImage: (v, { imageId }) => v.images.restore(imageId),
  AddImage: (v) => v.images.add(file, { name: 'dot' }),
  GetMap: (v, { mapId }) => v.maps.get(mapId),
  UpdateMap: (v, { mapId }) => v.maps.update(mapId, { name: 'Renamed' }),
  ListMaps: (v) => v.maps.list(),
  CreateMap: (v) => v.maps.create({ name: 'Made' }),
  SearchLocations: (v, { mapId }) => v.locations.search(mapId, { limit: 1 }),
  AddLocation: (v, { mapId }) => v.locations.add(mapId, { lat: 1, lng: 2 }),
  GetLocation: (v, { mapId, locationId }) => v.locations.get(mapId, locationId),
  UpdateLocation: (v, { mapId, locationId }) => v.locations.update(mapId, locationId, { name: 'Renamed' }),
  DeleteLocation: (v, { mapId, locationId }) => v.locations.delete(mapId, locationId),
  DeleteMap: (v, { mapId }) => v.maps.delete(mapId),
  ListStores: (v) => v.stores.list(),
  InferStore: (v) => v.stores.infer(new TextEncoder().encode('sku,n\na,1\n')),
  CreateStore: (v) => v.stores.create({ name: 'Made', properties: [{ name: 'p', type: 'string' }] }),
  GetStoreAccess: (v) => v.stores.access(),
  GetStore: (v, { storeId }) => v.stores.get(storeId),
  UpdateStore: (v, { storeId }) => v.stores.update(storeId, { description: 'changed' }),
  AddStoreProperty: (v, { storeId }) => v.stores.properties.add(storeId, { name: 'more', type: 'string' }),
  UpdateStoreProperty: (v, { storeId }) => v.stores.properties.update(storeId, 'more', { description: 'x' }),
  RenameStoreProperty: (v, { storeId }) => v.stores.properties.rename(storeId, 'more', 'other'),
  ChangeStorePropertyType: (v, { storeId }) =>
    v.stores.properties.changeType(storeId, 'other', { type: 'number', dryRun: true }),
  DeleteStoreProperty: (v, { storeId }) => v.stores.properties.delete(storeId, 'other'),
  ListStoreRecords: (v, targets) => store(v, targets).list(),
  AddStoreRecord: (v, targets) => store(v, targets).add({ sku: 'added' }),
  GetStoreRecord: (v, targets) => store(v, targets).get(targets.recordId),
  PatchStoreRecord: (v, targets) => store(v, targets).patch(targets.recordId, { note: 'changed' }),
  BatchUpsertStoreRecords: (v, targets) => store(v, targets).upsertMany([{ sku: 'batched' }]),
  LookupStoreRecord: (v, targets) => store(v, targets).lookup({ sku: targets.recordId }),
  ValidateStoreRecord: (v, targets) => store(v, targets).validate({ sku: 'candidate' }),
  SearchStoreRecords: (v, targets) => store(v, targets).search(),
  CountStoreRecords: (v, targets) => store(v, targets).count(),
  AggregateStoreRecords: (v, targets) => store(v, targets).aggregate({ field: 'amount', op: 'sum' }),
  SummarizeRecords: (v, targets) => store(v, targets).summarize({ measures: [{ op: 'count' }] }),
  QueryStoreRecords: (v, targets) => store(v, targets).query(),
  ExportStoreRecords: async (v, targets) => new Response(await store(v, targets).export({ limit: 1 })).text(),
  ExportMatchingRecords: async (v, targets) => new Response(await store(v, targets).export()).text(),
  DeleteStoreRecordByKey: (v, targets) => store(v, targets).delete({ sku: 'added' }),
  StartImport: (v, { storeId }) =>
    v.stores.imports.start(storeId, new TextEncoder().encode('sku\nimported\n'), { dryRun: true }),
  ListImports: (v, { storeId }) => v.stores.imports.list(storeId),
  GetImport: (v, { storeId, importId }) => v.stores.imports.get(storeId, importId),
  GetRefusedRecords: async (v, { storeId, importId }) =>
    new Response(await v.stores.imports.refused(storeId, importId)).text(),
  ListChanges: (v, { storeId }) => v.stores.listChanges(storeId),
  QueryChanges: (v, { storeId }) => v.stores.queryChanges(storeId, {}),
  CreateView: (v, { storeId }) => v.stores.views.create(storeId, { name: 'Made', kind: 'chart' }),
  ListViews: (v, { storeId }) => v.stores.views.list(storeId, { kind: 'records' }),
  GetView: (v, { storeId, viewId }) => v.stores.views.get(storeId, viewId),
  UpdateView: (v, { storeId, viewId }) => v.stores.views.update(storeId, viewId, { name: 'Renamed' }),
  DeleteView: (v, { storeId, viewId }) => v.stores.views.delete(storeId, viewId),
  CreateWebhook: (v) => v.webhooks.create({ url: 'https://receiver.example/', events: ['record.*'] }),
  ListWebhooks: (v) => v.webhooks.list(),
  GetWebhook: (v, { webhookId }) => v.webhooks.get(webhookId),
  UpdateWebhook: (v, { webhookId }) => v.webhooks.update(webhookId, { description: 'changed' }),
  TestWebhook: (v, { webhookId }) => v.webhooks.test(webhookId),
  RotateWebhookSecret: (v, { webhookId }) => v.webhooks.rotateSecret(webhookId),
  EnableWebhook: (v, { webhookId }) => v.webhooks.enable(webhookId),
  ListWebhookDeliveries: (v, { webhookId }) => v.webhooks.deliveries(webhookId),
  // Refused: there is no delivery, and no change.
  RetryWebhookDelivery: (v, { webhookId }) => rejection(v.webhooks.retry(webhookId, 'msg_none')),
  ReplayWebhook: (v, { webhookId }) => rejection(v.webhooks.replay(webhookId, 'nowhere')),
  DeleteWebhook: (v, { webhookId }) => v.webhooks.delete(webhookId),
  CancelImport: (v, { storeId, importId }) => v.stores.imports.cancel(storeId, importId),
  DeleteStoreRecord: (v, targets) => store(v, targets).delete(targets.recordId),
  BatchDeleteStoreRecords: (v, targets) => store(v, targets).deleteMany(['batched']),
  ListRecordHistory: (v, targets) => store(v, targets).history.of(targets.recordId),
  ListDeletedRecords: (v, targets) => store(v, targets).history.deleted({ q: 'x' }),
  RestoreRecords: (v, targets) => store(v, targets).history.restore({ ids: ['one'] }),
  GetRestore: (v, targets) => store(v, targets).history.getRestore(targets.restoreId),
  ListRestoreResults: (v, targets) => store(v, targets).history.restoreResults(targets.restoreId),
  PurgeDeletedRecords: (v, targets) => store(v, targets).history.purge(),
  DeleteStore: (v, { storeId }) => v.stores.delete(storeId),
  RestoreStore: (v, { storeId }) => v.stores.restore(storeId),
  ListFonts: (v) => v.fonts.list({ scope: 'custom' }),
  UploadFont: (v) => v.fonts.upload(new Uint8Array(fontFile())),
  // Refused, like every address that is not public.
  AddFontFromUrl: (v) => rejection(v.fonts.addFromUrl('http://127.0.0.1:1/font.ttf')),
  DeleteFont: (v, { fontId }) => v.fonts.delete(fontId),
  ListTimerFrames: (v) => v.timers.drafts.list(),
  CreateTimerFrame: (v) => v.timers.drafts.create(),
  GetTimerFrame: (v, targets) => v.timers.drafts.get(draft(targets)),
  UpdateTimerFrame: (v, targets) => v.timers.drafts.update(draft(targets), { frames: 1 }),
  GetTimerFramePreview: async (v, targets) =>
    v.timers.drafts.preview(await v.timers.drafts.get(draft(targets))),
  SaveTimerFrame: (v, targets) => v.timers.drafts.save(draft(targets)),
  DeleteTimerFrame: (v, targets) => v.timers.drafts.delete(draft(targets)),
  UpdateTimerTargetDate: (v, { timerId }) => v.timers.setTargetDate(timerId, { targetDate: '2030-01-01' }),
  ListTimers: (v) => v.timers.list(),
  GetTimer: (v, { timerId }) => v.timers.get(timerId),
  DraftTimer: (v, { timerId }) => v.timers.draft(timerId),
  DeleteTimer: (v, { timerId }) => v.timers.delete(timerId),
  ListTimerPresets: (v) => v.timers.presets(),
  ListLiveImageDrafts: (v) => v.liveImages.drafts.list(),
  CreateLiveImageDraft: (v) => v.liveImages.drafts.create(),
  GetLiveImageDraft: (v, targets) => v.liveImages.drafts.get(liveDraft(targets)),
  UpdateLiveImageDraft: (v, targets) => v.liveImages.drafts.update(liveDraft(targets), { width: 300 }),
  ResolveLiveImageDraft: (v, targets) => v.liveImages.drafts.resolve(liveDraft(targets)),
  GetLiveImagePreview: async (v, targets) =>
    v.liveImages.drafts.preview(await v.liveImages.drafts.get(liveDraft(targets)), { client: 'gmail' }),
  SaveLiveImageDraft: (v, targets) => v.liveImages.drafts.save(liveDraft(targets)),
  DeleteLiveImageDraft: (v, targets) => v.liveImages.drafts.delete(liveDraft(targets)),
  ListLiveImages: (v) => v.liveImages.list(),
  GetLiveImage: (v, { liveImageId }) => v.liveImages.get(liveImageId),
  DraftLiveImage: (v, { liveImageId }) => v.liveImages.draft(liveImageId),
  ResolveLiveImage: (v, { liveImageId }) => v.liveImages.resolve(liveImageId),
  GetLiveImageHtml: (v, { liveImageId }) => v.liveImages.html(liveImageId, { mergeTags: 'brevo' }),
  MakeLiveImageLinks: (v, { liveImageId }) => v.liveImages.links(liveImageId, { links: [{}] }),
  DeleteLiveImage: (v, { liveImageId }) => v.liveImages.delete(liveImageId),
  GetImageHosts: (v) => v.imageHosts.get(),
  SetImageHosts: (v) => v.imageHosts.set(['cdn.example.com']),
  GetStatus: (v) => v.status(),
  GetUsage: (v) => v.usage(),
  RetryJob: (v, { jobId }) => v.jobs.retry(jobId),
  CreateApiKey: (v, { storeId }) => v.keys.create({ name: 'made', storeId }),
  ListApiKeys: (v) => v.keys.list(),
  RevokeApiKey: (v, { keyId }) => v.keys.revoke(keyId),
} satisfies Record<OperationId, Call>;

/** Operations that need what others delete come first. */
const order = Object.keys(calls).sort(
  (a, b) => Number(/^Delete(Store|Map)$/.test(a)) - Number(/^Delete(Store|Map)$/.test(b)),
);
const byId: Readonly<Record<string, Call>> = calls;

let server: TestServer;
let documents: OpenApiDocument[];

beforeAll(async () => {
  server = await startTestServer('SQLite file', ORIGIN);
  documents = await Promise.all(
    ['/v2/openapi.json', '/admin/openapi.json'].map(
      async (path) => (await (await fetch(server.url + path)).json()) as OpenApiDocument,
    ),
  );
});

afterAll(() => server.stop());

test('every operation of both OpenAPI documents has a method, and its response is that of the document', async () => {
  const described = documents.flatMap(({ paths }) =>
    Object.entries(paths).flatMap(([path, item]) =>
      Object.entries(item).map(([method, { operationId = '' }]) => ({ path, method, operationId })),
    ),
  );
  expect(described.map(({ operationId }) => operationId).filter((id) => byId[id] === undefined)).toEqual([]);

  const check = contractChecker(documents);
  const findings: string[] = [];
  let reached: string[] = [];
  const v = createClient({
    url: server.url,
    key: server.key,
    fetch: async (url, init) => {
      const response = await fetch(url, init);
      const { pathname, search } = new URL(url);
      const method = init.method ?? '';
      const bytes = new Uint8Array(await response.clone().arrayBuffer());
      const text = new TextDecoder().decode(bytes);
      const isJson = /json/.test(response.headers.get('content-type') ?? '');
      const body: unknown = isJson && text !== '' ? JSON.parse(text) : undefined;
      const { status, headers } = response;
      findings.push(...check({ method, path: pathname + search }, { status, headers, text, bytes, body }));
      const route = described.find(
        (one) => one.method === method.toLowerCase() && isPathOf(one.path, pathname),
      );
      reached.push(route?.operationId ?? `${method} ${pathname}`);
      return response;
    },
  });
  const { vitrine, principal, storage, key, url } = server;
  const a = createTestClient((request) => fetch(new Request(request.url.replace(ORIGIN, url), request)), key);
  const targets = await createTargets({ a, vitrine, principal, storage });
  const missed: string[] = [];
  for (const id of order) {
    reached = [];
    await byId[id]?.(v, targets);
    if (!reached.includes(id)) missed.push(`${id}: ${reached.join(', ')}`);
  }
  expect(missed).toEqual([]);
  expect(findings).toEqual([]);
});

test('sends an Idempotency-Key exactly where the server takes it', async () => {
  const takes = documents.flatMap(({ paths }) =>
    Object.values(paths).flatMap((item) =>
      Object.values(item)
        .filter((operation) => JSON.stringify(operation).includes('Idempotency-Key'))
        .map(({ operationId = '' }) => operationId),
    ),
  );
  // These may be repeated without a key.
  const repeatable = ['BatchDeleteStoreRecords', 'DeleteStoreRecordByKey'];
  const sent = new Set<string>();
  const targets = {
    storeId: '0123456789abcdef',
    recordId: 'a',
    importId: 'a',
    restoreId: 'a',
    viewId: 'a',
    keyId: 'a',
    imageId: 1,
    productionUrl: 'x',
    thumbnailPath: '',
    fontId: 1,
    timerFrameId: 'a',
    previewPath: '',
    timerId: 1,
    mapId: 1,
    draftId: 'a',
    livePreviewPath: '/a',
    liveImageId: 1,
    locationId: 'a',
    jobId: 1,
    webhookId: 'w',
  };
  for (const [id, call] of Object.entries(byId)) {
    const v = createClient({
      url: 'http://vitrine.test',
      fetch: async (_url, { method, headers }) => {
        if (new Headers(headers).has('idempotency-key')) sent.add(id);
        return Response.json(
          method === 'GET'
            ? { id: targets.storeId, thumbnailUrl: 'http://x/1/2', previewUrl: 'http://x/1/2/3' }
            : { results: [] },
        );
      },
    });
    await Promise.resolve(call(v, targets)).catch(() => undefined);
  }
  expect([...sent].sort()).toEqual([...new Set(takes)].filter((id) => !repeatable.includes(id)).sort());
});

function isPathOf(template: string, path: string): boolean {
  const [expected, actual] = [template.split('/'), path.split('/')];
  return (
    expected.length === actual.length &&
    expected.every((step, index) => step === actual[index] || step.startsWith('{')) &&
    // /records/export is not a record, and /stores/access is not a store.
    (template.includes('{recordId}') ? actual.at(-1) !== 'export' : true) &&
    (template.endsWith('{storeId}') ? actual.at(-1) !== 'access' : true)
  );
}
