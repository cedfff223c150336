import type { Change, ChangePage, StoreDetail, StoreSummary } from '@vitrine/core/contracts';
import { expect, test } from 'vitest';
import { verifies } from '../requirements.ts';
import {
  addRecord,
  addRecords,
  createStore,
  expectProblem,
  expectRefused,
  forbidden,
  notFound,
  recordPath,
  recordsPath,
} from './arrange.ts';
import type { Client } from './client.ts';
import { onEveryStorage } from './world.ts';

const expired = [410, 'cursor_expired'] as const;

function changesPath(store: { id: string }, query: Record<string, string | number> = {}): string {
  const text = new URLSearchParams(
    Object.entries(query).map(([name, value]): [string, string] => [name, String(value)]),
  );
  return `/v2/stores/${store.id}/changes?${text}`;
}

async function read(
  client: Client,
  store: { id: string },
  query: Record<string, string | number> = {},
): Promise<ChangePage> {
  const { status, body } = await client.get<ChangePage>(changesPath(store, query));
  expect({ status, body }).toMatchObject({ status: 200 });
  return body;
}

const now = async (client: Client, store: { id: string }) => (await read(client, store)).cursor;

/** Returns entries in short: the type, then the record and the changed properties. */
function short({ items }: Pick<ChangePage, 'items'>): string[] {
  return items.map(({ type, recordId, changed }) =>
    [type, recordId, changed?.join('+')].filter(Boolean).join(' '),
  );
}

