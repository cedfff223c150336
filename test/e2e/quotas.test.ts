import type { AccountUsageResponse, BatchUpsertRecordsResponse, StoreDetail } from '@vitrine/core/contracts';
import { expect, test } from 'vitest';
import { verifies } from '../requirements.ts';
import { addRecord, createStore, expectProblem, recordsPath } from './arrange.ts';
import type { Client, ClientResponse } from './client.ts';
import { fontFile, picture } from './samples.ts';
import { onEveryStorage } from './world.ts';

const RESOURCES = [
  'stores',
  'records',
  'images',
  'imageBytes',
  'fonts',
  'fontBytes',
  'maps',
  'locations',
  'queuedGeocodes',
  'keys',
  'queuedImports',
  'importBytes',
  'webhooks',
  'idempotencyBytes',
] as const;

function expectQuota(response: ClientResponse<unknown>, resource: (typeof RESOURCES)[number]): void {
  expectProblem(response, 403, 'quota_exceeded');
  expect(response.body).toMatchObject({ detail: expect.stringContaining(`"${resource}"`) });
}

async function usageOf(client: Client): Promise<AccountUsageResponse['resources']> {
  const { status, body } = await client.get<AccountUsageResponse>('/admin/usage');
  expect(status).toBe(200);
  return body.resources;
}

function addImage(client: Client, name = 'dot.png') {
  return client.send<{ id: number }>('POST', '/v2/images', { form: [['file', { bytes: picture(), name }]] });
}

