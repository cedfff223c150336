import { accountPrincipal, createVitrine } from '@vitrine/core';
import type { CreateStoreRequest } from '@vitrine/core/contracts';
import { afterEach, describe, expect, test } from 'vitest';
import { verifies } from '../requirements.ts';
import { type OpenedStorage, storageKinds } from './storages.ts';

const products: CreateStoreRequest = {
  name: 'Products',
  properties: [
    { name: 'sku', type: 'string', unique: true },
    { name: 'price', type: 'number' },
  ],
};

/** Calls of each server at once. */
const CALLS = 10;

describe.each(storageKinds)('on $name', ({ open }) => {
  let opened: OpenedStorage | undefined;
  afterEach(async () => {
    await opened?.storage.close();
    await opened?.remove();
  });

  test(
    'two servers that ensure the same account and the same store at once have one of each',
    verifies('library.ensure-account', 'library.ensure-store', 'library.ensure-differences'),
    async () => {
      opened = await open();
      const { storage } = opened;
      const servers = [await createVitrine({ storage }), await createVitrine({ storage })] as const;
      const many = <Result>(act: (vitrine: (typeof servers)[number]) => Promise<Result>) =>
        Promise.all(servers.flatMap((vitrine) => Array.from({ length: CALLS }, () => act(vitrine))));

      const accounts = await many((vitrine) => vitrine.accounts.ensure('Shop'));
      const [account] = accounts;
      expect(new Set(accounts.map(({ id }) => id)).size).toBe(1);
      const me = accountPrincipal(account?.id ?? '');
      const stores = await many((vitrine) => vitrine.stores.ensure(me, products));
      expect(new Set(stores.map(({ id }) => id)).size).toBe(1);
      expect((await servers[0].stores.list(me)).items).toHaveLength(1);

      // Of two definitions of one name the first wins on both servers; the other is a conflict that names the difference.
      const other = { ...products, name: 'Orders', properties: [{ name: 'sku', type: 'number' }] } as const;
      const orders = { ...products, name: 'Orders' };
      const settled = await Promise.allSettled([
        ...Array.from({ length: CALLS }, () => servers[0].stores.ensure(me, orders)),
        ...Array.from({ length: CALLS }, () =>
          servers[1].stores.ensure(me, { ...other, properties: [...other.properties] }),
        ),
      ]);
      const won = settled.filter(({ status }) => status === 'fulfilled');
      expect(won).toHaveLength(CALLS);
      for (const result of settled) {
        if (result.status === 'rejected') expect(result.reason).toMatchObject({ code: 'conflict' });
      }
      expect((await servers[1].stores.list(me)).items).toHaveLength(2);
    },
  );
});
