import { expect, test } from 'vitest';
import { verifies } from '../../../../../test/requirements.ts';
import { defineStore } from '../../ground/calls/store-types.ts';
import {
  ConflictError,
  NotFoundError,
  PreconditionFailedError,
  UnavailableError,
  ValidationError,
} from '../../ground/errors.ts';
import { accountPrincipal } from '../../ports/access.ts';
import { memoryStorage } from '../../storage/memory/index.ts';
import { createVitrine } from '../../vitrine.ts';

const Products = defineStore({
  name: 'products',
  properties: {
    sku: { type: 'string', unique: true },
    price: 'number',
    released: 'datetime',
  },
});

async function arrange() {
  const vitrine = await createVitrine({ storage: memoryStorage() });
  return { vitrine, me: accountPrincipal((await vitrine.accounts.ensure('A')).id) };
}

test('opens a definition, creating its store once, with typed records', async () => {
  const { vitrine, me } = await arrange();
  const products = await vitrine.stores.open(me, Products);
  expect((await vitrine.stores.open(me, Products)).id).toBe(products.id);
  const released = new Date('2026-01-02T00:00:00Z');
  const added = await products.add({ sku: 'A', price: 5, released });
  const price: number | null = added.price;
  expect([price, added.released]).toEqual([5, '2026-01-02T00:00:00.000Z']);
  await products.batchUpsert([{ sku: 'B', price: 7 }]);
  expect(await products.count({ filters: [{ field: 'released', op: 'in', value: [released] }] })).toBe(1);
  expect(await products.aggregate({ field: 'price', op: 'sum' })).toBe(12);
  expect((await products.patch('B', { price: null })).price).toBeNull();
  expect((await products.query({ sortBy: 'sku', total: true })).total).toBe(2);
  const bySeveral = { q: 'b', sortBy: [{ field: 'price', dir: 'desc' }, { field: 'sku' }] } as const;
  expect((await products.query(bySeveral)).items.map(({ sku }) => sku)).toEqual(['B']);
  expect(await products.count({ q: '5' })).toBe(1);
  expect(await products.count({ filters: [{ field: 'price', op: 'empty' }] })).toBe(1);
  expect((await products.list({ sortBy: 'sku' })).items.map(({ sku }) => sku)).toEqual(['A', 'B']);
  expect((await products.search({ filters: [{ field: 'sku', op: 'eq', value: 'A' }] })).items).toHaveLength(
    1,
  );
  expect((await products.lookup({ sku: 'B' })).id).toBe('B');
  expect((await products.delete('B')).status).toBe('deleted');
  await expect(products.get('B')).rejects.toThrow(NotFoundError);
});

test('opens a store by its name or its id, unless the name is ambiguous', async () => {
  const { vitrine, me } = await arrange();
  const { id } = await vitrine.stores.create(me, {
    name: 'one',
    properties: [{ name: 'p', type: 'string' }],
  });
  expect((await vitrine.stores.open(me, { name: 'one' })).id).toBe(id);
  expect((await vitrine.stores.open(me, { name: 'any', id })).id).toBe(id);
  await expect(vitrine.stores.open(me, { name: 'on' })).rejects.toThrow(NotFoundError);
  await vitrine.stores.create(me, { name: 'one', properties: [{ name: 'p', type: 'string' }] });
  await expect(vitrine.stores.open(me, { name: 'one' })).rejects.toThrow(ConflictError);
});

test('lists can be awaited and iterated', verifies('library.lists', 'library.typed-stores'), async () => {
  const { vitrine, me } = await arrange();
  const products = await vitrine.stores.open(me, Products);
  await products.upsertMany(Array.from({ length: 250 }, (_, i) => ({ sku: `S${i}`, price: i })));
  const filters = [{ field: 'price', op: 'gte', value: 30 }] as const;
  const list = products.query({ filters, sortBy: 'price', limit: 100, total: true });
  const page = await list;
  expect([page.items.length, page.total]).toEqual([100, 220]);
  const prices: (number | null)[] = [];
  for await (const { price } of list) prices.push(price);
  expect(prices).toEqual(Array.from({ length: 220 }, (_, i) => i + 30));
  const rest = products.query({ filters, sortBy: 'price', limit: 100, cursor: page.cursor });
  expect((await rest.first())?.price).toBe(130);
  expect(await products.list({ limit: 90 }).all()).toHaveLength(250);
  const skus = await products.query({ fields: ['sku'], sortBy: 'price' }).all(2);
  expect(skus).toEqual([
    { id: 'S0', sku: 'S0' },
    { id: 'S1', sku: 'S1' },
  ]);
  // @ts-expect-error the field was not asked for
  expect(skus[0]?.price).toBeUndefined();
  const flat: string[] = [];
  for await (const { id } of vitrine.records.query(me, products.id, { filters: [...filters] })) flat.push(id);
  expect(flat).toHaveLength(220);
});

