import assert from 'node:assert/strict';
import type { ImageRow } from '../../storage/images/images.ts';
import type { Storage } from '../../storage/storage.ts';
import { NOW, present, SECOND } from '../fixtures/arrange.ts';
import { topic } from '../fixtures/case.ts';
import {
  arrangeAccount,
  arrangeBlob,
  arrangeImages,
  listImages,
  newFont,
  newFrame,
  newImage,
  newTimer,
  timerRow,
} from './arrange-images.ts';

async function onlyImage(storage: Storage): Promise<ImageRow> {
  const [image = null] = await arrangeImages(storage, ['A picture']);
  return present(image);
}

export const images = topic('images', [
  {
    id: 'insert',
    title: 'insert keeps all members, starts with version 1 and without a thumbnail',
    async run({ storage }) {
      const accountId = await arrangeAccount(storage);
      const blob = await arrangeBlob(storage);
      const given = [
        newImage(accountId, { blob, uses: [blob], folder: 'Frühling/2026', name: "'; -- %_\\ 漢字" }),
        newImage(accountId, { active: false, format: 'webp', animated: true, width: 1, height: 16_383 }),
        newTimer(accountId, { uses: [blob] }),
      ];
      for (const [i, image] of given.entries()) {
        const { uses: _, ...row } = image;
        const inserted = await storage.images.insert(image);
        assert.deepEqual(inserted, { ...row, id: i + 1, version: 1, thumbnail: null });
        assert.deepEqual(await storage.images.get(accountId, inserted.id), inserted);
        assert.deepEqual(await storage.images.findByPublicId(image.publicId), inserted);
      }
    },
  },
  {
    id: 'numbers',
    title: 'numbers start at 1 in each account and increase',
    async run({ storage }) {
      const [mine, theirs] = [await arrangeAccount(storage), await arrangeAccount(storage)];
      const ids = [];
      for (const accountId of [mine, mine, theirs, mine, theirs]) {
        ids.push((await storage.images.insert(newImage(accountId))).id);
      }
      assert.deepEqual(ids, [1, 2, 1, 3, 2]);
    },
  },
  {
    id: 'insert-race',
    title: 'racing inserts of an account get different numbers, and all are stored',
    async run({ storage }) {
      const accountId = await arrangeAccount(storage);
      const inserted = await Promise.all(
        Array.from({ length: 16 }, (_, i) => storage.images.insert(newImage(accountId, { name: `${i}` }))),
      );
      assert.equal(new Set(inserted.map(({ id }) => id)).size, 16);
      const { rows } = await listImages(storage, accountId);
      assert.deepEqual(
        rows,
        inserted.toSorted((a, b) => b.id - a.id),
      );
    },
  },
  {
    id: 'isolation',
    title: 'no method reads or changes an image of another account with the same number',
    async run({ storage }) {
      const theirs = await onlyImage(storage);
      const mine = await onlyImage(storage);
      const accountId = await arrangeAccount(storage);
      const thumbnail = await arrangeBlob(storage);
      assert.equal(mine.id, theirs.id);
      await storage.images.update(mine.accountId, mine.id, { name: 'mine', active: false }, NOW + 1);
      await storage.images.setThumbnail(mine.accountId, mine.id, thumbnail);
      assert.deepEqual(await storage.images.get(theirs.accountId, theirs.id), theirs);
      assert.equal(await storage.images.get(accountId, mine.id), null);
      assert.equal(await storage.images.update(accountId, mine.id, { name: 'x' }, NOW), null);
      assert.equal(await storage.images.setTarget(accountId, mine.id, timerRow().target, NOW), null);
      await storage.images.setThumbnail(accountId, mine.id, thumbnail);
      assert.deepEqual(await listImages(storage, accountId), { rows: [], more: false });
      assert.deepEqual((await listImages(storage, theirs.accountId)).rows, [theirs]);
    },
  },
  {
    id: 'public-id',
    title: 'findByPublicId returns an image of any account and state, only for its exact public id',
    async run({ storage }) {
      const accountId = await arrangeAccount(storage);
      const image = await storage.images.insert(
        newImage(accountId, { publicId: 'aB-_cD0123yz', active: false }),
      );
      await onlyImage(storage);
      assert.deepEqual(await storage.images.findByPublicId('aB-_cD0123yz'), image);
      for (const other of ['ab-_cD0123yz', 'aB-_cD0123y', 'aB-_cD0123yz ', '']) {
        assert.equal(await storage.images.findByPublicId(other), null, other);
      }
    },
  },
  {
    id: 'update',
    title: 'update changes the given members and updatedAt, and keeps version and the others',
    async run({ storage }) {
      const { accountId, id, ...image } = await onlyImage(storage);
      const update = (change: object, now: number) => storage.images.update(accountId, id, change, now);
      const first = { accountId, id, ...image, name: 'Neu', updatedAt: NOW + 1 };
      assert.deepEqual(await update({ name: 'Neu' }, NOW + 1), first);
      const second = { ...first, folder: 'f', active: false, updatedAt: NOW + 2 };
      assert.deepEqual(await update({ folder: 'f', active: false }, NOW + 2), second);
      const third = { ...second, folder: null, active: true, updatedAt: NOW + 3 };
      assert.deepEqual(await update({ folder: null, active: true }, NOW + 3), third);
      assert.deepEqual(await update({}, NOW + 4), { ...third, updatedAt: NOW + 4 });
      assert.deepEqual(await storage.images.get(accountId, id), { ...third, updatedAt: NOW + 4 });
      assert.equal(await storage.images.update(accountId, id + 1, { name: 'x' }, NOW), null);
    },
  },
  {
    id: 'update-race',
    title: 'racing updates of different members all take effect; of the same member the last one wins',
    async run({ storage }) {
      const { accountId, id } = await onlyImage(storage);
      await Promise.all([
        storage.images.update(accountId, id, { name: 'renamed' }, NOW + 1),
        storage.images.update(accountId, id, { active: false }, NOW + 1),
        storage.images.update(accountId, id, { folder: 'moved' }, NOW + 1),
      ]);
      const image = present(await storage.images.get(accountId, id));
      assert.deepEqual([image.name, image.active, image.folder], ['renamed', false, 'moved']);
      const names = ['a', 'b', 'c', 'd'];
      const results = await Promise.all(
        names.map((name) => storage.images.update(accountId, id, { name }, NOW + 2)),
      );
      assert.deepEqual(
        results.map((result) => result?.name),
        names,
      );
      assert(names.includes((await storage.images.get(accountId, id))?.name ?? ''));
    },
  },
  {
    id: 'set-thumbnail',
    title: 'setThumbnail keeps the first thumbnail, updatedAt and version, and uses no other blob',
    async run({ storage }) {
      const image = await onlyImage(storage);
      const { accountId, id } = image;
      const [first, second] = [await arrangeBlob(storage), await arrangeBlob(storage)];
      await storage.images.setThumbnail(accountId, id, first);
      await storage.images.setThumbnail(accountId, id, second);
      assert.deepEqual(await storage.images.get(accountId, id), { ...image, thumbnail: first });
      await storage.images.setThumbnail(accountId, id + 1, second);
      assert.deepEqual(await storage.blobs.purgeUnused(NOW + SECOND, 10), [second]);
    },
  },
  {
    id: 'set-thumbnail-race',
    title: 'one of several racing thumbnails is kept and used, the others are not',
    async run({ storage }) {
      const { accountId, id } = await onlyImage(storage);
      const offers = [];
      for (let i = 0; i < 4; i++) offers.push(await arrangeBlob(storage));
      await Promise.all(offers.map((offer) => storage.images.setThumbnail(accountId, id, offer)));
      const kept = (await storage.images.get(accountId, id))?.thumbnail;
      const purged = await storage.blobs.purgeUnused(NOW + SECOND, 10);
      assert.deepEqual(purged.toSorted(), offers.filter((offer) => offer !== kept).toSorted());
      assert.equal(purged.length, 3);
    },
  },
  {
    id: 'restore',
    title:
      'restore keeps the number and uses of an image and skips numbers up to the highest; later ones are higher',
    async run({ storage }) {
      const accountId = await arrangeAccount(storage);
      const [blob, pinned, thumbnail] = [
        await arrangeBlob(storage),
        await arrangeBlob(storage),
        await arrangeBlob(storage),
      ];
      const uses = [blob, pinned, thumbnail];
      const image = { ...newTimer(accountId), blob, thumbnail, version: 9, id: 41, updatedAt: NOW + 5, uses };
      const { uses: _, ...row } = image;
      assert.equal(await storage.images.restore(image), true);
      assert.deepEqual(await storage.images.get(accountId, 41), row);
      assert.deepEqual(await storage.images.findByPublicId(row.publicId), row);
      assert.deepEqual(await storage.images.uses(accountId, 41), uses.toSorted());
      assert.deepEqual(await storage.blobs.purgeUnused(NOW + SECOND, 10), []);
      for (const id of [41, 40]) {
        const again = { ...image, id, publicId: 'anotherid123', name: 'again' };
        assert.equal(await storage.images.restore(again), false);
      }
      assert.deepEqual(await storage.images.get(accountId, 41), row);
      const missing = { ...image, id: 50, publicId: 'anotherid123', uses: ['c'.repeat(64)] };
      await assert.rejects(storage.images.restore(missing), { code: 'unavailable' });
      assert.equal((await storage.images.insert(newImage(accountId))).id, 42);
      assert.equal((await storage.images.insert(newImage(await arrangeAccount(storage)))).id, 1);
    },
  },
  {
    id: 'uses',
    title:
      'uses returns the blobs of an image with its thumbnail, by hash; none for another account or number',
    async run({ storage }) {
      const accountId = await arrangeAccount(storage);
      const [first, second] = [await arrangeBlob(storage), await arrangeBlob(storage)];
      const { id } = await storage.images.insert(newTimer(accountId, { uses: [second, first, second] }));
      assert.deepEqual(await storage.images.uses(accountId, id), [first, second]);
      const thumbnail = await arrangeBlob(storage);
      await storage.images.setThumbnail(accountId, id, thumbnail);
      assert.deepEqual(await storage.images.uses(accountId, id), [first, second, thumbnail]);
      assert.deepEqual(await storage.images.uses(accountId, id + 1), []);
      assert.deepEqual(await storage.images.uses(await arrangeAccount(storage), id), []);
    },
  },
  {
    id: 'reopen',
    title: 'images, fonts, drafts and blobs are kept when the storage is opened again, and numbers continue',
    durable: true,
    async run({ storage, reopen }) {
      const accountId = await arrangeAccount(storage);
      const font = await storage.fonts.insert(await newFont(storage, accountId));
      const timer = newTimer(accountId, { uses: [font.blob] });
      const draft = await storage.drafts.insert(newFrame(accountId), 10);
      const saved = await storage.drafts.save(draft, 1, timer, NOW);
      assert(saved !== null && saved !== 'stale');
      const deleted = await storage.fonts.insert(await newFont(storage, accountId));
      await storage.fonts.delete(accountId, deleted.id);

      const again = await reopen();
      await again.migrate();
      assert.deepEqual(await again.images.get(accountId, 1), saved.image);
      assert.deepEqual(await again.fonts.list(accountId), [font]);
      assert.deepEqual(await again.drafts.find(draft.id, NOW), saved.frame);
      assert.equal((await again.images.insert(newImage(accountId))).id, 2);
      assert.equal((await again.fonts.insert(await newFont(again, accountId))).id, deleted.id + 1);
      await again.fonts.delete(accountId, font.id);
      const purged = await again.blobs.purgeUnused(NOW + SECOND, 10);
      assert.deepEqual(purged.toSorted(), [font.sample, deleted.blob, deleted.sample].toSorted());
    },
  },
]);
