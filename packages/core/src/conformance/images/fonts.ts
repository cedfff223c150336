import assert from 'node:assert/strict';
import { NOW, SECOND } from '../fixtures/arrange.ts';
import { topic } from '../fixtures/case.ts';
import { arrangeAccount, newFont, newTimer } from './arrange-images.ts';

export const fonts = topic('fonts', [
  {
    id: 'insert',
    title: 'insert keeps all members and numbers the fonts of each account from 1000',
    async run({ storage }) {
      const [mine, theirs] = [await arrangeAccount(storage), await arrangeAccount(storage)];
      const given = [
        await newFont(storage, mine),
        await newFont(storage, mine, { italic: false, variable: true, hasDigits: false, format: 'ttc' }),
        await newFont(storage, theirs, { weight: 1, style: '' }),
      ];
      const inserted = [];
      for (const font of given) inserted.push(await storage.fonts.insert(font));
      assert.deepEqual(
        inserted,
        given.map((font, i) => ({ ...font, id: [1000, 1001, 1000][i] })),
      );
      for (const font of inserted) assert.deepEqual(await storage.fonts.get(font.accountId, font.id), font);
      assert.deepEqual(await storage.fonts.list(mine), inserted.slice(0, 2));
      assert.deepEqual(await storage.fonts.list(theirs), inserted.slice(2));
    },
  },
  {
    id: 'same-blob',
    title: 'insert returns the existing font of the account with the same blob',
    async run({ storage }) {
      const accountId = await arrangeAccount(storage);
      const font = await newFont(storage, accountId);
      const first = await storage.fonts.insert(font);
      const again = { ...(await newFont(storage, accountId)), blob: font.blob, createdAt: NOW + 1 };
      assert.deepEqual(await storage.fonts.insert(again), first);
      assert.deepEqual(await storage.fonts.list(accountId), [first]);
      const other = await arrangeAccount(storage);
      const theirs = await storage.fonts.insert({ ...font, accountId: other });
      assert.deepEqual([theirs.accountId, theirs.id], [other, 1000]);
    },
  },
  {
    id: 'same-blob-race',
    title: 'racing inserts with the same blob all return the same font',
    async run({ storage }) {
      const accountId = await arrangeAccount(storage);
      const font = await newFont(storage, accountId);
      const results = await Promise.all(
        Array.from({ length: 8 }, (_, i) => storage.fonts.insert({ ...font, createdAt: NOW + i })),
      );
      const [first] = results;
      for (const result of results) assert.deepEqual(result, first);
      assert.deepEqual(await storage.fonts.list(accountId), [first]);
    },
  },
  {
    id: 'insert-race',
    title: 'racing inserts of different fonts get different numbers',
    async run({ storage }) {
      const accountId = await arrangeAccount(storage);
      const given = [];
      for (let i = 0; i < 8; i++) given.push(await newFont(storage, accountId));
      const inserted = await Promise.all(given.map((font) => storage.fonts.insert(font)));
      assert.equal(new Set(inserted.map(({ id }) => id)).size, 8);
      assert.equal((await storage.fonts.list(accountId)).length, 8);
    },
  },
  {
    id: 'delete',
    title: 'delete removes a font, whose number is not reused, and returns false for a deleted one',
    async run({ storage }) {
      const accountId = await arrangeAccount(storage);
      const font = await newFont(storage, accountId);
      const { id } = await storage.fonts.insert(font);
      assert.equal(await storage.fonts.delete(accountId, id), true);
      assert.equal(await storage.fonts.get(accountId, id), null);
      assert.deepEqual(await storage.fonts.list(accountId), []);
      assert.equal(await storage.fonts.delete(accountId, id), false);
      assert.equal((await storage.fonts.insert(font)).id, id + 1);
    },
  },
  {
    id: 'isolation',
    title: 'no method reads or deletes a font of another account with the same number',
    async run({ storage }) {
      const [mine, theirs] = [await arrangeAccount(storage), await arrangeAccount(storage)];
      const nobody = await arrangeAccount(storage);
      const font = await storage.fonts.insert(await newFont(storage, theirs));
      await storage.fonts.insert(await newFont(storage, mine));
      assert.equal(await storage.fonts.get(nobody, font.id), null);
      assert.equal(await storage.fonts.delete(nobody, font.id), false);
      assert.equal(await storage.fonts.delete(mine, font.id), true);
      assert.deepEqual(await storage.fonts.get(theirs, font.id), font);
      assert.deepEqual(await storage.fonts.list(nobody), []);
    },
  },
  {
    id: 'delete-pinned',
    title: 'a blob that a timer uses is kept when its font is deleted, the others are purged',
    async run({ storage }) {
      const accountId = await arrangeAccount(storage);
      const font = await storage.fonts.insert(await newFont(storage, accountId));
      await storage.images.insert(newTimer(accountId, { uses: [font.blob] }));
      await storage.fonts.delete(accountId, font.id);
      assert.deepEqual(await storage.blobs.purgeUnused(NOW + SECOND, 10), [font.sample]);
      assert.notEqual(await storage.blobs.get(font.blob), null);
    },
  },
  {
    id: 'restore',
    title:
      'restore keeps the number and uses of a font and skips numbers up to the highest; later ones are higher',
    async run({ storage }) {
      const accountId = await arrangeAccount(storage);
      const font = { ...(await newFont(storage, accountId)), id: 1017 };
      assert.equal(await storage.fonts.restore(font), true);
      assert.deepEqual(await storage.fonts.get(accountId, 1017), font);
      assert.deepEqual(await storage.blobs.purgeUnused(NOW + SECOND, 10), []);
      const again = await newFont(storage, accountId);
      for (const id of [1017, 1016]) assert.equal(await storage.fonts.restore({ ...again, id }), false);
      assert.deepEqual(await storage.fonts.list(accountId), [font]);
      assert.equal((await storage.fonts.insert(again)).id, 1018);
      assert.equal(await storage.fonts.delete(accountId, 1017), true);
      const purged = await storage.blobs.purgeUnused(NOW + SECOND, 10);
      assert.deepEqual(purged.toSorted(), [font.blob, font.sample].toSorted());
    },
  },
  {
    id: 'one-blob-for-both',
    title: 'a font whose sample is its own blob uses the blob once',
    async run({ storage }) {
      const accountId = await arrangeAccount(storage);
      const font = await newFont(storage, accountId);
      const { id } = await storage.fonts.insert({ ...font, sample: font.blob });
      await storage.blobs.purgeUnused(NOW + SECOND, 10);
      assert.notEqual(await storage.blobs.get(font.blob), null);
      await storage.fonts.delete(accountId, id);
      assert.deepEqual(await storage.blobs.purgeUnused(NOW + SECOND, 10), [font.blob]);
    },
  },
]);
