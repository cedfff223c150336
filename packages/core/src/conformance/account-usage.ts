import assert from 'node:assert/strict';
import { LIMITED_RESOURCES } from '../account-limits.ts';
import type { Storage } from '../storage/storage.ts';
import { accountRow, apiKeyRow, arrangeNumbered, arrangeStore, NOW, newStore, SECOND } from './arrange.ts';
import { newFont, newImage, newTimer } from './arrange-images.ts';
import { addressed, arrangeLocations, newLocation, newMap } from './arrange-maps.ts';
import { topic } from './case.ts';

async function usageOf(storage: Storage, accountId: string, now = NOW): Promise<Record<string, number>> {
  const used: Record<string, number> = {};
  for (const resource of LIMITED_RESOURCES) {
    used[resource] = await storage.accountUsage.count(accountId, resource, now);
  }
  return used;
}

const NOTHING_USED = Object.fromEntries(LIMITED_RESOURCES.map((resource) => [resource, 0]));

export const accountUsage = topic('account-usage', [
  {
    id: 'nothing',
    title: 'counts nothing for a new account and for an unknown one',
    async run({ storage }) {
      const account = accountRow();
      await storage.accounts.insert(account);
      assert.deepEqual(await usageOf(storage, account.id), NOTHING_USED);
      assert.deepEqual(await usageOf(storage, 'nobody'), NOTHING_USED);
    },
  },
  {
    id: 'records',
    title:
      'counts live records in live stores of the account, not expired ones and not those of other accounts',
    async run({ storage }) {
      const store = await arrangeStore(storage);
      const { accountId } = store;
      const limited = await storage.stores.insert(newStore(accountId, { recordTtl: 10 }));
      const gone = await storage.stores.insert(newStore(accountId));
      const foreign = await arrangeStore(storage);
      await arrangeNumbered(storage, store, 3);
      for (const other of [limited, gone, foreign]) {
        await arrangeNumbered(storage, other, 5);
      }
      await storage.stores.markDeleted(gone, NOW, []);
      const used = { ...NOTHING_USED, stores: 2, records: 8 };
      assert.deepEqual(await usageOf(storage, accountId, NOW + 10 * SECOND - 1), used);
      assert.deepEqual(await usageOf(storage, accountId, NOW + 10 * SECOND), { ...used, records: 3 });
      assert.equal(await storage.accountUsage.count(foreign.accountId, 'records', NOW), 5);
    },
  },
  {
    id: 'images-fonts-keys',
    title: 'counts images that are not deleted, the bytes of all images, fonts and keys',
    async run({ storage }) {
      const [account, other] = [accountRow(), accountRow()];
      for (const { id } of [account, other]) {
        await storage.accounts.insert({ ...account, id });
        await storage.images.insert(newImage(id, { bytes: 100 }));
        await storage.apiKeys.insert(apiKeyRow(id));
        await storage.fonts.insert(await newFont(storage, id));
      }
      await storage.images.insert(newTimer(account.id, { bytes: 20 }));
      const deleted = await storage.images.insert(newImage(account.id, { bytes: 3 }));
      await storage.images.update(account.id, deleted.id, { active: false }, NOW);
      await storage.apiKeys.insert(apiKeyRow(account.id, { storeId: 'some store', expiresAt: NOW - 1 }));
      assert.deepEqual(await usageOf(storage, account.id), {
        ...NOTHING_USED,
        images: 2,
        imageBytes: 123,
        fonts: 1,
        keys: 2,
      });
    },
  },
  {
    id: 'locations',
    title: 'counts the locations of live maps, and those that are queued for geocoding',
    async run({ storage }) {
      const map = await storage.maps.insert(newMap());
      const gone = await storage.maps.insert(newMap({ accountId: map.accountId }));
      const foreign = await storage.maps.insert(newMap());
      for (const place of [map, gone, foreign]) {
        await arrangeLocations(storage, place, [newLocation(), addressed('Here 1'), addressed('There 2')]);
      }
      await storage.maps.markDeleted(gone, NOW, []);
      const used = { ...NOTHING_USED, locations: 3, queuedGeocodes: 2 };
      assert.deepEqual(await usageOf(storage, map.accountId), used);
      assert.deepEqual(await usageOf(storage, foreign.accountId), used);
    },
  },
]);