onEveryStorage((arrange) => {
  test('the feed has every kind of change, in order', verifies('feed.now', 'feed.entries'), async () => {
    const { a } = await arrange();
    const store = await createStore(a, { sku: 'unique string', n: 'number', note: 'string' });
    await addRecord(a, store, { sku: 'before' });
    const since = await now(a, store);
    expect(await read(a, store)).toEqual({ items: [], cursor: since, limit: 100 });
    await addRecord(a, store, { sku: 'a', n: 1 });
    await a.patch(recordPath(store, 'a'), { n: 2, note: 'x' });
    await a.patch(recordPath(store, 'a'), { n: 2 });
    await a.patch(recordPath(store, 'a'), {});
    await a.post(`${recordsPath(store)}/batch`, {
      records: [{ sku: 'a', n: 3 }, { sku: 'b' }, { sku: 'a', note: 'y' }],
    });
    await a.post(`${recordsPath(store)}/delete-by-key`, { sku: 'b' });
    await a.post(`${recordsPath(store)}/batch-delete`, { ids: ['a', 'none'] });
    await a.patch(`/v2/stores/${store.id}`, { description: 'changed' });
    await a.patch(`/v2/stores/${store.id}`, {});
    await a.post(`/v2/stores/${store.id}/properties`, { name: 'more', type: 'boolean' });
    const page = await read(a, store, { since });
    expect(short(page).filter((entry) => !entry.endsWith(' b'))).toEqual([
      'record.created a',
      'record.updated a n+note',
      'record.updated a n',
      'record.updated a note',
      'record.deleted a',
      'store.updated',
      'store.schema',
    ]);
    expect(short(page).filter((entry) => entry.endsWith(' b'))).toEqual([
      'record.created b',
      'record.deleted b',
    ]);
    for (const item of page.items) {
      const members = ['position', 'type', 'at', 'version'];
      if (item.type.startsWith('record.')) members.push('recordId');
      if (item.type === 'record.updated') members.push('changed');
      expect(Object.keys(item).sort()).toEqual(members.sort());
      expect(item.at).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
    }
    const versions = page.items.map(({ version }) => version);
    expect(versions).toEqual([...new Set(versions)].toSorted((one, other) => one - other));
  });

  test('a page continues after a cursor or a position', verifies('feed.paging'), async () => {
    const { a } = await arrange();
    const store = await createStore(a, { sku: 'unique string' });
    const since = await now(a, store);
    await addRecords(
      a,
      store,
      Array.from({ length: 250 }, (_, index) => ({ sku: `r${index}` })),
    );
    const seen: Change[] = [];
    for (let cursor = since; ; ) {
      const page = await read(a, store, { since: cursor, limit: 60 });
      expect(page.items.length).toBeLessThanOrEqual(60);
      seen.push(...page.items);
      if (page.items.length === 0) break;
      ({ cursor } = page);
    }
    expect(seen.map(({ recordId }) => recordId).toSorted()).toEqual(
      Array.from({ length: 250 }, (_, index) => `r${index}`).toSorted(),
    );
    const positions = seen.map(({ position }) => position);
    expect(positions).toEqual(positions.toSorted());
    const rest = await read(a, store, { since: positions[99] ?? '', limit: 1_000_000 });
    expect(rest.limit).toBe(1_000);
    expect(rest.items).toEqual(seen.slice(100));
    expect(await read(a, store, { since })).toMatchObject({ limit: 100, items: { length: 100 } });
  });

  test('include=record has records as they are now', verifies('feed.record'), async () => {
    const { a } = await arrange();
    const store = await createStore(a, { sku: 'unique string', n: 'number', '2024': 'string' });
    const since = await now(a, store);
    await addRecord(a, store, { sku: 'a', n: 1, '2024': 'x' });
    await addRecord(a, store, { sku: 'b', n: 1 });
    await a.patch(recordPath(store, 'a'), { n: 2 });
    await a.delete(recordPath(store, 'b'));
    const response = await a.get<ChangePage>(changesPath(store, { since, include: 'record' }));
    const current = (await a.get<object>(recordPath(store, 'a'))).text;
    expect(response.body.items.map(({ record }) => record?.n)).toEqual([2, undefined, 2, undefined]);
    // The members of a record have their order.
    expect(response.text.split(`"record":${current}`)).toHaveLength(3);
    await addRecord(a, store, { sku: 'b', n: 5 });
    const again = await read(a, store, { since, include: 'record', types: 'record.deleted' });
    expect(again.items.map(({ record }) => record?.n)).toEqual([5]);
  });

  test('the bytes of the records of a page are limited', verifies('feed.record'), async () => {
    const { a } = await arrange();
    const store = await createStore(a, { sku: 'unique string', text: 'string' });
    const since = await now(a, store);
    const text = 'x'.repeat(60_000);
    for (let start = 0; start < 100; start += 25) {
      await addRecords(
        a,
        store,
        Array.from({ length: 25 }, (_, index) => ({ sku: `r${start + index}`, text })),
      );
    }
    const seen = new Set<string | undefined>();
    for (let cursor = since; ; ) {
      const page = await a.get<ChangePage>(
        changesPath(store, { since: cursor, include: 'record', limit: 1_000 }),
      );
      expect(page.bytes.length).toBeLessThan(4.2 * 1024 * 1024);
      for (const { recordId } of page.body.items) seen.add(recordId);
      if (page.body.items.length === 0) break;
      ({ cursor } = page.body);
    }
    expect(seen.size).toBe(100);
  });

  test('wait answers at the first change', verifies('feed.wait'), async () => {
    const { a } = await arrange();
    const store = await createStore(a, { sku: 'unique string' });
    const since = await now(a, store);
    const waiting = [
      read(a, store, { since, wait: 20 }),
      read(a, store, { since, wait: 1_000, types: 'record.deleted' }),
      a.post<ChangePage>(`/v2/stores/${store.id}/changes/query`, {
        since,
        wait: 20,
        include: 'record',
        filters: [{ field: 'sku', op: 'eq', value: 'b' }],
      }),
    ] as const;
    await addRecord(a, store, { sku: 'a' });
    await addRecord(a, store, { sku: 'b' });
    await a.delete(recordPath(store, 'a'));
    expect(short(await waiting[0])[0]).toBe('record.created a');
    expect(short(await waiting[1])).toEqual(['record.deleted a']);
    const [first] = (await waiting[2]).body.items;
    expect(['record.created b', 'record.deleted a']).toContain(short({ items: first ? [first] : [] })[0]);
  });

  test('wait returns empty after its time', verifies('feed.wait'), async () => {
    const { a } = await arrange();
    const store = await createStore(a, { sku: 'unique string' });
    const since = await now(a, store);
    const page = await read(a, store, { since, wait: 1 });
    expect(page.items).toEqual([]);
    await addRecord(a, store, { sku: 'a' });
    expect(short(await read(a, store, { since: page.cursor }))).toEqual(['record.created a']);
  });

  test('types selects types and groups', verifies('feed.types'), async () => {
    const { a } = await arrange();
    const store = await createStore(a, { sku: 'unique string' });
    const since = await now(a, store);
    await addRecord(a, store, { sku: 'a' });
    await a.patch(`/v2/stores/${store.id}`, { name: 'Other' });
    await a.delete(recordPath(store, 'a'));
    expect(short(await read(a, store, { since, types: 'record.*' }))).toEqual([
      'record.created a',
      'record.deleted a',
    ]);
    expect(short(await read(a, store, { since, types: 'store.updated,record.created' }))).toEqual([
      'record.created a',
      'store.updated',
    ]);
    const { body } = await a.post<ChangePage>(`/v2/stores/${store.id}/changes/query`, {
      since,
      types: ['store.*'],
    });
    expect(short(body)).toEqual(['store.updated']);
    const none = await read(a, store, { since, types: 'records.imported' });
    expect(none.items).toEqual([]);
    expect(short(await read(a, store, { since: none.cursor }))).toEqual([]);
  });

  test('changes/query has records that match now, and deletions', verifies('feed.filters'), async () => {
    const { a } = await arrange();
    const store = await createStore(a, { sku: 'unique string', price: 'number' });
    const since = await now(a, store);
    for (const [sku, price] of [
      ['cheap', 1],
      ['dear', 100],
      ['gone', 1],
      ['rises', 1],
    ] as const)
      await addRecord(a, store, { sku, price });
    await a.patch(recordPath(store, 'rises'), { price: 50 });
    await a.delete(recordPath(store, 'gone'));
    const filters = [{ field: 'price', op: 'lt', value: 10 }];
    const query = async (more: object) =>
      (await a.post<ChangePage>(`/v2/stores/${store.id}/changes/query`, { since, filters, ...more })).body;
    expect(short(await query({}))).toEqual(['record.created cheap', 'record.deleted gone']);
    const [found] = (await query({ include: 'record', types: ['record.created'] })).items;
    expect(found?.record).toMatchObject({ sku: 'cheap', price: 1 });
    // Many entries that do not match are no end of the feed.
    await addRecords(
      a,
      store,
      Array.from({ length: 120 }, (_, index) => ({ sku: `x${index}`, price: 99 })),
    );
    await addRecord(a, store, { sku: 'last', price: 3 });
    const page = await query({ limit: 10, since: (await query({})).cursor });
    expect(short(page)).toEqual(['record.created last']);
  });

  test('invalid parameters are 400 and turn nothing on', verifies('feed.bad-input'), async () => {
    const { a, storage, accountId } = await arrange();
    const store = await createStore(a, { sku: 'unique string' });
    const other = await createStore(a, { sku: 'unique string' });
    const cursor = await now(a, other);
    const altered = `${cursor.slice(0, -1)}${cursor.endsWith('A') ? 'B' : 'A'}`;
    for (const since of [
      cursor,
      'x',
      'ü',
      altered,
      cursor.toUpperCase(),
      `${cursor} `,
      '\u0000',
      '0'.repeat(5_000),
    ])
      expectRefused(await a.get(changesPath(store, { since })), ['since']);
    expectRefused(await a.get(changesPath(other, { since: altered })), ['since']);
    for (const limit of [0, -1, 1.5, 'many'])
      expectRefused(await a.get(changesPath(store, { limit })), ['limit']);
    for (const wait of [-1, 0.5, 'long']) expectRefused(await a.get(changesPath(store, { wait })), ['wait']);
    expectRefused(await a.get(changesPath(store, { include: 'all' })), ['include']);
    for (const types of ['x', 'record', 'record.created,x', '*', ','])
      expectRefused(await a.get(changesPath(store, { types })), ['types']);
    const query = (json: object) => a.post(`/v2/stores/${store.id}/changes/query`, json);
    expectRefused(await query({ types: 'record.*' }), ['types']);
    expectRefused(await query({ types: ['record.*', 'x'] }), ['types[1]']);
    expectRefused(await query({ filters: [{ field: 'none', op: 'eq', value: 1 }], limit: 0 }), [
      'filters[0].field',
      'limit',
    ]);
    expectRefused(await query({ since: 5 }), ['since']);
    expectRefused(await query({ cursor }), ['cursor']);
    expect((await storage.stores.get(accountId, store.id))?.isLogged).toBe(false);
    // An empty value counts as absent.
    expect((await a.get(`/v2/stores/${store.id}/changes?since=&types=&wait=&include=&limit=`)).status).toBe(
      200,
    );
  });

  test('a position after which entries were removed is 410', verifies('feed.expired'), async () => {
    const { a, storage } = await arrange();
    const store = await createStore(a, { sku: 'unique string' });
    const since = await now(a, store);
    await addRecords(
      a,
      store,
      Array.from({ length: 10 }, (_, index) => ({ sku: `r${index}` })),
    );
    const { items, cursor } = await read(a, store, { since });
    await storage.changes.trim(store.id, { since: 0, most: 3, historySince: null, historyBytes: 0 }, 100);
    expectProblem(await a.get(changesPath(store, { since })), ...expired);
    expectProblem(await a.get(changesPath(store, { since, wait: 30 })), ...expired);
    expectProblem(await a.post(`/v2/stores/${store.id}/changes/query`, { since }), ...expired);
    const stream = await a.send('GET', changesPath(store, { since }), {
      headers: { accept: 'text/event-stream' },
    });
    expectProblem(stream, ...expired);
    expect((await read(a, store, { since: items[6]?.position ?? '' })).items).toEqual(items.slice(7));
    expect((await read(a, store, { since: cursor })).items).toEqual([]);
  });

  test('store keys and read-only keys read their store only', verifies('feed.access'), async () => {
    const { a, b, anonymous, withKey, withStoreKey, vitrine, principal } = await arrange();
    const store = await createStore(a, { sku: 'unique string' });
    const other = await createStore(a, { sku: 'unique string' });
    const storeKey = await withStoreKey(store.id);
    const readOnly = withKey(
      (await vitrine.apiKeys.create(principal, { name: 'r', storeId: store.id, readOnly: true })).key,
    );
    const since = await now(readOnly, store);
    await addRecord(a, store, { sku: 'a' });
    for (const client of [a, storeKey, readOnly]) {
      expect(short(await read(client, store, { since }))).toEqual(['record.created a']);
      const { body } = await client.post<ChangePage>(`/v2/stores/${store.id}/changes/query`, { since });
      expect(short(body)).toEqual(['record.created a']);
    }
    for (const client of [storeKey, readOnly]) {
      for (const query of [{}, { since }, { since: 'x', wait: 30 }])
        expectProblem(await client.get(changesPath(other, query)), ...notFound);
    }
    for (const query of [{}, { since }]) expectProblem(await b.get(changesPath(store, query)), ...notFound);
    expectProblem(await b.post(`/v2/stores/${store.id}/changes/query`, { since }), ...notFound);
    expectProblem(await a.get(changesPath({ id: 'unknown' })), ...notFound);
    expect((await anonymous.get(changesPath(store))).status).toBe(401);
  });

  test('a deleted store ends the feed', verifies('feed.store-deleted'), async () => {
    const { a } = await arrange();
    const store = await createStore(a, { sku: 'unique string' });
    const since = await now(a, store);
    const polls = [
      read(a, store, { since, wait: 20 }),
      read(a, store, { since, wait: 20, types: 'record.*' }),
    ];
    // Until both wait.
    await new Promise((resolve) => setTimeout(resolve, 100));
    await a.delete(`/v2/stores/${store.id}`);
    for (const poll of polls) expect(short(await poll)).toEqual(['store.deleted']);
    expectProblem(await a.get(changesPath(store, { since })), ...notFound);
    expectProblem(await a.get(changesPath(store)), ...notFound);
  });

  test(
    'changes and history are members of the detail of a store',
    verifies('feed.store-members'),
    async () => {
      const { a, withStoreKey } = await arrange();
      const plain = await createStore(a, { sku: 'unique string' });
      expect(plain).toMatchObject({ changes: false, history: null });
      const request = {
        name: 'Kept',
        changes: true,
        history: 'P30D',
        properties: [{ name: 'n', type: 'number' }],
      };
      const { body: kept } = await a.post<StoreDetail>('/v2/stores', request);
      expect(kept).toMatchObject({ changes: true, history: 'P30D' });
      const path = `/v2/stores/${kept.id}`;
      expect((await a.get(path)).body).toEqual(kept);
      const { body: list } = await a.get<{ items: StoreSummary[] }>('/v2/stores');
      for (const item of list.items) {
        expect(item).not.toHaveProperty('changes');
        expect(item).not.toHaveProperty('history');
      }
      for (const [given, shown] of [
        ['P1Y', 'P365D'],
        ['P2W', 'P14D'],
        ['PT36H', 'P1DT12H'],
        ['PT1S', 'PT1S'],
      ])
        expect((await a.patch<StoreDetail>(path, { history: given })).body.history).toBe(shown);
      expect((await a.patch<StoreDetail>(path, { changes: false, history: null })).body).toMatchObject({
        changes: false,
        history: null,
      });
      expect((await a.patch<StoreDetail>(path, { history: '' })).body.history).toBe(null);
      for (const history of ['P366D', 'P2Y', 'PT0S', '30D', 'P1.5D', 'forever', 30, true, {}])
        expectRefused(await a.patch(path, { history }), ['history']);
      for (const changes of ['yes', 1, {}]) expectRefused(await a.patch(path, { changes }), ['changes']);
      expectRefused(await a.post('/v2/stores', { ...request, history: 'P2Y', changes: 'x' }), [
        'changes',
        'history',
      ]);
      expectProblem(await (await withStoreKey(kept.id)).patch(path, { changes: true }), ...forbidden);
    },
  );

  test('a store with changes has a log from its creation on', verifies('feed.store-members'), async () => {
    const { a } = await arrange();
    const request = { name: 'Logged', changes: true, properties: [{ name: 'n', type: 'number' }] };
    const { body: store } = await a.post<StoreDetail>('/v2/stores', request);
    const cursor = await now(a, store);
    await addRecord(a, store, { n: 1 });
    expect((await read(a, store, { since: cursor })).items).toHaveLength(1);
  });
});
