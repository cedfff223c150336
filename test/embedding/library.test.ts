import { accountPrincipal, createVitrine, defineStore, type Vitrine } from '@vitrine/core';
import { afterEach, describe, expect, test } from 'vitest';
import { type OpenedStorage, storageKinds } from '../e2e/storages.ts';
import { verifies } from '../requirements.ts';

const Products = defineStore({
  name: 'products',
  properties: { sku: { type: 'string', unique: true }, price: 'number' },
});

const WiderProducts = defineStore({
  name: 'products',
  properties: {
    sku: { type: 'string', unique: true },
    price: 'number',
    name: 'string',
    released: { type: 'datetime', required: true },
  },
});

describe.each(storageKinds)('on $name', ({ open }) => {
  let opened: OpenedStorage | undefined;
  afterEach(async () => {
    await opened?.storage.close();
    await opened?.remove();
  });

  /** Opens two programs on one storage. */
  async function arrange(): Promise<[Vitrine, Vitrine]> {
    opened = await open();
    const { storage } = opened;
    return [await createVitrine({ storage }), await createVitrine({ storage })];
  }

  test(
    'many records are written, read while others change, imported and exported',
    verifies('library.many', 'library.lists', 'library.import'),
    async () => {
      const [vitrine, other] = await arrange();
      const me = accountPrincipal((await vitrine.accounts.ensure('Shop')).id);
      const products = await vitrine.as(me).stores.open(Products);
      const theirs = await other.as(me).stores.open(Products);
      const rows = Array.from({ length: 320 }, (_, i) => ({ sku: `S${i}`, price: i }));
      expect(await products.upsertMany(rows)).toMatchObject({ created: 320, failed: 0 });

      const seen = new Set<string>();
      for await (const { sku } of theirs.query({ sortBy: 'price', limit: 100 })) {
        // Neither shifts the pages.
        if (seen.size % 100 === 50) await products.delete(`S${seen.size - 50}`);
        if (seen.size % 100 === 60) await products.add({ sku: `N${seen.size}`, price: -1 });
        expect(seen.has(sku)).toBe(false);
        seen.add(sku);
      }
      expect(seen.size).toBe(320);

      const csv = `sku,price\n${Array.from({ length: 400 }, (_, i) => `I${i},${i}`).join('\n')}\n`;
      const stop = new AbortController();
      const working = other.work({ signal: stop.signal, pollEvery: 5 });
      const [first, second] = await Promise.all([
        products.import(csv),
        theirs.import(new Blob([csv.replaceAll('I', 'J')]), { mode: 'insertOnly' }),
      ]);
      stop.abort();
      await working;
      expect([first.created, second.created]).toEqual([400, 400]);
      const exported = await new Response(await theirs.export({ format: 'csv' })).text();
      expect(exported.split('\r\n')).toHaveLength(320 + 800 + 2);
      const all = await products.list({ limit: 100 }).all();
      const deleted = await theirs.deleteMany(all.map(({ id }) => id));
      expect(deleted).toEqual({ deleted: 1_120, alreadyDeleted: 0 });
      await Promise.all([vitrine.close(), other.close()]);
    },
  );

  test(
    'two programs that add the same properties and the same key at once add them once',
    verifies('library.ensure-migrate', 'library.ensure-key', 'library.if-match'),
    async () => {
      const programs = await arrange();
      const [vitrine] = programs;
      const me = accountPrincipal((await vitrine.accounts.ensure('Shop')).id);
      const before = await vitrine.stores.open(me, Products);
      const record = await before.add({ sku: 'A', price: 1 });
      const many = <Result>(act: (program: Vitrine) => Promise<Result>) =>
        Promise.all(programs.flatMap((program) => Array.from({ length: 5 }, () => act(program))));

      const migrated = await many(async ({ stores }) => stores.open(me, WiderProducts, { migrate: 'add' }));
      expect(new Set(migrated.map(({ id }) => id))).toEqual(new Set([before.id]));
      const { properties } = await before.detail();
      expect(properties.map(({ name }) => name)).toEqual(['sku', 'price', 'name', 'released']);
      await expect(vitrine.stores.open(me, Products, { migrate: 'add' })).rejects.toThrow('also has "name"');

      const keys = await many(({ apiKeys }) => apiKeys.ensureKey(me, { name: 'Program', key: 'its-key' }));
      expect(new Set(keys.map(({ keyId }) => keyId)).size).toBe(1);
      expect(await vitrine.apiKeys.list(me).all()).toEqual([keys[0]]);

      const [products] = migrated;
      if (products === undefined) throw new Error('there is no store');
      // The record of the narrower store is no longer what is stored.
      await expect(products.patch('A', { price: 2 }, { ifMatch: record })).rejects.toMatchObject({
        code: 'precondition_failed',
      });
      const row = await products.get('A');
      const changes = await Promise.allSettled(
        [2, 3, 4].map((price) => products.patch('A', { price }, { ifMatch: row })),
      );
      expect(changes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
      await Promise.all(programs.map((program) => program.close()));
    },
  );
});
