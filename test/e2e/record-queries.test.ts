import type { QueryRecordsResponse, StoreDetail, StoreRecordResponse } from '@vitrine/core/contracts';
import { expect, test } from 'vitest';
import { verifies } from '../requirements.ts';
import {
  addRecord,
  addRecords,
  createStore,
  expectProblem,
  expectRefused,
  notFound,
  recordPath,
  recordsPath,
} from './arrange.ts';
import type { Client } from './client.ts';
import { onOneStorage } from './world.ts';

const EVEN = [{ field: 'even', op: 'eq', value: true }];

const query = (client: Client, store: { id: string }, request: object = {}) =>
  client.post<QueryRecordsResponse>(`${recordsPath(store)}/query`, request);

async function pageOf(client: Client, store: { id: string }, request: object): Promise<QueryRecordsResponse> {
  const { status, body, text } = await query(client, store, request);
  expect(status, text).toBe(200);
  return body;
}

/** Returns the ids of all pages. */
async function walkQuery(client: Client, store: { id: string }, request: object): Promise<string[]> {
  const ids: string[] = [];
  let cursor: string | undefined;
  do {
    const page = await pageOf(client, store, { ...request, ...(cursor === undefined ? {} : { cursor }) });
    if (page.cursor !== undefined) expect(page.items.length).toBeGreaterThan(0);
    ids.push(...page.items.map(({ id }) => id));
    cursor = page.cursor;
  } while (cursor !== undefined);
  return ids;
}

async function createSample(client: Client): Promise<StoreDetail> {
  const words = { n: 'unique number', text: 'string', even: 'boolean', at: 'datetime' } as const;
  const store = await createStore(client, words);
  await addRecords(
    client,
    store,
    Array.from({ length: 60 }, (_, n) => ({
      n,
      text: n % 5 === 0 ? null : `t${n % 3}`,
      even: n % 2 === 0,
      at: n % 7 === 0 ? null : `2026-01-${String((n % 28) + 1).padStart(2, '0')}`,
    })),
  );
  return store;
}

