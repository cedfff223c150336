import { memoryStorage, UnavailableError } from '@vitrine/core';
import { beforeEach, describe, expect, test } from 'vitest';
import { type AppFixture, createFixture, problemOf } from '../test/app-fixture.ts';
import { collectLog } from '../test/collected-log.ts';

let fixture: AppFixture;
beforeEach(async () => {
  fixture = await createFixture();
});

describe('keys', () => {
  test.each([
    ['no header', {}],
    ['another scheme', { Authorization: 'Basic YTpi' }],
    ['an unknown key', { Authorization: 'Bearer account-unknown' }],
    ['an empty key', { Authorization: 'Bearer ' }],
    ['two keys', { Authorization: 'Bearer a, Bearer b' }],
    ['the scheme as a prefix', { Authorization: 'BearerToken x' }],
  ])('%s gets 401 with WWW-Authenticate', async (_, headers: Record<string, string>) => {
    const response = await fixture.send('GET', '/v2/whoami', { key: null, headers });
    expect(response.status).toBe(401);
    expect(response.headers.get('www-authenticate')).toBe('Bearer');
    expect(response.headers.get('content-type')).toBe('application/problem+json');
    expect((await problemOf(response)).code).toBe('unauthorized');
  });

  test('the scheme is case-insensitive', async () => {
    const headers = { Authorization: `bEARER ${fixture.accountKey}` };
    expect((await fixture.send('GET', '/v2/whoami', { key: null, headers })).status).toBe(200);
  });

  test('a revoked key gets 401 at once', async () => {
    const created = await fixture.send('POST', '/admin/keys', { json: { name: 'short-lived' } });
    const { key, keyId } = (await created.json()) as { key: string; keyId: string };
    expect((await fixture.send('GET', '/v2/whoami', { key })).status).toBe(200);
    expect((await fixture.send('DELETE', `/admin/keys/${keyId}`)).status).toBe(204);
    expect((await fixture.send('GET', '/v2/whoami', { key })).status).toBe(401);
  });
});

describe('paths', () => {
  test.each([
    '/v2',
    '/v2/',
    '/v2/nothing',
    '/admin',
    '/admin/x',
    '/v2/stores/',
    '/v2//stores',
    '/v2/whoami/',
  ])('%s returns 401 without a key and 404 with a key', async (path) => {
    expect((await fixture.send('GET', path, { key: null })).status).toBe(401);
    const response = await fixture.send('GET', path);
    expect(response.status).toBe(404);
    expect((await problemOf(response)).instance).toBe(path);
  });

  test('an unknown path outside /v2 and /admin returns 404 without a key', async () => {
    expect((await fixture.send('GET', '/', { key: null })).status).toBe(404);
  });

  test('an invalid escape returns 400, after the check of the key', async () => {
    const path = `/v2/stores/${fixture.storeId}/records/%E0%A4%A`;
    expect((await fixture.send('GET', path, { key: null })).status).toBe(401);
    const response = await fixture.send('GET', path);
    expect(response.status).toBe(400);
    expect(Object.keys((await problemOf(response)).errors ?? {})).toEqual(['']);
  });

  test.each(['a/b', 'a b', 'a+b', 'a%b', 'a%2Fb', '%', 'a?b#c', '😀', 'é', 'line\nbreak', "o'hara", '...'])(
    'the path in Location leads to the record with the id %j',
    async (sku) => {
      const records = `/v2/stores/${fixture.storeId}/records`;
      const added = await fixture.send('POST', records, { json: { sku } });
      expect(added.status).toBe(201);
      const location = added.headers.get('location') ?? '';
      expect(location).toBe(`${records}/${encodeURIComponent(sku)}`);
      const patched = await fixture.send('PATCH', location, { json: { price: 2 } });
      expect(await patched.json()).toMatchObject({ id: sku, price: 2 });
      const deleted = await fixture.send('DELETE', location);
      expect(await deleted.json()).toEqual({ id: sku, status: 'deleted' });
    },
  );

  test('GET on the id export returns the export, with or without escapes, and a lookup returns the record', async () => {
    const records = `/v2/stores/${fixture.storeId}/records`;
    const added = await fixture.send('POST', records, { json: { sku: 'export' } });
    expect([added.status, added.headers.get('location')]).toEqual([201, null]);
    for (const name of ['export', '%65xport']) {
      expect(await (await fixture.send('GET', `${records}/${name}`)).json()).toHaveLength(1);
    }
    const found = await fixture.send('POST', `${records}/lookup`, { json: { sku: 'export' } });
    expect(await found.json()).toMatchObject({ id: 'export' });
  });

  test('names of POST routes are record ids for other methods', async () => {
    const records = `/v2/stores/${fixture.storeId}/records`;
    await fixture.send('POST', records, { json: { sku: 'search' } });
    expect((await fixture.send('GET', `${records}/search`)).status).toBe(200);
    expect((await fixture.send('GET', `${records}/batch`)).status).toBe(404);
  });

  test('a property name is decoded once', async () => {
    const properties = `/v2/stores/${fixture.storeId}/properties`;
    const json = { name: 'a/b %2F', type: 'string' };
    expect((await fixture.send('POST', properties, { json })).status).toBe(200);
    const path = `${properties}/${encodeURIComponent('a/b %2F')}`;
    expect((await fixture.send('PATCH', path, { json: { description: 'x' } })).status).toBe(200);
    expect((await fixture.send('DELETE', path)).status).toBe(200);
  });
});

