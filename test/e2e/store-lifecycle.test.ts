import type {
  DeleteStoreResponse,
  Page,
  StoreDetail,
  StoreSummary,
  WhoAmIResponse,
} from '@vitrine/core/contracts';
import Database from 'better-sqlite3';
import { expect, test } from 'vitest';
import { verifies } from '../requirements.ts';
import {
  addRecord,
  addRecords,
  createStore,
  expectProblem,
  expectRefused,
  notFound,
  propertiesOf,
  recordsPath,
} from './arrange.ts';
import { onEveryStorage } from './world.ts';

const DAY = 24 * 3_600_000;
const TIME = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/;
const properties = propertiesOf({ sku: 'unique string', price: 'number' });

onEveryStorage((arrange) => {
  test(
    'returns 201 with the detail of a created store',
    verifies('operation.create-store', 'stores.detail', 'times.format', 'times.members', 'stores.store-type'),
    async () => {
      const { a } = await arrange();
      const { status, body } = await a.post('/v2/stores', { name: 'Products', properties });
      expect({ status, body }).toEqual({
        status: 201,
        body: {
          id: expect.stringMatching(/./),
          name: 'Products',
          description: null,
          status: 'ACTIVE',
          store_type: expect.stringMatching(/^api_key:/),
          recordTtl: null,
          changes: false,
          history: null,
          date_created: expect.stringMatching(TIME),
          date_updated: expect.stringMatching(TIME),
          properties: [
            { name: 'sku', type: 'string', required: true, unique: true, description: null },
            { name: 'price', type: 'number', required: false, unique: false, description: null },
          ],
          recordCount: 0,
        },
      });
    },
  );

  test(
    'sets store_type to the public id of the creating key, or to library if created in process',
    verifies('stores.store-type.form'),
    async () => {
      const { a, vitrine, principal } = await arrange();
      const { body: who } = await a.get<WhoAmIResponse>('/v2/whoami');
      const store = await createStore(a, { name: 'string' });
      expect(store.store_type).toBe(`api_key:${who.keyId}`);
      expect(store.store_type).not.toContain(a.key);
      const { id } = await vitrine.stores.create(principal, { name: 'In process', properties });
      expect((await a.get<StoreDetail>(`/v2/stores/${id}`)).body.store_type).toBe('library');
    },
  );

  test(
    'lists summaries whose id is the storeId in paths',
    verifies('stores.id', 'stores.summary', 'operation.list-stores', 'operation.get-store'),
    async () => {
      const { a } = await arrange();
      const created = await createStore(
        a,
        { name: 'string' },
        { description: 'What we sell', recordTtl: 60 },
      );
      const { body } = await a.get<Page<StoreSummary>>('/v2/stores');
      const {
        properties: _properties,
        recordCount: _recordCount,
        changes: _changes,
        history: _history,
        ...summary
      } = created;
      expect(body).toEqual({ items: [summary], limit: 50 });
      const detail = await a.get(`/v2/stores/${body.items[0]?.id}`);
      expect({ status: detail.status, body: detail.body }).toEqual({ status: 200, body: created });
    },
  );

  test('returns the live record count of a fetched store', verifies('stores.record-count'), async () => {
    const { a } = await arrange();
    const store = await createStore(a, { name: 'string' });
    await addRecords(a, store, [{ name: 'a' }, { name: 'b' }, {}]);
    expect((await a.get(`/v2/stores/${store.id}`)).body).toMatchObject({ recordCount: 3 });
  });

  test(
    'keeps the order of properties for all names',
    verifies('stores.properties.ordered', 'records.shape'),
    async () => {
      const { a } = await arrange();
      const names = ['zeta', '2024', 'alpha', '7', 'Middle name'];
      const { body } = await a.post<StoreDetail>('/v2/stores', {
        name: 'Ordered',
        properties: names.map((name) => ({ name, type: 'string' })),
      });
      expect(body.properties.map(({ name }) => name)).toEqual(names);
      const { text } = await a.post(recordsPath(body), {});
      const members = [...text.matchAll(/"([^"]+)":/g)].map(([, name]) => name);
      expect(members).toEqual(['id', ...names, 'date_created', 'date_updated']);
    },
  );

  test('allows stores with equal names', verifies('stores.create.same-name'), async () => {
    const { a } = await arrange();
    const first = await createStore(a, { name: 'string' }, { name: 'Twin' });
    const second = await createStore(a, { name: 'string' }, { name: 'Twin' });
    expect(first.id).not.toBe(second.id);
  });

  test(
    'changes only the supplied members, and clears with null',
    verifies(
      'operation.update-store',
      'stores.updatable',
      'stores.description.null',
      'stores.ttl.null',
      'stores.create.record-ttl',
    ),
    async () => {
      const { a, advance } = await arrange();
      const store = await createStore(a, { name: 'string' }, { description: 'before', recordTtl: 3600 });
      expect(store).toMatchObject({ description: 'before', recordTtl: 3600 });
      const path = `/v2/stores/${store.id}`;
      advance(5);
      const renamed = await a.patch<StoreDetail>(path, { name: 'After' });
      expect(renamed.status).toBe(200);
      expect(renamed.body).toEqual({ ...store, name: 'After', date_updated: expect.any(String) });
      expect(renamed.body.date_updated > store.date_updated).toBe(true);
      expect((await a.patch(path, { recordTtl: 7200 })).body).toMatchObject({
        name: 'After',
        recordTtl: 7200,
      });
      const cleared = await a.patch(path, { description: null, recordTtl: null });
      expect(cleared.body).toMatchObject({ name: 'After', description: null, recordTtl: null });
      expect((await a.get(path)).body).toEqual(cleared.body);
      expect((await a.patch(path, {})).body).toEqual(cleared.body);
      expect((await a.patch(path)).body).toEqual(cleared.body);
    },
  );

  test(
    'counts code points for the limits of names and descriptions',
    verifies('stores.create.name', 'stores.create.description', 'stores.text', 'stores.text.code-points'),
    async () => {
      const { a } = await arrange();
      const create = (members: object) => a.post('/v2/stores', { name: 'ok', properties, ...members });
      for (const name of ['', ' \t', '\u00a0', 'x'.repeat(201), 'a\0b', '\ud800', 5, null]) {
        expectRefused(await create({ name }), ['name']);
      }
      for (const description of ['x'.repeat(1001), '\0', '\udc00', 5]) {
        expectRefused(await create({ description }), ['description']);
      }
      const name = '😀'.repeat(200);
      const description = '😀'.repeat(1000);
      const { body } = await create({ name, description });
      expect(body).toMatchObject({ name, description });
      expectRefused(
        await a.patch(`/v2/stores/${(body as StoreDetail).id}`, {
          name: ' ',
          description: '\0',
          recordTtl: 0,
        }),
        ['name', 'description', 'recordTtl'],
      );
      expect((await a.get<Page<StoreSummary>>('/v2/stores')).body.items).toHaveLength(1);
    },
  );

  test(
    'requires 1 to 100 properties',
    verifies('stores.one-property', 'stores.create.properties'),
    async () => {
      const { a } = await arrange();
      const many = (count: number) =>
        Array.from({ length: count }, (_, index) => ({ name: `p${index}`, type: 'number' }));
      expectRefused(await a.post('/v2/stores', { name: 'None', properties: [] }), ['properties']);
      expectRefused(await a.post('/v2/stores', { name: 'None' }), ['properties']);
      expectRefused(await a.post('/v2/stores', { name: 'Many', properties: many(101) }), ['properties']);
      expectRefused(await a.post('/v2/stores'), ['name', 'properties']);
      const { status, body } = await a.post<StoreDetail>('/v2/stores', {
        name: 'Full',
        properties: many(100),
      });
      expect(status).toBe(201);
      const added = await a.post(`/v2/stores/${body.id}/properties`, { name: 'p100', type: 'number' });
      expectProblem(added, 400, 'validation_failed');
      expect((await a.get<StoreDetail>(`/v2/stores/${body.id}`)).body.properties).toHaveLength(100);
    },
  );

  test('accepts a recordTtl of 1 to 2,147,483,647 whole seconds', verifies('stores.ttl.range'), async () => {
    const { a } = await arrange();
    const store = await createStore(a, { name: 'string' });
    for (const recordTtl of [0, -1, 1.5, 2_147_483_648, '60', true, []]) {
      expectRefused(await a.post('/v2/stores', { name: 'Ttl', properties, recordTtl }), ['recordTtl']);
      expectRefused(await a.patch(`/v2/stores/${store.id}`, { recordTtl }), ['recordTtl']);
    }
    for (const recordTtl of [1, 2_147_483_647]) {
      expect((await a.patch(`/v2/stores/${store.id}`, { recordTtl })).body).toMatchObject({ recordTtl });
    }
  });

  test(
    'returns 200 with DELETED once, and removes the store from every read',
    verifies(
      'operation.delete-store',
      'stores.delete.response',
      'stores.delete.twice',
      'stores.state.deleted',
      'stores.list.active',
    ),
    async () => {
      const { a } = await arrange();
      const store = await createStore(a, { sku: 'unique string' });
      const kept = await createStore(a, { sku: 'unique string' }, { name: 'Kept' });
      await addRecord(a, store, { sku: 'a' });
      const path = `/v2/stores/${store.id}`;
      const deleted = await a.delete<DeleteStoreResponse>(path);
      expect({ status: deleted.status, body: deleted.body }).toEqual({
        status: 200,
        body: { id: store.id, status: 'DELETED' },
      });
      const gone = [
        await a.delete(path),
        await a.get(path),
        await a.patch(path, { name: 'Back' }),
        await a.post(`${path}/properties`, { name: 'more', type: 'string' }),
        await a.get(`${path}/records`),
        await a.get(`${path}/records/a`),
        await a.post(`${path}/records`, { sku: 'b' }),
        await a.post(`${path}/records/lookup`, { sku: 'a' }),
        await a.post(`${path}/records/search`),
        await a.get(`${path}/records/export`),
      ];
      for (const response of gone) expectProblem(response, ...notFound);
      expect((await a.get<Page<StoreSummary>>('/v2/stores')).body.items.map(({ id }) => id)).toEqual([
        kept.id,
      ]);
    },
  );

  test(
    'keeps records of a deleted store until the background cleanup purges them',
    verifies('stores.state.cleanup', 'stores.delete.purge'),
    async () => {
      const { a, vitrine, path, advance } = await arrange();
      const store = await createStore(a, { name: 'string' });
      await addRecords(
        a,
        store,
        Array.from({ length: 250 }, (_, index) => ({ name: `n${index}` })),
      );
      const stored = countStored(path, store.id);
      await a.delete(`/v2/stores/${store.id}`);
      advance(7 * DAY);
      for (let ran = 1; ran > 0; ) ran = await vitrine.runDueJobs();
      if (path !== null) expect(stored()).toBe(250);
      advance(DAY);
      for (let ran = 1; ran > 0; ) ran = await vitrine.runDueJobs();
      if (path !== null) expect(stored()).toBe(0);
      expectProblem(await a.get(`/v2/stores/${store.id}`), ...notFound);
    },
  );

  test('lists stores newest first, also within one millisecond', verifies('stores.list.order'), async () => {
    const { a } = await arrange();
    const ids: string[] = [];
    for (const name of ['first', 'second', 'third'])
      ids.push((await createStore(a, { name: 'string' }, { name })).id);
    const { body } = await a.get<Page<StoreSummary>>('/v2/stores');
    expect(body.items.map(({ id }) => id)).toEqual(ids.toReversed());
  });

  test(
    'finds a part of the name with q, ignoring case and without wildcards',
    verifies('stores.list.q'),
    async () => {
      const { a } = await arrange();
      for (const name of ['Straße ÄÖÜ', 'STRASSE', '100% sure_thing', 'plain'])
        await createStore(a, { n: 'string' }, { name });
      const find = async (q: string) => {
        const { body } = await a.get<Page<StoreSummary>>(`/v2/stores?q=${encodeURIComponent(q)}`);
        return body.items.map(({ name }) => name);
      };
      expect(await find('äöü')).toEqual(['Straße ÄÖÜ']);
      expect(await find('STRA')).toEqual(['STRASSE', 'Straße ÄÖÜ']);
      expect(await find('%')).toEqual(['100% sure_thing']);
      expect(await find('e_t')).toEqual(['100% sure_thing']);
      expect(await find("'")).toEqual([]);
      expect(await find('nothing like it')).toEqual([]);
      expect(await find('')).toHaveLength(4);
    },
  );
});

/** Returns a function that counts the store's records in the file, also after the store is deleted. */
function countStored(path: string | null, storeId: string): () => number {
  if (path === null) return () => 0;
  const file = path;
  const number = ask(file, 'SELECT seq FROM stores WHERE id = ?', storeId);
  return () => ask(file, 'SELECT count(*) FROM records WHERE store_id = ?', number);
}

function ask(path: string, question: string, value: string | number): number {
  const database = new Database(path, { readonly: true });
  try {
    return Number(database.prepare(question).pluck().get(value));
  } finally {
    database.close();
  }
}
