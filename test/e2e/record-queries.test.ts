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

  test(
    'orders by several fields, in a query and an export, with cursors bound to the whole order',
    verifies('query.order', 'query.pages', 'query.cursor'),
    async () => {
      const { a } = await arrange();
      const store = await createStore(a, { key: 'unique string', city: 'string', n: 'number' });
      const cities = ['Oslo', null, 'Rome', 'oslo'];
      const records = Array.from({ length: 24 }, (_, i) => ({
        key: String.fromCharCode(97 + ((i * 7) % 24)),
        city: cities[i % 4],
        n: i % 3 === 0 ? null : i % 6,
      }));
      await addRecords(a, store, records);
      const sortBy = [{ field: 'city', dir: 'desc' }, { field: 'n' }, { field: 'key', dir: 'desc' }];
      const rank = (city: unknown) => [...'oslo Rome Oslo'.split(' '), null].indexOf(city as string);
      const expected = records
        .toSorted(
          (x, y) => rank(x.city) - rank(y.city) || (x.n ?? 100) - (y.n ?? 100) || (x.key < y.key ? 1 : -1),
        )
        .map(({ key }) => key);
      for (const limit of [1, 7, 1000])
        expect(await walkQuery(a, store, { sortBy, limit })).toEqual(expected);
      const exported = await a.post<{ key: string }[]>(`${recordsPath(store)}/export`, {
        sortBy,
        fields: ['key'],
      });
      expect(exported.body.map(({ key }) => key)).toEqual(expected);
      const { cursor } = await pageOf(a, store, { sortBy, limit: 3 });
      expect((await pageOf(a, store, { sortBy, limit: 3, cursor })).items[0]).toMatchObject({
        id: expected[3],
      });
      for (const other of [
        sortBy.slice(0, 2),
        sortBy.toReversed(),
        [...sortBy.slice(0, 2), { field: 'key' }],
        'city',
      ])
        expectRefused(await query(a, store, { sortBy: other, cursor }), ['cursor']);
      // An empty direction is an absent one.
      const [city, , key] = sortBy;
      const same = [city, { field: 'n', dir: '' }, { ...key }];
      expect(await walkQuery(a, store, { sortBy: same, limit: 5 })).toEqual(expected);
      for (const [wrong, ...paths] of [
        [
          { sortBy: [{ field: 'town' }, { field: 'n' }, { field: 'n' }] },
          'sortBy[0].field',
          'sortBy[2].field',
        ],
        [{ sortBy: [{ field: 'n' }], sortDir: 'asc' }, 'sortDir'],
        [{ sortBy: Array.from({ length: 5 }, () => ({ field: 'n' })) }, 'sortBy'],
        [{ sortBy: [{ field: 'n', dir: 'up' }] }, 'sortBy'],
        [{ sortBy: ['n'] }, 'sortBy'],
        [{ sortBy: 5 }, 'sortBy'],
      ] as const) {
        expectRefused(await query(a, store, wrong), paths);
      }
      expectRefused(await a.post(`${recordsPath(store)}/search`, { sortBy }), ['sortBy']);
    },
  );

  test(
    'finds a text in all fields, a key and a number, in query, count, export and summarize',
    verifies('search-text.fields', 'search-text.filters', 'query.cursor'),
    async () => {
      const { a } = await arrange();
      const store = await createStore(a, {
        sku: 'unique string',
        title: 'string',
        price: 'number',
        seen: 'datetime',
        page: 'url_link',
      });
      await addRecords(a, store, [
        { sku: 'A-12', title: 'Grüne Lampe', price: 12 },
        { sku: 'B-7', title: 'Stuhl 12', price: 7.5, page: 'https://example.com/A-1' },
        { sku: 'C', title: null, price: 120, seen: '2026-01-12' },
        { sku: 'D', title: '100% GRÜN', price: null },
      ]);
      const found = async (q: unknown, more: object = {}) => {
        const request = { q, ...more };
        const ids = await walkQuery(a, store, { ...request, sortBy: 'id', limit: 1 });
        const post = (name: string, body: object) => a.post<never>(`${recordsPath(store)}/${name}`, body);
        expect((await post('count', request)).body).toEqual({ count: ids.length });
        const exported = await post('export', { ...request, fields: ['sku'], sortBy: 'sku' });
        expect(exported.body).toEqual(ids.map((sku) => ({ sku })));
        const summary = await post('summarize', { ...request, measures: [{ op: 'count' }] });
        expect(summary.body).toMatchObject({ groups: [{ count: ids.length }] });
        return ids.join(' ');
      };
      expect(await found('12')).toBe('A-12 B-7');
      expect(await found('7.50')).toBe('B-7');
      expect(await found('a-1')).toBe('A-12 B-7');
      expect(await found('grün')).toBe('A-12 D');
      expect(await found('%')).toBe('D');
      expect(await found('120')).toBe('C');
      expect(await found('2026')).toBe('');
      expect(await found('grün', { filters: [{ field: 'price', op: 'empty' }] })).toBe('D');
      const either = [
        { field: 'price', op: 'gt', value: 100 },
        { field: 'sku', op: 'eq', value: 'D' },
      ];
      expect(await found('d', { filters: either, match: 'any' })).toBe('D');
      for (const absent of ['', null, undefined]) expect(await found(absent)).toBe('A-12 B-7 C D');
      const { cursor } = await pageOf(a, store, { q: '12', limit: 1 });
      expectRefused(await query(a, store, { q: 'a-1', limit: 1, cursor }), ['cursor']);
      for (const wrong of [12, ['x'], 'x'.repeat(4_097), 'a\u0000']) {
        expectRefused(await query(a, store, { q: wrong }), ['q']);
      }
      const other = await createStore(a, { n: 'number', title: 'string' });
      const { id } = await addRecord(a, other, { n: 5, title: 'x' });
      expect(await walkQuery(a, other, { q: id })).toEqual([id]);
      expect(await walkQuery(a, other, { q: String(id).slice(0, 8) })).toEqual([]);
      expectRefused(await a.post(`${recordsPath(store)}/search`, { q: '12' }), ['q']);
    },
  );

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