describe('methods', () => {
  test.each([
    ['PUT', '/v2/whoami', 'GET, HEAD'],
    ['PUT', '/v2/stores', 'GET, HEAD, POST'],
    ['PUT', '/v2/stores/access', 'GET, HEAD, PATCH, DELETE'],
    ['PUT', '/v2/stores/x/records/export', 'GET, HEAD, POST, PATCH, DELETE'],
    ['PUT', '/v2/stores/x/records/batch', 'POST, GET, HEAD, PATCH, DELETE'],
    ['GET', '/v2/stores/x/properties', 'POST'],
    ['OPTIONS', '/admin/keys', 'POST, GET, HEAD'],
  ])('%s %s returns 405 with Allow: %s, and 401 without a key', async (method, path, allow) => {
    expect((await fixture.send(method, path, { key: null })).status).toBe(401);
    const response = await fixture.send(method, path);
    expect(response.status).toBe(405);
    expect(response.headers.get('allow')).toBe(allow);
    expect((await problemOf(response)).code).toBe('method_not_allowed');
  });

  test('DELETE /v2/stores/access returns 404, because no store has that id', async () => {
    expect((await fixture.send('DELETE', '/v2/stores/access')).status).toBe(404);
  });

  test('HEAD returns the response of GET without its body', async () => {
    const path = `/v2/stores/${fixture.storeId}`;
    const get = await fixture.send('GET', path);
    const head = await fixture.send('HEAD', path);
    expect(head.status).toBe(200);
    expect(await head.text()).toBe('');
    expect(head.headers.get('content-length')).toBe(String((await get.text()).length));
    expect((await fixture.send('HEAD', '/v2/stores/none')).status).toBe(404);
    expect((await fixture.send('HEAD', `${path}/records/export`)).status).toBe(200);
  });
});

describe('order of checks', () => {
  test('404 comes before 400 and 415 for an invalid body, query, JSON text or media type', async () => {
    for (const store of ['none', fixture.storeId]) {
      const expected = store === 'none' ? 404 : undefined;
      const at = `/v2/stores/${store}`;
      const sent = [
        [await fixture.send('POST', `${at}/records`, { json: { nope: 1 } }), 400],
        [
          await fixture.send('POST', `${at}/records`, {
            body: '{',
            headers: { 'Content-Type': 'application/json' },
          }),
          400,
        ],
        [
          await fixture.send('POST', `${at}/records`, {
            body: '{}',
            headers: { 'Content-Type': 'text/csv' },
          }),
          415,
        ],
        [await fixture.send('GET', `${at}/records?limit=0`), 400],
        [await fixture.send('GET', `${at}/records?sortBy=%zz`), 400],
      ] as const;
      for (const [response, status] of sent) expect(response.status).toBe(expected ?? status);
    }
  });

  test('403 comes after 404 and before 400', async () => {
    const json = { name: 7 };
    const { storeKey: key, storeId, secondStoreId } = fixture;
    expect((await fixture.send('PATCH', `/v2/stores/${storeId}`, { key, json })).status).toBe(403);
    expect((await fixture.send('PATCH', `/v2/stores/${secondStoreId}`, { key, json })).status).toBe(404);
    expect((await fixture.send('POST', '/v2/stores', { key, json })).status).toBe(403);
    // A change of the schema is refused before the property is looked up.
    expect((await fixture.send('DELETE', `/v2/stores/${storeId}/properties/none`, { key })).status).toBe(403);
    expect((await fixture.send('DELETE', `/v2/stores/${storeId}/properties/sku`, { key })).status).toBe(403);
  });
});

describe('faults', () => {
  test('an unexpected error returns 500 without its message and is logged with the trace id', async () => {
    const { lines, logger } = collectLog();
    const storage = memoryStorage();
    fixture = await createFixture({ storage, logger });
    storage.stores.get = () => Promise.reject(new TypeError('secret SQL'));
    const response = await fixture.send('GET', `/v2/stores/${fixture.storeId}`);
    expect(response.status).toBe(500);
    const text = await response.text();
    expect(text).not.toContain('secret');
    const { traceId, code, detail } = JSON.parse(text);
    expect([code, detail]).toEqual(['internal', undefined]);
    const fault = lines.find(({ msg }) => msg === 'fault');
    expect(fault).toMatchObject({ traceId, err: { message: 'secret SQL' } });
  });

  test('an unavailable storage returns 503 with Retry-After', async () => {
    const storage = memoryStorage();
    fixture = await createFixture({ storage });
    storage.apiKeys.findByHash = () =>
      Promise.reject(new UnavailableError('Full.', { retryAfterSeconds: 7 }));
    const response = await fixture.send('GET', '/v2/whoami');
    expect(response.status).toBe(503);
    expect(response.headers.get('retry-after')).toBe('7');
  });
});