onOneStorage((arrange) => {
  test(
    'tells account keys what answered the page and the total, and store keys nothing',
    verifies('query.answered-by'),
    async () => {
      const { a, storage, withStoreKey } = await arrange();
      const store = await createSample(a);
      const answeredBy = async (client: Client, request: object) => {
        const { status, headers } = await query(client, store, request);
        expect(status).toBe(200);
        return headers.get('vitrine-answered-by');
      };
      const keyed = await withStoreKey(store.id);
      const isCounted = storage.metrics().some(({ name }) => name === 'vitrine_searches_total');
      const shown = (names: string) => (isCounted ? expect.stringMatching(names) : null);
      expect(await answeredBy(a, {})).toEqual(shown('^index$'));
      expect(await answeredBy(a, { filters: [{ field: 'text', op: 'eq', value: 't1' }] })).toEqual(
        shown('^(near|scan)$'),
      );
      const counted = { filters: EVEN, limit: 2, sortBy: 'text', total: true };
      expect(await answeredBy(a, counted)).toEqual(shown('^scan, scan$'));
      expect(await answeredBy(keyed, counted)).toBeNull();
    },
  );

  test(
    'returns the matches of a search in pages of any size, in the same order',
    verifies('query.response', 'query.pages', 'query.limit'),
    async () => {
      const { a, withStoreKey } = await arrange();
      const store = await createSample(a);
      const more = [...EVEN, { field: 'text', op: 'in', value: ['t0', 't1'] }];
      for (const request of [
        {},
        { filters: EVEN },
        { filters: more },
        { filters: more, match: 'any' },
        { filters: EVEN, sortBy: 'text' },
        { filters: EVEN, sortBy: 'at', sortDir: 'desc' },
        { sortBy: 'id' },
        { filters: EVEN, sortDir: 'asc' },
      ]) {
        const whole = await a.post<{ items: StoreRecordResponse[] }>(`${recordsPath(store)}/search`, request);
        const ids = whole.body.items.map(({ id }) => id);
        for (const limit of [1, 7, 1000]) {
          expect(await walkQuery(a, store, { ...request, limit }), JSON.stringify(request)).toEqual(ids);
        }
        expect((await pageOf(a, store, { ...request, limit: 1000 })).items).toEqual(whole.body.items);
      }
      const first = await pageOf(a, store, {});
      expect(Object.keys(first)).toEqual(['items', 'limit', 'cursor']);
      expect(first).toMatchObject({ limit: 50, items: { length: 50 } });
      expect(await pageOf(a, store, { limit: 5000 })).toMatchObject({ limit: 1000, items: { length: 60 } });
      expect((await a.post(`${recordsPath(store)}/query`)).body).toEqual(first);
      const ownKey = await withStoreKey(store.id);
      expect((await pageOf(ownKey, store, {})).items).toEqual(first.items);
      for (const limit of [0, -1, 1.5, 'ten', true]) {
        expectRefused(await query(a, store, { limit }), ['limit']);
      }
      expectRefused(
        await query(a, store, {
          filters: [{ field: 'colour', op: 'eq', value: 1 }],
          sortBy: 'size',
          fields: ['n', 'weight', 'n'],
          total: 1,
          order: 'up',
        }),
        ['filters[0].field', 'sortBy', 'fields[1]', 'fields[2]', 'total', 'order'],
      );
      expectProblem(await query(a, { id: 'nowhere' }, { limit: 0 }), ...notFound);
    },
  );

  test(
    'ignores records inserted before the position, and keeps the position after deletions',
    verifies('query.pages'),
    async () => {
      const { a } = await arrange();
      const store = await createSample(a);
      for (const order of [{ sortBy: 'text' }, {}]) {
        const request = { ...order, filters: [{ field: 'n', op: 'lt', value: 100 }] };
        const whole = await walkQuery(a, store, request);
        const first = await pageOf(a, store, { ...request, limit: 5 });
        const [shown = '', gone = ''] = [whole[4], whole[7]];
        for (const id of [shown, gone]) await a.delete(recordPath(store, id));
        await addRecord(a, store, { n: order.sortBy === undefined ? 70 : 71, text: 'a' });
        const rest = await pageOf(a, store, { ...request, limit: 1000, cursor: first.cursor });
        expect(rest.items.map(({ id }) => id)).toEqual(whole.slice(5).filter((id) => id !== gone));
      }
    },
  );

  test(
    'accepts a cursor only with the same account, store, filters, match and order',
    verifies('query.cursor'),
    async () => {
      const { a, b } = await arrange();
      const [store, twin, foreign] = [await createSample(a), await createSample(a), await createSample(b)];
      const filters = [...EVEN, { field: 'n', op: 'gte', value: 4 }];
      const request = { filters, sortBy: 'n', limit: 3 };
      const { cursor = '' } = await pageOf(a, store, request);
      expect(cursor).toMatch(/^[\w-]+$/);
      const same = [
        {},
        { limit: 10 },
        { total: true, fields: ['text'] },
        { match: 'all' },
        { sortDir: 'asc' },
        { filters: [...EVEN, { field: 'n', op: 'gte', value: '4.0' }] },
      ];
      for (const change of same) {
        const { items } = await pageOf(a, store, { ...request, ...change, cursor });
        expect(items[0], JSON.stringify(change)).toMatchObject({ id: '10' });
      }
      const others = [
        { match: 'any' },
        { sortDir: 'desc' },
        { sortBy: 'text' },
        { sortBy: undefined },
        { filters: EVEN },
        { filters: undefined },
        { filters: [...EVEN, { field: 'n', op: 'gte', value: 5 }] },
        { filters: [...EVEN, { field: 'n', op: 'gt', value: 4 }] },
        { cursor: `${cursor.slice(0, -1)}${cursor.endsWith('A') ? 'B' : 'A'}` },
        { cursor: cursor.slice(1) },
      ];
      for (const change of others) {
        expectRefused(await query(a, store, { ...request, cursor, ...change }), ['cursor']);
      }
      expectRefused(await query(a, twin, { ...request, cursor }), ['cursor']);
      expectRefused(await query(b, foreign, { ...request, cursor }), ['cursor']);
      expectProblem(await query(b, store, { ...request, cursor }), ...notFound);
      const all = await pageOf(a, store, { limit: 3 });
      expectRefused(await a.get(`${recordsPath(store)}?limit=3&cursor=${all.cursor}`), ['cursor']);
      const listed = await a.get<{ cursor: string }>(`${recordsPath(store)}?limit=3`);
      expectRefused(await query(a, store, { limit: 3, cursor: listed.body.cursor }), ['cursor']);
    },
  );

  test('returns only the named fields and the id', verifies('query.fields'), async () => {
    const { a } = await arrange();
    const store = await createStore(a, { b: 'string', '2024': 'number', a: 'string' });
    await addRecord(a, store, { b: 'x', '2024': 1 });
    const textOf = async (fields: string[]) => (await query(a, store, { fields })).text;
    const id = '"id":"[^"]+"';
    expect(await textOf(['a', '2024', 'b'])).toMatch(
      new RegExp(`^{"items":\\[{${id},"a":null,"2024":1,"b":"x"}\\],"limit":50}$`),
    );
    expect(await textOf([])).toMatch(new RegExp(`^{"items":\\[{${id}}\\],"limit":50}$`));
    expect(await textOf(['b', 'id'])).toMatch(new RegExp(`^{"items":\\[{${id},"b":"x"}\\]`));
    expect(await textOf(['date_updated'])).toMatch(/"date_updated":"2/);
    const refusals: [fields: unknown, ...paths: string[]][] = [
      [['B'], 'fields[0]'],
      [['a', 't0', 'a'], 'fields[1]', 'fields[2]'],
      [['__proto__', 'constructor'], 'fields[0]', 'fields[1]'],
      [[1, 'zzz'], 'fields[0]', 'fields[1]'],
      ['a', 'fields'],
    ];
    for (const [fields, ...paths] of refusals) expectRefused(await query(a, store, { fields }), paths);
    const { body } = await query(a, store, { fields: ['colour'] });
    expect(JSON.stringify(body)).toMatch(/Known: 2024, b, a, id/);
  });

  test('adds the number of matches on all pages', verifies('query.total'), async () => {
    const { a } = await arrange();
    const store = await createSample(a);
    const request = { filters: EVEN, total: true };
    const first = await pageOf(a, store, { ...request, limit: 20 });
    expect(first).toMatchObject({ total: 30, items: { length: 20 } });
    expect(await pageOf(a, store, { ...request, limit: 20, cursor: first.cursor })).toMatchObject({
      total: 30,
      items: { length: 10 },
    });
    expect((await pageOf(a, store, { ...request, limit: 100 })).total).toBe(30);
    expect(await pageOf(a, store, { ...request, total: false })).not.toHaveProperty('total');
    const none = [{ field: 'n', op: 'gt', value: 100 }];
    expect(await pageOf(a, store, { filters: none, total: true })).toEqual({
      items: [],
      limit: 50,
      total: 0,
    });
  });

  test('ends a page at 4 MiB, and continues after it', verifies('query.bytes'), async () => {
    const { a } = await arrange();
    const store = await createStore(a, { n: 'unique number', one: 'string', two: 'string' });
    // Each character takes six bytes of JSON.
    const text = '\u0001'.repeat(60_000);
    for (let n = 0; n < 13; n++) await addRecord(a, store, { n, one: text, two: text });
    const filters = [{ field: 'n', op: 'gte', value: 1 }];
    for (const order of [{}, { sortBy: 'two' }]) {
      const request = { filters, ...order, limit: 1000 };
      const first = await pageOf(a, store, request);
      expect(first.items).toHaveLength(5);
      expect(first.cursor).toBeDefined();
      const ids = await walkQuery(a, store, request);
      expect(ids).toEqual(Array.from({ length: 12 }, (_, i) => String(12 - i)));
    }
  });
});
