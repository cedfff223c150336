import { expect, test } from 'vitest';
import { verifies } from '../requirements.ts';
import { addRecord, createStore, recordPath, recordsPath } from './arrange.ts';
import type { ClientResponse, Problem } from './client.ts';
import { onOneStorage } from './world.ts';

onOneStorage((arrange) => {
  test(
    'returns every 4xx as a problem with the members of RFC 9457 and no others',
    verifies('problem.media-type', 'problem.members', 'problem.codes', 'errors.400'),
    async () => {
      const { a, anonymous, withStoreKey } = await arrange();
      const store = await createStore(a, { sku: 'unique string' });
      await addRecord(a, store, { sku: 'a' });
      const storeKey = await withStoreKey(store.id);
      const json = { 'content-type': 'application/json' };
      const seen: [ClientResponse<unknown>, number, string, string][] = [
        [await anonymous.get('/v2/whoami'), 401, 'unauthorized', '/v2/whoami'],
        [await storeKey.post('/v2/stores', {}), 403, 'forbidden', '/v2/stores'],
        [await a.get('/v2/stores/nowhere?limit=1'), 404, 'not_found', '/v2/stores/nowhere'],
        [await a.get('/v2/nothing/here'), 404, 'not_found', '/v2/nothing/here'],
        [await a.delete('/v2/whoami'), 405, 'method_not_allowed', '/v2/whoami'],
        [await a.post(recordsPath(store), { sku: 'a' }), 400, 'record_exists', recordsPath(store)],
        [await a.post(recordsPath(store), { sku: 5 }), 400, 'validation_failed', recordsPath(store)],
        [
          await a.send('POST', recordsPath(store), { raw: '{', headers: json }),
          400,
          'validation_failed',
          recordsPath(store),
        ],
        [
          await a.send('POST', recordsPath(store), { raw: 'x' }),
          415,
          'unsupported_media_type',
          recordsPath(store),
        ],
        [
          await a.send('POST', recordsPath(store), { raw: ' '.repeat(4_194_305), headers: json }),
          413,
          'payload_too_large',
          recordsPath(store),
        ],
      ];
      const traces = new Set<unknown>();
      for (const [{ status: seenStatus, headers, body }, status, code, instance] of seen) {
        expect(seenStatus).toBe(status);
        expect(headers.get('content-type')).toMatch(/^application\/problem\+json/);
        const { detail: _detail, ...members } = body as Record<string, unknown>;
        expect(members).toEqual({
          type: expect.any(String),
          title: expect.any(String),
          status,
          instance,
          code,
          traceId: expect.stringMatching(/./),
          ...(status === 400 ? { errors: expect.any(Object) } : {}),
        });
        traces.add(members.traceId);
      }
      expect(traces.size).toBe(seen.length);
    },
  );

  test(
    'reports all issues of a body, each at its path with the valid values',
    verifies(
      'problem.errors',
      'problem.all-issues',
      'problem.paths.nested',
      'problem.message',
      'http.unknown-members',
    ),
    async () => {
      const { a } = await arrange();
      const { body } = await a.post<Problem>('/v2/stores', {
        name: ' ',
        recordTtl: 0,
        colour: 'red',
        properties: [
          { name: '', type: 'text' },
          { name: 'ok', type: 'number', required: 'yes', index: true },
          5,
        ],
      });
      const { errors = {} } = body;
      expect(Object.keys(errors).sort()).toEqual([
        'colour',
        'name',
        'properties[0].name',
        'properties[0].type',
        'properties[1].index',
        'properties[1].required',
        'properties[2]',
        'recordTtl',
      ]);
      expect(errors['properties[0].type']?.[0]).toMatch(
        /string.*number.*boolean.*datetime.*url_image.*url_link/,
      );
      expect(errors.recordTtl?.[0]).toContain('2147483647');
      expect(errors.colour?.[0]).toMatch(/name.*description.*properties/);
    },
  );

  test('reports syntax errors and semantic errors together', verifies('problem.all-issues'), async () => {
    const { a } = await arrange();
    const store = await createStore(a, { n: 'number' });
    const created = await a.post<Problem>('/v2/stores', {
      name: '',
      properties: [
        { name: 'id', type: 'number' },
        { name: 'a', type: 'text' },
        { name: 'b', type: 'string' },
        { name: 'B', type: 'string' },
        { name: 'c', type: 'string', unique: true, required: false },
      ],
    });
    expect(Object.keys(created.body.errors ?? {}).sort()).toEqual([
      'name',
      'properties[0].name',
      'properties[1].type',
      'properties[3].name',
      'properties[4].required',
    ]);
    const searched = await a.post<Problem>(`${recordsPath(store)}/search`, {
      filters: [
        { field: 'colour', op: 'eq', value: 1 },
        { field: 5, op: 'eq' },
        { field: 'n', op: 'like', value: 1 },
      ],
      sortBy: 'colour',
      sortDir: 'up',
      cursor: 'x',
      limit: 0,
    });
    expect(Object.keys(searched.body.errors ?? {}).sort()).toEqual([
      'cursor',
      'filters[0].field',
      'filters[1].field',
      'filters[2].op',
      'limit',
      'sortBy',
      'sortDir',
    ]);
    const listed = await a.get<Problem>(`${recordsPath(store)}?limit=0&sortBy=colour&sortDir=up&cursor=x`);
    expect(Object.keys(listed.body.errors ?? {}).sort()).toEqual(
      expect.arrayContaining(['limit', 'sortBy', 'sortDir']),
    );
    const aggregated = await a.post<Problem>(`${recordsPath(store)}/aggregate`, {
      field: 'colour',
      op: 'median',
      filters: [{ field: 'n', op: 'like' }],
    });
    expect(Object.keys(aggregated.body.errors ?? {}).sort()).toEqual(['field', 'filters[0].op', 'op']);
    const changed = await a.patch<Problem>(`/v2/stores/${store.id}/properties/n`, {
      type: 'string',
      description: 5,
      colour: 1,
    });
    expect(Object.keys(changed.body.errors ?? {}).sort()).toEqual(['colour', 'description', 'type']);
  });

  test(
    'reports an issue of the whole body under the empty path, of a query under its parameter, and of a record under its property',
    verifies(
      'problem.paths.whole-body',
      'problem.paths.query',
      'problem.paths.record',
      'http.not-an-object',
      'http.malformed',
    ),
    async () => {
      const { a } = await arrange();
      const store = await createStore(a, { 'a.b[0]': 'number', sku: 'unique string' });
      await addRecord(a, store, { sku: 'x' });
      const paths = async (response: Promise<ClientResponse<Problem>>) =>
        Object.keys((await response).body.errors ?? {});
      const headers = { 'content-type': 'application/json' };
      for (const raw of [
        '[]',
        '"text"',
        '5',
        'null',
        'true',
        '{',
        '{"a":1,}',
        "{'a':1}",
        '{"a":1}{"b":2}',
        '\ufeff',
        'NaN',
        ' ',
      ]) {
        for (const [method, path] of [
          ['POST', recordsPath(store)],
          ['PATCH', recordPath(store, 'x')],
          ['POST', `${recordsPath(store)}/search`],
          ['POST', `${recordsPath(store)}/lookup`],
          ['POST', '/v2/stores'],
          ['PATCH', `/v2/stores/${store.id}`],
          ['POST', '/admin/keys'],
        ] as const) {
          expect(await paths(a.send(method, path, { raw, headers })), `${method} ${path} ${raw}`).toEqual([
            '',
          ]);
        }
      }
      expect(await paths(a.get(`${recordsPath(store)}?limit=x&sortDir=up`))).toEqual(['limit', 'sortDir']);
      expect(await paths(a.post(recordsPath(store), { sku: 'y', 'a.b[0]': 'text' }))).toEqual(['a.b[0]']);
    },
  );
});
