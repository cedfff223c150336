import { readFileSync } from 'node:fs';
import type { ApiKeySummary, CreatedApiKeyResponse, Page, WhoAmIResponse } from '@vitrine/core/contracts';
import { expect, test } from 'vitest';
import { verifies } from '../requirements.ts';
import { createStore, expectProblem, expectRefused, notFound, unauthorized } from './arrange.ts';
import type { Client } from './client.ts';
import { onOneStorage } from './world.ts';

const TIME = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/;

async function issue(client: Client, name: string, storeId?: string): Promise<CreatedApiKeyResponse> {
  const { status, body } = await client.post<CreatedApiKeyResponse>('/admin/keys', {
    name,
    ...(storeId === undefined ? {} : { storeId }),
  });
  expect(status).toBe(201);
  return body;
}

onOneStorage((arrange) => {
  test(
    'returns a new key with its secret, in the form of its kind',
    verifies('keys.create', 'keys.form', 'auth.store-key.form'),
    async () => {
      const { a } = await arrange();
      const store = await createStore(a, { name: 'string' });
      expect(await issue(a, 'Backup')).toEqual({
        keyId: expect.any(String),
        key: expect.stringMatching(/^account-[\w-]{43}$/),
        name: 'Backup',
        scope: 'account',
        date_created: expect.stringMatching(TIME),
      });
      expect(await issue(a, 'Shop', store.id)).toEqual({
        keyId: expect.any(String),
        key: expect.stringMatching(/^store-[\w-]{43}$/),
        name: 'Shop',
        scope: 'store',
        storeId: store.id,
        date_created: expect.stringMatching(TIME),
      });
    },
  );

  test(
    'returns 400 for an invalid request for a key, and 404 for an unknown store',
    verifies('keys.create', 'keys.create.foreign-store'),
    async () => {
      const { a, b } = await arrange();
      for (const name of ['', ' ', 'x'.repeat(201), 5, null])
        expectRefused(await a.post('/admin/keys', { name }), ['name']);
      expectRefused(await a.post('/admin/keys'), ['']);
      expectRefused(await a.post('/admin/keys', {}), ['name']);
      expectRefused(await a.post('/admin/keys', { name: 'x', scope: 'account', accountId: 'other' }), [
        'scope',
        'accountId',
      ]);
      const foreign = await createStore(b, { name: 'string' });
      for (const storeId of [foreign.id, 'nowhere'])
        expectProblem(await a.post('/admin/keys', { name: 'x', storeId }), ...notFound);
      const deleted = await createStore(a, { name: 'string' });
      await a.delete(`/v2/stores/${deleted.id}`);
      expectProblem(await a.post('/admin/keys', { name: 'x', storeId: deleted.id }), ...notFound);
      expect((await a.get<Page<ApiKeySummary>>('/admin/keys')).body.items).toHaveLength(1);
    },
  );

  test(
    'lists keys in pages, newest first, without secrets, with their last use',
    verifies('keys.list', 'keys.shown-once'),
    async () => {
      const { a, withKey } = await arrange();
      const { keyId, key } = await issue(a, 'used');
      const unused = await issue(a, 'unused');
      await withKey(key).get('/v2/whoami');
      // The last use is written after the response.
      await expect
        .poll(async () => {
          const { body } = await a.get<Page<ApiKeySummary>>('/admin/keys');
          return body.items.find((item) => item.keyId === keyId)?.lastUsed;
        })
        .toMatch(TIME);
      const { body, text } = await a.get<Page<ApiKeySummary>>('/admin/keys');
      expect(body.limit).toBe(50);
      expect(body.items.map(({ name }) => name)).toEqual(['unused', 'used', 'key of A']);
      for (const secret of [key, unused.key, a.key ?? '']) expect(text).not.toContain(secret);
      for (const item of body.items) expect(item).not.toHaveProperty('key');
      expect(body.items[0]?.lastUsed).toBeNull();
      const first = await a.get<Page<ApiKeySummary>>('/admin/keys?limit=2');
      const second = await a.get<Page<ApiKeySummary>>(`/admin/keys?limit=2&cursor=${first.body.cursor}`);
      expect([...first.body.items, ...second.body.items].map(({ name }) => name)).toEqual([
        'unused',
        'used',
        'key of A',
      ]);
      expect(second.body).not.toHaveProperty('cursor');
    },
  );

  test('stores no secret, only its hash and a short prefix', verifies('keys.hashed'), async () => {
    const { a, path } = await arrange();
    const { key } = await issue(a, 'secret');
    const { body } = await a.get<Page<ApiKeySummary>>('/admin/keys');
    const [listed] = body.items;
    expect(key.startsWith(listed?.prefix ?? '-')).toBe(true);
    expect((listed?.prefix ?? '').length).toBeLessThanOrEqual('account-'.length + 8);
    if (path === null) return;
    for (const file of [path, `${path}-wal`]) {
      const bytes = readFileSync(file);
      expect(bytes.includes(key)).toBe(false);
      expect(bytes.includes(key.slice('account-'.length))).toBe(false);
    }
  });

  test(
    'revokes a key immediately, removes it from the list, and keeps the other keys valid',
    verifies('keys.revoke', 'keys.list.revoked', 'keys.several'),
    async () => {
      const { a, b, withKey } = await arrange();
      const [old, fresh] = [await issue(a, 'old'), await issue(a, 'fresh')];
      expect((await withKey(old.key).get('/v2/whoami')).status).toBe(200);
      expect((await withKey(fresh.key).get('/v2/whoami')).status).toBe(200);
      expectProblem(await b.delete(`/admin/keys/${old.keyId}`), ...notFound);
      const revoked = await a.delete(`/admin/keys/${old.keyId}`);
      expect({ status: revoked.status, text: revoked.text }).toEqual({ status: 204, text: '' });
      for (let i = 0; i < 20; i++) expectProblem(await withKey(old.key).get('/v2/whoami'), ...unauthorized);
      expect((await withKey(fresh.key).get('/v2/whoami')).status).toBe(200);
      expectProblem(await a.delete(`/admin/keys/${old.keyId}`), ...notFound);
      expectProblem(await a.delete('/admin/keys/nobody'), ...notFound);
      const { body } = await a.get<Page<ApiKeySummary>>('/admin/keys');
      expect(body.items.map(({ name }) => name)).toEqual(['fresh', 'key of A']);
    },
  );

  test(
    'lets a key revoke itself only if another account key remains',
    verifies('keys.revoke.self'),
    async () => {
      const { a, withKey } = await arrange();
      const store = await createStore(a, { name: 'string' });
      await issue(a, 'a store key does not count', store.id);
      const { body: me } = await a.get<WhoAmIResponse>('/v2/whoami');
      expectProblem(await a.delete(`/admin/keys/${me.keyId}`), 400, 'validation_failed');
      expect((await a.get('/v2/whoami')).status).toBe(200);
      const successor = await issue(a, 'successor');
      expect((await a.delete(`/admin/keys/${me.keyId}`)).status).toBe(204);
      expectProblem(await a.get('/v2/whoami'), ...unauthorized);
      const next = withKey(successor.key);
      expectProblem(await next.delete(`/admin/keys/${successor.keyId}`), 400, 'validation_failed');
      expect((await next.get('/v2/whoami')).status).toBe(200);
    },
  );

  test(
    'keeps one of two account keys that revoke themselves concurrently',
    verifies('keys.revoke.self'),
    async () => {
      const { a, withKey } = await arrange();
      const { body: me } = await a.get<WhoAmIResponse>('/v2/whoami');
      const other = await issue(a, 'other');
      const responses = await Promise.all([
        a.delete(`/admin/keys/${me.keyId}`),
        withKey(other.key).delete(`/admin/keys/${other.keyId}`),
      ]);
      expect(responses.map(({ status }) => status).toSorted()).toEqual([204, 400]);
    },
  );
});