onEveryStorage((arrange) => {
  test(
    'sets no limits by default, and reports the usage',
    verifies('quotas.off', 'quotas.usage'),
    async () => {
      const { a, b, accountId } = await arrange();
      const store = await createStore(a, { sku: 'unique string' });
      await addRecord(a, store, { sku: 'one' });
      await createStore(b, { sku: 'string' });
      const { status, body } = await a.get<AccountUsageResponse>('/admin/usage');
      expect({ status, body }).toEqual({
        status: 200,
        body: {
          accountId,
          resources: {
            ...Object.fromEntries(RESOURCES.map((resource) => [resource, { used: 0, limit: null }])),
            stores: { used: 1, limit: null },
            records: { used: 1, limit: null },
            keys: { used: 1, limit: null },
            // All accounts share the queue of imports.
            queuedImports: { used: 0, limit: 100 },
            webhooks: { used: 0, limit: 20 },
          },
        },
      });
    },
  );

  test(
    'returns 403 with the name of a reached quota for everything that would exceed it, and allows the rest',
    verifies('quotas.reached'),
    async () => {
      const { a, b, vitrine, accountId } = await arrange();
      const store = await createStore(a, { sku: 'unique string', note: 'string' });
      await addRecord(a, store, { sku: 'one' });
      const map = (await a.post<{ id: number }>('/v2/maps', { name: 'Shops' })).body;
      const locations = `/v2/maps/${map.id}/locations`;
      expect((await a.post(locations, { address: 'Here 1' })).status).toBe(201);
      const image = await addImage(a);
      const font = { form: [['file', { bytes: fontFile(), name: 'sample.woff2' }]] } as const;
      const frame = await a.post<{ timerFrameId: string }>('/v2/timer-frames', { conversationId: 'chat' });
      const used = await usageOf(a);
      await vitrine.accounts.changeLimits(
        accountId,
        Object.fromEntries(RESOURCES.map((resource) => [resource, used[resource].used])),
      );

      expectQuota(
        await a.post('/v2/stores', { name: 'x', properties: [{ name: 'p', type: 'string' }] }),
        'stores',
      );
      expectQuota(await a.post(recordsPath(store), { sku: 'two' }), 'records');
      expectProblem(await a.post(recordsPath(store), { sku: 'one' }), 400, 'record_exists');
      expectQuota(await addImage(a), 'images');
      const save = `/v2/timer-frames/${frame.body.timerFrameId}/save`;
      expectQuota(await a.post(save, { conversationId: 'chat' }), 'images');
      expectQuota(await a.send('POST', '/v2/fonts', font), 'fonts');
      expectQuota(await a.post(locations, { lat: 1, lng: 2 }), 'locations');
      expectQuota(await a.post('/admin/keys', { name: 'x' }), 'keys');
      expect(await usageOf(a)).toEqual(
        Object.fromEntries(
          RESOURCES.map((resource) => [resource, { ...used[resource], limit: used[resource].used }]),
        ),
      );

      // Writes that create nothing still work, and so do other accounts.
      expect((await a.patch(`${recordsPath(store)}/one`, { note: 'changed' })).status).toBe(200);
      await createStore(b, { sku: 'string' });
      await vitrine.accounts.changeLimits(accountId, { locations: null });
      expectQuota(await a.post(locations, { address: 'There 2' }), 'queuedGeocodes');
      const place = await a.post<{ id: string }>(locations, { lat: 1, lng: 2 });
      expect(place.status).toBe(201);
      expectQuota(
        await a.patch(`${locations}/${place.body.id}`, { address: 'There 2', lat: null, lng: null }),
        'queuedGeocodes',
      );

      // Freed room can be used, immediately where counting is fast. The bytes of deleted images are not freed, because
      // the images can be restored.
      const wait = { timeout: 20_000 };
      await a.delete(`${recordsPath(store)}/one`);
      await expect
        .poll(async () => (await a.post(recordsPath(store), { sku: 'two' })).status, wait)
        .toBe(201);
      await a.delete(`/v2/images/${image.body.id}`);
      await expect.poll(async () => (await addImage(a)).text, wait).toContain('imageBytes');
      await vitrine.accounts.changeLimits(accountId, { imageBytes: null });
      expect((await addImage(a)).status).toBe(201);
      expectQuota(await a.post(`/v2/images/${image.body.id}/restore`), 'images');
      await vitrine.accounts.changeLimits(accountId, { images: null, fonts: 1, fontBytes: null });
      expect((await a.post(`/v2/images/${image.body.id}/restore`)).status).toBe(204);
      expect((await a.send('POST', '/v2/fonts', font)).status).toBe(201);
      // The same bytes are the same font.
      expect((await a.send('POST', '/v2/fonts', font)).status).toBe(201);
    },
  );

  test(
    'writes the records of a batch that fit, in order, and fails the others individually',
    verifies('quotas.batch'),
    async () => {
      const { a, vitrine, accountId } = await arrange();
      const store = await createStore(a, { sku: 'unique string', note: 'required string' });
      await addRecord(a, store, { sku: 'old', note: 'a' });
      await vitrine.accounts.changeLimits(accountId, { records: 3 });
      const records = [
        { sku: 'first', note: 'a' },
        { sku: 'old', note: 'b' },
        { sku: 'incomplete' },
        { sku: 'second', note: 'a' },
        { sku: 'first', note: 'c' },
        { sku: 'third', note: 'a' },
        { sku: 'third', note: 'b' },
      ];
      const { status, body } = await a.post<BatchUpsertRecordsResponse>(`${recordsPath(store)}/batch`, {
        records,
      });
      expect(status).toBe(200);
      expect(body).toMatchObject({ created: 2, updated: 2, failed: 3 });
      expect(body.results.map((result) => result.status)).toEqual([
        'created',
        'updated',
        'failed',
        'created',
        'updated',
        'failed',
        'failed',
      ]);
      const [, , incomplete, , , third] = body.results;
      expect(incomplete?.errors).toEqual({ note: [expect.any(String)] });
      expect(third).toMatchObject({
        id: 'third',
        errors: { '': ['The quota "records" of the account is reached: at most 3.'] },
      });
      expect((await a.get<StoreDetail>(`/v2/stores/${store.id}`)).body.recordCount).toBe(3);

      const random = await createStore(a, { note: 'string' });
      const more = { records: Array.from({ length: 4 }, () => ({ note: 'x' })) };
      await vitrine.accounts.changeLimits(accountId, { records: 5 });
      const response = await a.post<BatchUpsertRecordsResponse>(`${recordsPath(random)}/batch`, more);
      expect(response.body).toMatchObject({ created: 2, updated: 0, failed: 2 });
      expect(response.body.results.map(({ id }) => id === null)).toEqual([false, false, true, true]);
    },
  );

  test(
    'exceeds no quota and leaves no room unused in a race of requests',
    verifies('quotas.races'),
    async () => {
      const { a, vitrine, accountId } = await arrange();
      const stores = [await createStore(a, { sku: 'unique string' }), await createStore(a, { n: 'number' })];
      await vitrine.accounts.changeLimits(accountId, { records: 60, stores: 5, keys: 4 });
      const racing = await Promise.all([
        ...Array.from({ length: 40 }, (_, i) =>
          a.post(recordsPath(stores[0] ?? { id: '' }), { sku: `s${i}` }),
        ),
        ...Array.from({ length: 20 }, () => a.post(recordsPath(stores[1] ?? { id: '' }), { n: 1 })),
        ...Array.from({ length: 8 }, (_, batch) =>
          a.post(`${recordsPath(stores[0] ?? { id: '' })}/batch`, {
            records: Array.from({ length: 10 }, (_, i) => ({ sku: `b${batch}-${i}` })),
          }),
        ),
        ...Array.from({ length: 10 }, () => createAnother(a)),
        ...Array.from({ length: 10 }, () => a.post('/admin/keys', { name: 'x' })),
      ]);
      for (const { status } of racing) expect([200, 201, 403]).toContain(status);
      expect(await usageOf(a)).toMatchObject({
        records: { used: 60, limit: 60 },
        stores: { used: 5, limit: 5 },
        keys: { used: 4, limit: 4 },
      });
    },
  );

  test('applies a quota that another server set within a second', verifies('quotas.reached'), async () => {
    const { a, storage, accountId } = await arrange();
    await createStore(a, { sku: 'string' });
    await storage.accounts.setLimits(accountId, { stores: 1 });
    await new Promise((resolve) => setTimeout(resolve, 1_100));
    expectQuota(await createAnother(a), 'stores');
  });
});

function createAnother(client: Client) {
  return client.post('/v2/stores', { name: 'x', properties: [{ name: 'p', type: 'string' }] });
}
