import assert from 'node:assert/strict';
import { arrangeNamedStores, idsOf, NOW, newJob, newStore, present, SECOND } from '../fixtures/arrange.ts';
import { topic } from '../fixtures/case.ts';

export const namedStores = topic('named-stores', [
  {
    id: 'find',
    title: 'findNamed returns the live stores of the account with exactly this name, oldest first',
    async run({ storage }) {
      await arrangeNamedStores(storage, ['Shop']);
      const names = ['Shop', 'shop', 'Shop ', 'My Shop', 'Shop', 'Shop', 'Shop'];
      const stores = await arrangeNamedStores(storage, names);
      const [first, , , , second, third, fourth] = stores.map((store) => present(store));
      const { accountId } = present(first ?? null);
      await storage.stores.markDeleted(present(second ?? null), NOW, []);
      assert.deepEqual(await storage.stores.findNamed(accountId, 'Shop', 2), [first, third]);
      assert.deepEqual(await storage.stores.findNamed(accountId, 'Shop', 10), [first, third, fourth]);
      assert.deepEqual(await storage.stores.findNamed(accountId, 'SHOP', 10), []);
      assert.deepEqual(await storage.stores.findNamed('unknown', 'Shop', 10), []);
    },
  },
  {
    id: 'insert',
    title: 'insertUnlessNamed inserts if no live store of the account has the name, else writes nothing',
    async run({ storage }) {
      await arrangeNamedStores(storage, ['Shop']);
      const [other] = await arrangeNamedStores(storage, ['Other', 'shop']);
      const { accountId } = present(other ?? null);
      const store = newStore(accountId, { name: 'Shop' });
      const inserted = present(await storage.stores.insertUnlessNamed(store, [newJob({ payload: 'first' })]));
      const { seq: _, version: __, freedSlots: ___, isLogged: ____, ...rest } = inserted;
      assert.deepEqual(rest, store);
      assert.deepEqual(await storage.stores.get(accountId, store.id), inserted);
      const again = newStore(accountId, { name: 'Shop' });
      assert.equal(await storage.stores.insertUnlessNamed(again, [newJob({ payload: 'second' })]), null);
      assert.equal(await storage.stores.get(accountId, again.id), null);
      const claimed = await storage.jobs.claim(['sweep'], 100, NOW, NOW + SECOND);
      assert.deepEqual(
        claimed.map(({ payload }) => payload),
        ['first'],
      );
      await storage.stores.markDeleted(inserted, NOW, []);
      assert.equal(present(await storage.stores.insertUnlessNamed(again)).id, again.id);
    },
  },
  {
    id: 'race',
    title:
      'of racing calls of insertUnlessNamed with one name one inserts; other names and accounts are free',
    async run({ storage }) {
      const [one] = await arrangeNamedStores(storage, ['a']);
      const [two] = await arrangeNamedStores(storage, ['a']);
      const accounts = [present(one ?? null).accountId, present(two ?? null).accountId];
      const names = ['Shop', 'shop'];
      const racing = accounts.flatMap((account) =>
        names.flatMap((name) => Array.from({ length: 5 }, () => newStore(account, { name }))),
      );
      const inserted = await Promise.all(racing.map((store) => storage.stores.insertUnlessNamed(store)));
      const ids = idsOf(inserted.filter((store) => store !== null));
      assert.equal(ids.length, accounts.length * names.length);
      for (const account of accounts) {
        for (const name of names) {
          const found = await storage.stores.findNamed(account, name, 10);
          assert.equal(found.length, 1);
          assert(ids.includes(found[0]?.id ?? ''));
        }
      }
    },
  },
]);
