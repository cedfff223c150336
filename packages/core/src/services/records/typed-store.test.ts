import { expect, test } from 'vitest';
import { ConflictError, NotFoundError } from '../../ground/errors.ts';
import { defineStore } from '../../ground/store-types.ts';
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