test(
  'many records are written from any iterable, in batches in order',
  verifies('library.many'),
  async () => {
    const { vitrine, me } = await arrange();
    const products = await vitrine.stores.open(me, Products);
    const done: number[] = [];
    async function* rows() {
      for (let i = 0; i < 150; i++) yield { sku: `S${i}`, released: new Date(0), price: undefined };
      yield { sku: 'S0', price: 1 };
      yield { sku: 7 as never };
    }
    const result = await products.upsertMany(rows(), { onProgress: (progress) => done.push(progress.done) });
    expect(result).toEqual({
      ...{ done: 152, created: 150, updated: 1, failed: 1 },
      errors: [{ index: 151, errors: { sku: ['Expected a string.'] } }],
    });
    expect(done).toEqual([100, 152]);
    expect(await products.get('S0')).toMatchObject({ price: 1, released: '1970-01-01T00:00:00.000Z' });
    const ids = await products.list().all();
    const deleted = await products.deleteMany(new Set(['none', ...ids.map(({ id }) => id)]));
    expect(deleted).toEqual({ deleted: 150, alreadyDeleted: 1 });
    const flat = await vitrine.records.upsertMany(me, products.id, new Set([{ sku: 'A' }, { sku: 'B' }]));
    expect(flat.created).toBe(2);
  },
);

test(
  'upsert, validate, previews and deletions are those of the client',
  verifies('library.typed-stores'),
  async () => {
    const { vitrine, me } = await arrange();
    const products = await vitrine.stores.open(me, Products);
    expect(await products.upsert({ sku: 'A', price: 1 })).toEqual({ id: 'A', status: 'created' });
    expect(await products.upsert({ sku: 'A', price: 2 })).toEqual({ id: 'A', status: 'updated' });
    const refused = await products.upsert({ sku: 'B', price: 'x' as never }).catch((error) => error);
    expect(refused).toBeInstanceOf(ValidationError);
    expect(refused.issues).toEqual([{ path: 'price', message: 'Expected a number or null.' }]);
    const candidate = await products.validate({ sku: 'A', released: new Date(0) }, { mode: 'upsert' });
    expect(candidate).toMatchObject({ id: 'A', price: 2, released: '1970-01-01T00:00:00.000Z' });
    await expect(products.validate({ sku: 'A' })).rejects.toMatchObject({ code: 'record_exists' });
    expect((await products.previewUpsert({ sku: 'A', price: 2 })).outcome).toBe('unchanged');
    const { groups } = await products.summarize({
      groupBy: [{ field: 'sku' }],
      measures: [{ field: 'price', op: 'sum', as: 'sum' }],
    });
    expect(groups).toMatchObject([{ values: { sum: 2 } }]);
    expect((await products.detail()).recordCount).toBe(1);
    expect(await products.delete({ sku: 'A' })).toEqual({ id: 'A', status: 'deleted' });
    expect((await products.deleteByKey({ sku: 'A' })).status).toBe('already_deleted');
    await expect(products.delete({ sku: 'A' }, { purge: true } as never)).rejects.toThrow(
      'purge: Expected the id',
    );
  },
);

test('an export is a stream of bytes', verifies('library.typed-stores'), async () => {
  const { vitrine, me } = await arrange();
  const products = await vitrine.stores.open(me, Products);
  await products.upsertMany(Array.from({ length: 300 }, (_, i) => ({ sku: `S${i}`, price: i })));
  const filters = [{ field: 'price', op: 'lt', value: 2 }] as const;
  const csv = await products.export({ format: 'csv', fields: ['sku', 'price'], filters, sortBy: 'price' });
  expect(await new Response(csv).text()).toBe('sku,price\r\nS0,0\r\nS1,1\r\n');
  expect(await new Response(await products.export({ limit: 3 })).json()).toHaveLength(3);
  expect(await new Response(await products.export()).json()).toHaveLength(300);
  const unread = await products.export();
  await unread.cancel();
  await expect(products.export({ fields: ['none' as never] })).rejects.toThrow(ValidationError);
});

