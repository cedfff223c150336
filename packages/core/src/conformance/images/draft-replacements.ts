import assert from 'node:assert/strict';
import type { ImageReplacement } from '../../storage/images/drafts.ts';
import { NOW, present, SECOND } from '../fixtures/arrange.ts';
import { topic } from '../fixtures/case.ts';
import { arrangeBlob, arrangeFrame, newImage, newTimer, timerRow } from './arrange-images.ts';

const TARGET = { local: '2031-01-01T00:00:00', timeZone: 'Asia/Tokyo', instant: NOW + 9 };

function replacement(imageId: number, change: Partial<ImageReplacement> = {}): ImageReplacement {
  const timer = timerRow({ design: '{"width":300}', resources: '{"fonts":[1]}', target: TARGET });
  const picture = { width: 300, height: 80, format: 'gif' as const, animated: false, bytes: 5 };
  return { imageId, ...picture, timer, live: null, uses: [], ...change };
}

export const draftReplacements = topic('timer-frames', [
  {
    id: 'replace',
    title: 'replace gives the timer a new picture under its ids, and marks the draft as saved',
    async run({ storage }) {
      const frame = await arrangeFrame(storage);
      const { accountId } = frame;
      const [old, kept, fresh] = [
        await arrangeBlob(storage),
        await arrangeBlob(storage),
        await arrangeBlob(storage),
      ];
      const image = await storage.images.insert(newTimer(accountId, { uses: [old, kept], folder: 'Sales' }));
      const given = replacement(image.id, { uses: [kept, fresh] });
      const { imageId: _, uses: __, ...picture } = given;
      const saved = await storage.drafts.replace(frame, 1, given, NOW + 3);
      assert.deepEqual(saved, {
        frame: { ...frame, imageId: image.id, updatedAt: NOW + 3 },
        image: { ...image, ...picture, version: 2, updatedAt: NOW + 3 },
      });
      assert.deepEqual(await storage.images.findByPublicId(image.publicId), present(saved).image);
      assert.deepEqual(await storage.images.uses(accountId, image.id), [kept, fresh].sort());
      assert.deepEqual(await storage.blobs.purgeUnused(NOW + SECOND, 10), [old]);
      for (const revision of [1, 7]) {
        const again = await storage.drafts.replace(frame, revision, replacement(image.id), NOW + 4);
        assert.deepEqual(again, saved);
      }
    },
  },
  {
    id: 'replace-name',
    title: 'replace changes the name and the folder if they are given',
    async run({ storage }) {
      const frame = await arrangeFrame(storage);
      const { accountId } = frame;
      const image = await storage.images.insert(newTimer(accountId));
      const given = replacement(image.id, { name: 'Renamed Ünique', folder: 'Autumn' });
      await storage.drafts.replace(frame, 1, given, NOW);
      const query = { nameContains: 'ünique', type: 'timer', active: true, before: null, limit: 5 } as const;
      const { rows } = await storage.images.list(accountId, query);
      assert.deepEqual(
        rows.map(({ id, name, folder }) => ({ id, name, folder })),
        [{ id: image.id, name: 'Renamed Ünique', folder: 'Autumn' }],
      );
    },
  },
  {
    id: 'replace-refused',
    title: 'replace changes nothing for another revision, an image that is no timer, or a missing blob',
    async run({ storage }) {
      const frame = await arrangeFrame(storage);
      const { accountId } = frame;
      const image = await storage.images.insert(newTimer(accountId));
      const still = await storage.images.insert(newImage(accountId));
      assert.equal(await storage.drafts.replace(frame, 2, replacement(image.id), NOW), 'stale');
      assert.equal(await storage.drafts.replace(frame, 1, replacement(still.id), NOW), null);
      assert.equal(await storage.drafts.replace(frame, 1, replacement(99), NOW), null);
      const missing = replacement(image.id, { uses: ['d'.repeat(64)] });
      await assert.rejects(storage.drafts.replace(frame, 1, missing, NOW), { code: 'unavailable' });
      const other = await arrangeFrame(storage);
      assert.equal(await storage.drafts.replace(other, 1, replacement(image.id), NOW), null);
      assert.deepEqual(await storage.images.get(accountId, image.id), image);
      assert.deepEqual(await storage.images.get(accountId, still.id), still);
      assert.equal(present(await storage.drafts.find(frame.id, NOW)).imageId, null);
    },
  },
  {
    id: 'replace-race',
    title: 'racing replaces of one draft change the timer once',
    async run({ storage }) {
      const frame = await arrangeFrame(storage);
      const image = await storage.images.insert(newTimer(frame.accountId));
      const results = await Promise.all(
        Array.from({ length: 6 }, () => storage.drafts.replace(frame, 1, replacement(image.id), NOW)),
      );
      const [first] = results;
      assert(first !== undefined && first !== null && first !== 'stale');
      for (const result of results) assert.deepEqual(result, first);
      assert.equal(first.image.version, 2);
    },
  },
]);
