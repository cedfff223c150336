import assert from 'node:assert/strict';
import { NOW } from '../fixtures/arrange.ts';
import { topic } from '../fixtures/case.ts';
import { arrangeAccount, newFont, newImage } from '../images/arrange-images.ts';

export const accountNumbers = topic('account-numbers', [
  {
    id: 'last',
    title: 'last returns null at first, then the highest number assigned, also after a deletion',
    async run({ storage }) {
      const [accountId, other] = [await arrangeAccount(storage), await arrangeAccount(storage)];
      const { accountNumbers } = storage;
      assert.equal(await accountNumbers.last(accountId, 'images'), null);
      await storage.images.insert(newImage(accountId));
      await storage.images.insert(newImage(accountId));
      const { id } = await storage.fonts.insert(await newFont(storage, accountId));
      await storage.fonts.delete(accountId, id);
      await storage.maps.insert({
        accountId,
        name: 'A map',
        searchRadius: 50,
        maxResults: 10,
        unit: 'mi',
        fields: [],
        createdAt: NOW,
        updatedAt: NOW,
      });
      const lasts = (owner: string) =>
        Promise.all((['images', 'fonts', 'maps'] as const).map((kind) => accountNumbers.last(owner, kind)));
      assert.deepEqual(await lasts(accountId), [2, 1000, 1]);
      assert.deepEqual(await lasts(other), [null, null, null]);
    },
  },
  {
    id: 'raise',
    title: 'raise makes later numbers of that account and kind higher, never lower',
    async run({ storage }) {
      const [accountId, other] = [await arrangeAccount(storage), await arrangeAccount(storage)];
      const { accountNumbers } = storage;
      await accountNumbers.raise(accountId, 'fonts', 1005);
      await accountNumbers.raise(accountId, 'fonts', 1003);
      await accountNumbers.raise(accountId, 'images', 7);
      assert.equal(await accountNumbers.last(accountId, 'fonts'), 1005);
      assert.equal((await storage.fonts.insert(await newFont(storage, accountId))).id, 1006);
      assert.equal((await storage.fonts.insert(await newFont(storage, other))).id, 1000);
      assert.equal((await storage.images.insert(newImage(accountId))).id, 8);
      assert.equal((await storage.images.insert(newImage(other))).id, 1);
    },
  },
]);
