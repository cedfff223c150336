import assert from 'node:assert/strict';
import { NOW, present, SECOND } from '../fixtures/arrange.ts';
import { topic } from '../fixtures/case.ts';
import { arrangeBlob, arrangeFrame, DAY, listImages, newTimer } from './arrange-images.ts';

export const draftSaves = topic('timer-frames', [
  {
    id: 'save',
    title:
      'save inserts the image with its uses once, and returns the draft and the image again for any revision',
    async run({ storage }) {
      const frame = await arrangeFrame(storage);
      const { accountId } = frame;
      const pinned = await arrangeBlob(storage);
      const image = newTimer(accountId, { uses: [pinned], name: 'saved' });
      const saved = await storage.drafts.save(frame, 1, image, NOW + 3);
      const { uses: _, ...row } = image;
      assert.deepEqual(saved, {
        frame: { ...frame, imageId: 1, updatedAt: NOW + 3 },
        image: { ...row, id: 1, version: 1, thumbnail: null },
      });
      for (const revision of [1, 7]) {
        const again = await storage.drafts.save(frame, revision, newTimer(accountId), NOW + 4);
        assert.deepEqual(again, saved);
      }
      assert.equal((await listImages(storage, accountId)).rows.length, 1);
      assert.deepEqual(await storage.blobs.purgeUnused(NOW + SECOND, 10), []);
      const change = { design: '{}', expiresAt: NOW + DAY };
      assert.equal(await storage.drafts.update(frame, 1, change, NOW + 5), 'stale');
    },
  },
  {
    id: 'save-race',
    title: 'racing saves insert one image, and all of them return it',
    async run({ storage }) {
      const frame = await arrangeFrame(storage);
      const results = await Promise.all(
        Array.from({ length: 6 }, () => storage.drafts.save(frame, 1, newTimer(frame.accountId), NOW)),
      );
      const [first] = results;
      assert(first !== undefined && first !== null && first !== 'stale');
      for (const result of results) assert.deepEqual(result, first);
      assert.deepEqual((await listImages(storage, frame.accountId)).rows, [first.image]);
    },
  },
  {
    id: 'save-update-race',
    title:
      'one of a racing save and update of the same revision succeeds, so that the saved design is current',
    async run({ storage }) {
      for (let round = 0; round < 5; round++) {
        const frame = await arrangeFrame(storage);
        const [saved, changed] = await Promise.all([
          storage.drafts.save(frame, 1, newTimer(frame.accountId), NOW),
          storage.drafts.update(frame, 1, { design: '{"later":1}', expiresAt: NOW + DAY }, NOW),
        ]);
        assert.equal([saved, changed].filter((result) => result === 'stale').length, 1, `round ${round}`);
        const { revision, imageId } = present(await storage.drafts.find(frame.id, NOW));
        assert.deepEqual([revision, imageId], saved === 'stale' ? [2, null] : [1, 1]);
      }
    },
  },
  {
    id: 'save-changed-image',
    title: 'save of a saved draft returns the current image',
    async run({ storage }) {
      const frame = await arrangeFrame(storage);
      await storage.drafts.save(frame, 1, newTimer(frame.accountId), NOW);
      const changed = await storage.images.update(frame.accountId, 1, { active: false }, NOW + 1);
      const again = await storage.drafts.save(frame, 1, newTimer(frame.accountId), NOW + 2);
      assert(again !== null && again !== 'stale');
      assert.deepEqual(again.image, changed);
    },
  },
  {
    id: 'save-missing-bytes',
    title: 'save with a missing blob rejects with unavailable, and the draft stays unsaved',
    async run({ storage }) {
      const frame = await arrangeFrame(storage);
      const image = newTimer(frame.accountId, { uses: ['d'.repeat(64)] });
      await assert.rejects(storage.drafts.save(frame, 1, image, NOW), { code: 'unavailable' });
      assert.deepEqual(await storage.drafts.find(frame.id, NOW), frame);
      assert.deepEqual((await listImages(storage, frame.accountId)).rows, []);
    },
  },
]);
