import { describe, expect, test } from 'vitest';
import { createFixture, problemOf } from '../test/app-fixture.ts';
import { openRoute, requireKeyKinds } from './call/route.ts';
import { apiRoutes } from './routes/api.ts';

const fixture = await createFixture();
const { accountKey, otherAccountKey, storeKey, storeId, secondStoreId } = fixture;

function pathTo(path: string, store: string): string {
  return path
    .replace(':storeId', store)
    .replace(':recordId', 'k')
    .replace(':propertyName', 'name')
    .replace(':keyId', 'k')
    .replace(/:(id|imageId)/, '1')
    .replace(':token', 'AAAA');
}

async function dump(): Promise<string> {
  const stores = await (await fixture.send('GET', '/v2/stores')).text();
  const details = [storeId, secondStoreId].map(async (id) =>
    (await fixture.send('GET', `/v2/stores/${id}`)).text(),
  );
  return stores + (await Promise.all(details)).join('');
}

const keyedRoutes = apiRoutes.filter((route) => route.keys !== 'none');

test('routes without a key have a token in their path and return 404 for an invalid token with any key', async () => {
  const tokenRoutes = apiRoutes.filter((route) => route.keys === 'none');
  expect(tokenRoutes.map(({ operation }) => operation)).toEqual([
    'GetImageThumbnail',
    'GetTimerFramePreview',
    'GetLiveImagePreview',
  ]);
  for (const { method, path } of tokenRoutes) {
    expect(path).toContain('/:token/');
    for (const key of [null, accountKey, storeKey, 'account-unknown']) {
      expect((await fixture.send(method, pathTo(path, storeId), { key })).status).toBe(404);
    }
  }
});

describe.each(keyedRoutes.map((route) => [route.operation, route] as const))('%s', (_, route) => {
  const { method, path, keys } = route;
  const body = method === 'GET' || method === 'DELETE' ? {} : { json: {} };
  const send = (key: string | null, store: string) =>
    fixture.send(method, pathTo(path, store), { key, ...body });

  test('returns 401 without a key and for an unknown key', async () => {
    for (const key of [null, 'account-unknown']) expect((await send(key, storeId)).status).toBe(401);
  });

  if (path.includes(':storeId')) {
    test('returns 404 with equal bodies for a foreign, an unknown and, for a store key, another store', async () => {
      const before = await dump();
      const responses = [
        await send(otherAccountKey, storeId),
        await send(accountKey, 'unknown'),
        await send(storeKey, secondStoreId),
        await send(storeKey, 'unknown'),
      ];
      const bodies = new Set<string>();
      for (const response of responses) {
        expect(response.status).toBe(404);
        const { traceId: _traceId, instance: _instance, ...rest } = await problemOf(response);
        bodies.add(JSON.stringify(rest));
      }
      expect(bodies.size).toBe(1);
      expect(await dump()).toBe(before);
    });
  }

  if (keys.includes('store')) {
    test('accepts a store key', async () => {
      expect([401, 403]).not.toContain((await send(storeKey, storeId)).status);
    });
  } else {
    test('returns 403 for a store key and changes nothing', async () => {
      const before = await dump();
      const response = await send(storeKey, storeId);
      expect(response.status).toBe(403);
      expect((await problemOf(response)).code).toBe('forbidden');
      expect(await dump()).toBe(before);
    });
  }
});

test('a store key lists only its own store', async () => {
  const page = await (await fixture.send('GET', '/v2/stores', { key: storeKey })).json();
  expect(page).toMatchObject({ items: [{ id: storeId }], limit: 50 });
});

test('the key of a deleted store gets 200 for whoami, an empty list of stores, and 404 for everything else', async () => {
  const created = await fixture.send('POST', '/v2/stores', {
    json: { name: 'Gone', properties: [{ name: 'a', type: 'string' }] },
  });
  const { id } = (await created.json()) as { id: string };
  const made = await fixture.send('POST', '/admin/keys', { json: { name: 'k', storeId: id } });
  const { key } = (await made.json()) as { key: string };
  expect(await (await fixture.send('DELETE', `/v2/stores/${id}`)).json()).toEqual({ id, status: 'DELETED' });
  expect((await fixture.send('GET', '/v2/whoami', { key })).status).toBe(200);
  expect(await (await fixture.send('GET', '/v2/stores', { key })).json()).toEqual({ items: [], limit: 50 });
  expect((await fixture.send('GET', '/v2/stores/access', { key })).status).toBe(404);
  expect((await fixture.send('DELETE', `/v2/stores/${id}`, { key })).status).toBe(404);
  expect((await fixture.send('GET', `/v2/stores/${id}/records`, { key })).status).toBe(404);
});

test('requireKeyKinds throws for a route that declares no kind of key', () => {
  const open = openRoute({ method: 'GET', path: '/x', handle: () => Promise.reject() });
  expect(() => requireKeyKinds(open)).not.toThrow();
  for (const route of keyedRoutes)
    expect(() => requireKeyKinds({ ...route, keys: [] })).toThrow('no kind of key');
});