test('ifMatch takes a record or a tag', verifies('library.if-match'), async () => {
  const { vitrine, me } = await arrange();
  const products = await vitrine.stores.open(me, Products);
  const first = await products.add({ sku: 'A', price: 1 });
  const [listed] = (await products.list()).items;
  const second = await products.patch('A', { price: 2 }, { ifMatch: listed });
  await expect(products.patch('A', { price: 3 }, { ifMatch: first })).rejects.toThrow(
    PreconditionFailedError,
  );
  await expect(products.delete('A', { ifMatch: '"tag"' })).rejects.toThrow(PreconditionFailedError);
  await expect(products.delete('A', { ifMatch: {} })).rejects.toThrow(PreconditionFailedError);
  await expect(products.delete('A', { ifMatch: 5 as never })).rejects.toThrow(ValidationError);
  await expect(vitrine.records.delete(me, products.id, 'A', { ifMatch: first })).rejects.toThrow(
    PreconditionFailedError,
  );
  expect(await products.get('A')).toEqual(second);
  expect((await products.delete('A', { ifMatch: second })).status).toBe('deleted');
});

test('a signal ends each call with its reason', verifies('library.signal'), async () => {
  const { vitrine, me } = await arrange();
  const products = await vitrine.stores.open(me, Products);
  await products.add({ sku: 'A' });
  const reason = new Error('left');
  const signal = AbortSignal.abort(reason);
  const calls: readonly (() => PromiseLike<unknown>)[] = [
    () => products.get('A', { signal }),
    () => products.lookup({ sku: 'A' }, { signal }),
    () => products.add({ sku: 'B' }, { signal }),
    () => products.upsert({ sku: 'B' }, { signal }),
    () => products.batchUpsert([{ sku: 'B' }], { signal }),
    () => products.upsertMany([{ sku: 'B' }], { signal }),
    () => products.patch('A', { price: 1 }, { signal }),
    () => products.delete('A', { signal }),
    () => products.delete({ sku: 'A' }, { signal }),
    () => products.deleteByKey({ sku: 'A' }, { signal }),
    () => products.deleteMany(['A'], { signal }),
    () => products.list({}, { signal }),
    () => products.query({}, { signal }),
    () => products.search({}, { signal }),
    () => products.count({}, { signal }),
    () => products.aggregate({ field: 'price', op: 'sum' }, { signal }),
    () => products.summarize({ measures: [{ op: 'count' }] }, { signal }),
    () => products.validate({ sku: 'B' }, { signal }),
    () => products.previewUpsert({ sku: 'B' }, { signal }),
    () => products.export({}, { signal }),
    () => products.import('sku\nB\n', { signal }),
    () => products.detail({ signal }),
  ];
  for (const call of calls) await expect(call(), String(call)).rejects.toBe(reason);
  expect((await products.list().all()).map(({ sku, price }) => [sku, price])).toEqual([['A', null]]);

  const leaving = new AbortController();
  async function* rows() {
    for (let i = 0; ; i++) {
      if (i === 150) leaving.abort(reason);
      yield { sku: `S${i}` };
    }
  }
  await expect(products.upsertMany(rows(), { signal: leaving.signal })).rejects.toBe(reason);
  expect(await products.count()).toBe(101);
});

test('calls of a typed store that were made before close finish', verifies('library.close'), async () => {
  const { vitrine, me } = await arrange();
  const products = await vitrine.stores.open(me, Products);
  const many = products.upsertMany(Array.from({ length: 250 }, (_, i) => ({ sku: `S${i}` })));
  const imported = products.import('sku\nX\n');
  await vitrine.close();
  expect((await many).created).toBe(250);
  expect((await imported).created).toBe(1);
  await expect(products.list()).rejects.toThrow(UnavailableError);
  await expect(products.detail()).rejects.toThrow(UnavailableError);
});
