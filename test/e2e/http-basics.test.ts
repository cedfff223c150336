import type { Page, StoreRecordResponse } from '@vitrine/core/contracts';
import { expect, test } from 'vitest';
import { verifies } from '../requirements.ts';
import {
  addRecord,
  createStore,
  expectProblem,
  expectRefused,
  notFound,
  recordPath,
  recordsPath,
  unauthorized,
} from './arrange.ts';
import { onOneStorage } from './world.ts';

const JSON_TYPE = { 'content-type': 'application/json' };
const LIMIT = 4 * 1024 * 1024;

onOneStorage((arrange) => {
  test(
    'returns 404 for an unknown path with a key and 401 without one',
    verifies('http.unknown-route', 'unauthorized.unknown-path', 'versioning.prefix'),
    async () => {
      const { a, anonymous } = await arrange();
      const paths = [
        '/v2',
        '/v2/',
        '/v2/nothing',
        '/v2/store',
        '/v2/Stores',
        '/v2/stores/x/record',
        '/v2/stores/x/records/y/z',
        '/admin',
        '/admin/nothing',
        '/v2/%73tore',
      ];
      for (const path of paths) {
        for (const method of ['GET', 'POST', 'DELETE']) {
          expectProblem(await anonymous.send(method, path), ...unauthorized);
          expectProblem(await a.send(method, path), ...notFound);
        }
      }
      for (const path of [
        '/',
        '/stores',
        '/whoami',
        '/v1/stores',
        '/v3/stores',
        '/v22/stores',
        '/nothing',
        '/.env',
      ]) {
        expectProblem(await a.get(path), ...notFound);
        expectProblem(await anonymous.get(path), ...notFound);
      }
    },
  );

  test('returns 404 for trailing and double slashes', verifies('http.slashes'), async () => {
    const { a } = await arrange();
    const store = await createStore(a, { sku: 'unique string' });
    const paths = [
      '/v2/stores/',
      '//v2/stores',
      '/v2//stores',
      '/v2/whoami/',
      `/v2/stores/${store.id}/`,
      `/v2/stores//${store.id}`,
      `/v2/stores/${store.id}/records/`,
      `/v2/stores/${store.id}//records`,
      '/v2/stores//',
      '/admin/keys/',
      '/v2/stores//records',
    ];
    for (const path of paths) {
      for (const method of ['GET', 'POST', 'DELETE', 'PATCH'])
        expectProblem(await a.send(method, path), ...notFound);
    }
    expect((await a.get(`/v2/stores/${store.id}`)).status).toBe(200);
  });

  test(
    'returns 405 with Allow for a wrong method',
    verifies('http.method', 'http.delete-access'),
    async () => {
      const { a } = await arrange();
      const store = await createStore(a, { sku: 'unique string' });
      const path = `/v2/stores/${store.id}`;
      const wrong: [method: string, path: string, allow: string[]][] = [
        ['POST', '/v2/whoami', ['GET', 'HEAD']],
        ['PUT', '/v2/stores', ['GET', 'HEAD', 'POST']],
        ['DELETE', '/v2/stores', ['GET', 'HEAD', 'POST']],
        ['PUT', path, ['DELETE', 'GET', 'HEAD', 'PATCH']],
        ['GET', `${path}/properties`, ['POST']],
        ['GET', `${path}/properties/sku`, ['DELETE', 'PATCH']],
        ['DELETE', `${path}/records`, ['GET', 'HEAD', 'POST']],
        ['PUT', `${path}/records/x`, ['DELETE', 'GET', 'HEAD', 'PATCH']],
        ['PATCH', '/admin/keys', ['GET', 'HEAD', 'POST']],
        ['GET', '/admin/keys/x', ['DELETE']],
      ];
      for (const [method, wrongPath, allow] of wrong) {
        const response = await a.send(method, wrongPath);
        expectProblem(response, 405, 'method_not_allowed');
        const allowed = (response.headers.get('allow') ?? '')
          .split(/, */)
          .filter((each) => each !== 'HEAD' && each !== 'OPTIONS');
        expect(allowed.toSorted(), `${method} ${wrongPath}`).toEqual(allow.filter((each) => each !== 'HEAD'));
      }
      expectProblem(await a.delete('/v2/stores/access'), ...notFound);
      expect((await a.get('/v2/stores/access')).status).toBe(200);
    },
  );

  test('responds to HEAD as to GET, without a body', verifies('http.method'), async () => {
    const { a, anonymous } = await arrange();
    const store = await createStore(a, { sku: 'unique string' });
    await addRecord(a, store, { sku: 'a' });
    for (const path of [
      '/v2/whoami',
      '/v2/stores',
      `/v2/stores/${store.id}`,
      recordsPath(store),
      recordPath(store, 'a'),
      `${recordsPath(store)}/export`,
    ]) {
      const [head, get] = [await a.send('HEAD', path), await a.get(path)];
      expect({ status: head.status, text: head.text, type: head.headers.get('content-type') }).toEqual({
        status: 200,
        text: '',
        type: get.headers.get('content-type'),
      });
    }
    expect(await anonymous.send('HEAD', '/v2/whoami')).toMatchObject({ status: 401, text: '' });
    expect(await a.send('HEAD', recordPath(store, 'nobody'))).toMatchObject({ status: 404, text: '' });
  });

  test(
    'returns 413 for a JSON body over 4 MiB, and reads one of exactly 4 MiB',
    verifies('http.body-size'),
    async () => {
      const { a } = await arrange();
      const store = await createStore(a, { sku: 'string' });
      const padded = (size: number) => `{"sku":"x"${' '.repeat(size - 11)}}`;
      for (const [method, path] of [
        ['POST', recordsPath(store)],
        ['POST', `${recordsPath(store)}/batch`],
        ['POST', '/v2/stores'],
        ['POST', `${recordsPath(store)}/search`],
      ] as const) {
        expectProblem(
          await a.send(method, path, { raw: padded(LIMIT + 1), headers: JSON_TYPE }),
          413,
          'payload_too_large',
        );
        expectProblem(
          await a.send(method, path, { raw: padded(5 * 1024 * 1024), headers: JSON_TYPE }),
          413,
          'payload_too_large',
        );
      }
      expect(
        (await a.send('POST', recordsPath(store), { raw: padded(LIMIT), headers: JSON_TYPE })).status,
      ).toBe(201);
      expect((await a.get<Page<StoreRecordResponse>>(recordsPath(store))).body.items).toHaveLength(1);
    },
  );

  test(
    'returns 415 for a body whose content type is not JSON',
    verifies('http.content-type', 'http.content-type.missing', 'http.content-type.json-like'),
    async () => {
      const { a } = await arrange();
      const store = await createStore(a, { sku: 'unique string' });
      await addRecord(a, store, { sku: 'a' });
      const types = [
        'text/plain',
        'application/x-www-form-urlencoded',
        'multipart/form-data; boundary=x',
        'application/xml',
        'text/json',
        'application/ld+json',
        'application/problem+json',
        'application/json-patch+json',
        'application/jsonp',
        'application/x-json',
        '*/*',
        'json',
        '',
      ];
      for (const [method, path] of [
        ['POST', recordsPath(store)],
        ['PATCH', recordPath(store, 'a')],
        ['POST', `${recordsPath(store)}/search`],
        ['PATCH', `/v2/stores/${store.id}`],
      ] as const) {
        for (const type of types) {
          expectProblem(
            await a.send(method, path, { raw: '{}', headers: { 'content-type': type } }),
            415,
            'unsupported_media_type',
          );
        }
        expectProblem(await a.send(method, path, { raw: '{}' }), 415, 'unsupported_media_type');
      }
      for (const type of [
        'application/json',
        'application/json;charset=utf-8',
        'APPLICATION/JSON',
        'application/merge-patch+json',
      ]) {
        expect(
          (
            await a.send('POST', `${recordsPath(store)}/search`, {
              raw: '{}',
              headers: { 'content-type': type },
            })
          ).status,
        ).toBe(200);
      }
    },
  );

  test(
    'treats a missing optional body as {}, with any content type',
    verifies('http.optional-body'),
    async () => {
      const { a } = await arrange();
      const store = await createStore(a, { note: 'string' });
      const { id } = await addRecord(a, store, {});
      for (const headers of [{}, JSON_TYPE, { 'content-type': 'text/plain' }]) {
        expect((await a.send('POST', recordsPath(store), { headers })).status).toBe(201);
        expect((await a.send('PATCH', recordPath(store, id), { headers })).status).toBe(200);
        for (const operation of ['validate', 'search', 'count']) {
          expect((await a.send('POST', `${recordsPath(store)}/${operation}`, { headers })).status).toBe(200);
        }
        expect((await a.send('POST', `${recordsPath(store)}/count`, { raw: '', headers })).status).toBe(200);
      }
    },
  );

  test(
    'ignores unknown query parameters, and does not mix up repeated ones',
    verifies('http.unknown-parameters'),
    async () => {
      const { a } = await arrange();
      const store = await createStore(a, { sku: 'unique string' });
      await addRecord(a, store, { sku: 'a' });
      const page = (await a.get(recordsPath(store))).body;
      for (const query of [
        '?utm_source=mail&_=1',
        '?filter[x]=1',
        '?__proto__=1&constructor=2',
        '?limit',
        '?&&',
        '?Limit=0',
        '?offset=10',
        '?%ff=1',
      ]) {
        const { status, body } = await a.get(`${recordsPath(store)}${query}`);
        expect({ query, status, body }).toEqual({ query, status: 200, body: page });
      }
      const twice = await a.get(`${recordsPath(store)}?limit=1&limit=0`);
      expect([200, 400]).toContain(twice.status);
    },
  );

  test(
    'returns 400 for unknown members of every request body, and names them',
    verifies('http.unknown-members'),
    async () => {
      const { a } = await arrange();
      const store = await createStore(a, { sku: 'unique string', n: 'number' });
      const bodies: [method: string, path: string, json: object][] = [
        ['POST', '/v2/stores', { name: 'S', properties: [{ name: 'p', type: 'string' }] }],
        ['PATCH', `/v2/stores/${store.id}`, { name: 'S' }],
        ['POST', `/v2/stores/${store.id}/properties`, { name: 'p', type: 'string' }],
        ['PATCH', `/v2/stores/${store.id}/properties/n`, { required: false }],
        ['POST', `${recordsPath(store)}/batch`, { records: [] }],
        ['POST', `${recordsPath(store)}/batch-delete`, { ids: [] }],
        ['POST', `${recordsPath(store)}/search`, {}],
        ['POST', `${recordsPath(store)}/count`, {}],
        ['POST', `${recordsPath(store)}/aggregate`, { field: 'n', op: 'sum' }],
        ['POST', '/admin/keys', { name: 'k' }],
      ];
      const server = [
        'id',
        'status',
        'Status',
        'store_type',
        'accountId',
        'date_created',
        'recordCount',
        'constructor',
        'toString',
        'prototype',
      ];
      for (const [method, path, json] of bodies) {
        for (const member of server)
          expectRefused(await a.send(method, path, { json: { ...json, [member]: 'x' } }), [member]);
        const proto = JSON.stringify(json).replace(
          /\}$/,
          `${Object.keys(json).length > 0 ? ',' : ''}"__proto__":{"polluted":1}}`,
        );
        expectRefused(await a.send(method, path, { raw: proto, headers: JSON_TYPE }), ['__proto__']);
      }
      expect((await a.get(`/v2/stores/${store.id}`)).body).toEqual(store);
      expect(({} as Record<string, unknown>).polluted).toBeUndefined();
    },
  );

  test(
    'serves health, readiness and metrics without a key',
    verifies('operations.healthz', 'operations.readyz', 'operations.metrics'),
    async () => {
      const { anonymous } = await arrange();
      expect((await anonymous.get('/healthz')).status).toBe(200);
      expect((await anonymous.get('/readyz')).status).toBe(200);
      const metrics = await anonymous.get('/metrics');
      expect(metrics.status).toBe(200);
      expect(metrics.headers.get('content-type')).toMatch(/^text\/plain/);
      expect(metrics.text).toMatch(/^# TYPE \w+ \w+$/m);
    },
  );
});
