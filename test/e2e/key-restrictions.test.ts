import { accountPrincipal } from '@vitrine/core';
import type { ApiKeySummary, CreatedApiKeyResponse, Page } from '@vitrine/core/contracts';
import { startServer } from '@vitrine/http';
import { expect, onTestFinished, test } from 'vitest';
import { verifies } from '../requirements.ts';
import { createStore, expectProblem, expectRefused, forbidden, unauthorized } from './arrange.ts';
import type { Client } from './client.ts';
import { call, operations } from './operations.ts';
import { createTargets } from './targets.ts';
import { onOneStorage } from './world.ts';

/** POST operations that change nothing. */
const READING_POSTS = new Set([
  'LookupImageByUrl',
  'MakeLiveImageLinks',
  'LookupStoreRecord',
  'ValidateStoreRecord',
  'SearchStoreRecords',
  'QueryStoreRecords',
  'QueryChanges',
  'ExportMatchingRecords',
  'CountStoreRecords',
  'AggregateStoreRecords',
  'SummarizeRecords',
  'InferStore',
  'GetLiveImageHtml',
  'ResolveLiveImage',
  'ResolveLiveImageDraft',
]);

async function issue(client: Client, restrictions: object): Promise<CreatedApiKeyResponse> {
  const response = await client.post<CreatedApiKeyResponse>('/admin/keys', { name: 'made', ...restrictions });
  expect(response).toMatchObject({ status: 201 });
  return response.body;
}

onOneStorage((arrange) => {
  test(
    'returns 401 for an expired key, to the millisecond, and still lists it',
    verifies('keys.expiry'),
    async () => {
      const { a, withKey, advance, now } = await arrange();
      const expiresAt = new Date(now() + 3_600_000).toISOString();
      const { key, keyId, ...shown } = await issue(a, { expiresAt });
      expect(shown).toMatchObject({ expiresAt });
      expect((await withKey(key).get('/v2/whoami')).status).toBe(200);
      advance(3_600_000);
      expectProblem(await withKey(key).get('/v2/whoami'), ...unauthorized);
      const { body } = await a.get<Page<ApiKeySummary>>('/admin/keys');
      expect(body.items.find((item) => item.keyId === keyId)).toMatchObject({ expiresAt });
      expect((await a.delete(`/admin/keys/${keyId}`)).status).toBe(204);
    },
  );

  test(
    'returns 400 for invalid restrictions, reports all of them, and creates no key',
    verifies('keys.expiry', 'keys.addresses', 'keys.read-only'),
    async () => {
      const { a } = await arrange();
      const wrong = { expiresAt: 'soon', readOnly: 'yes', addresses: ['10.0.0.1/8', '10.0.0.0/8', 'here'] };
      expectRefused(await a.post('/admin/keys', { name: 'x', ...wrong }), [
        'addresses[0]',
        'addresses[2]',
        'expiresAt',
        'readOnly',
      ]);
      for (const expiresAt of ['2020-01-01T00:00:00Z', '2020-01-01', 5, null])
        expectRefused(await a.post('/admin/keys', { name: 'x', expiresAt }), ['expiresAt']);
      for (const addresses of [[], '10.0.0.0/8', Array(101).fill('10.0.0.0/8')])
        expectRefused(await a.post('/admin/keys', { name: 'x', addresses }), ['addresses']);
      expect((await a.get<Page<ApiKeySummary>>('/admin/keys')).body.items).toHaveLength(1);
    },
  );

  test(
    'lets a read-only account key read everything, and refuses every write with 403 without changing a row',
    verifies('keys.read-only'),
    async () => {
      const world = await arrange();
      const targets = await createTargets(world);
      const reader = world.withKey((await issue(world.a, { readOnly: true })).key);
      // The first reader of changes has them logged.
      await reader.get(`/v2/stores/${targets.storeId}/changes`);
      const before = world.dump === null ? {} : await world.dump();
      for (const [name, operation] of Object.entries(operations)) {
        if (operation.keys === 'none') continue;
        const response = await call(reader, operation, targets);
        const reads = operation.method === 'GET' || READING_POSTS.has(name);
        expect([name, response.status]).toEqual([name, reads ? 200 : 403]);
        if (!reads) expectProblem(response, ...forbidden);
      }
      if (world.dump !== null) expect(await world.dump()).toEqual(before);
    },
  );

  test(
    'lets a read-only store key read its store, and refuses every write',
    verifies('keys.read-only'),
    async () => {
      const { a, withKey, principal, vitrine } = await arrange();
      const store = await createStore(a, { sku: 'unique string' });
      await vitrine.records.add(principal, store.id, { sku: 'one' });
      const reader = withKey((await issue(a, { readOnly: true, storeId: store.id })).key);
      const records = `/v2/stores/${store.id}/records`;
      expect((await reader.get(`${records}/one`)).status).toBe(200);
      expect((await reader.post(`${records}/search`, {})).status).toBe(200);
      expectProblem(await reader.post(records, { sku: 'two' }), ...forbidden);
      expectProblem(await reader.delete(`${records}/one`), ...forbidden);
      expect((await a.get(`${records}/one`)).status).toBe(200);
    },
  );

  test(
    'gives the keys that a restricted key creates at least the same restrictions',
    verifies('keys.restricted-parent'),
    async () => {
      const { vitrine, accountId, principal, now } = await arrange();
      const expiresAt = now() + 3_600_000;
      const addresses = ['192.0.2.0/24'];
      const { keyId } = await vitrine.apiKeys.create(principal, {
        name: 'parent',
        expiresAt: new Date(expiresAt).toISOString(),
        addresses,
      });
      const parent = {
        ...accountPrincipal(accountId),
        key: { id: keyId, name: 'parent', expiresAt, addresses },
      } as const;
      const end = new Date(expiresAt).toISOString();
      expect(await vitrine.apiKeys.create(parent, { name: 'child' })).toMatchObject({
        expiresAt: end,
        addresses,
      });
      const narrower = { name: 'child', addresses: ['192.0.2.7'] };
      expect(await vitrine.apiKeys.create(parent, narrower)).toMatchObject({ addresses: ['192.0.2.7/32'] });
      const wider = {
        name: 'child',
        expiresAt: new Date(expiresAt + 1).toISOString(),
        addresses: ['192.0.2.7', '192.0.0.0/16'],
      };
      await expect(vitrine.apiKeys.create(parent, wider)).rejects.toMatchObject({
        code: 'validation_failed',
        issues: [
          expect.objectContaining({ path: 'expiresAt' }),
          expect.objectContaining({ path: 'addresses[1]' }),
        ],
      });
    },
  );

  test(
    'accepts a key with addresses from these, and returns 403 for other and for unknown addresses',
    verifies('keys.addresses'),
    async () => {
      const { a, vitrine, withKey } = await arrange();
      const server = await startServer({
        vitrine: { ...vitrine, close: async () => undefined },
        port: 0,
        work: false,
        trustedProxies: ['127.0.0.1/32'],
      });
      onTestFinished(() => server.stop());
      const { key } = await issue(a, { addresses: ['192.0.2.0/24', '2001:db8::/32'] });
      const from = async (address: string) => {
        const headers = { authorization: `Bearer ${key}`, 'x-forwarded-for': address };
        return (await fetch(`${server.url}/v2/whoami`, { headers })).status;
      };
      expect(await from('192.0.2.200')).toBe(200);
      expect(await from('2001:db8::1')).toBe(200);
      expect(await from('192.0.3.1')).toBe(403);
      expect(await from('2001:db9::1')).toBe(403);
      expectProblem(await withKey(key).get('/v2/stores/nowhere'), ...forbidden);
    },
  );
});
