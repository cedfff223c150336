import assert from 'node:assert/strict';
import { NOW, SECOND } from '../fixtures/arrange.ts';
import { topic } from '../fixtures/case.ts';
import { arrangeAccount, arrangeBlob, newFont, newImage } from './arrange-images.ts';

const HASH = 'a'.repeat(64);
const OTHER_HASH = 'b'.repeat(64);

export const blobObjects = topic('blob-objects', [
  {
    id: 'bind',
    title: 'bind assigns a noted object to a blob, and find returns it',
    async run({ storage: { blobs, blobObjects } }) {
      assert.equal(await blobObjects.find(HASH), null);
      assert.equal(await blobObjects.touch(HASH, NOW), false);
      await blobObjects.note('key', NOW);
      assert.equal(await blobObjects.find(HASH), null);
      assert.equal(await blobObjects.bind(HASH, 5, 'key', NOW), 'bound');
      assert.equal(await blobObjects.find(HASH), 'key');
      assert.equal(await blobObjects.touch(HASH, NOW), true);
      await assert.rejects(blobs.get(HASH), { code: 'unavailable' });
      assert.deepEqual(await blobObjects.sweep(NOW + SECOND, 10), []);
    },
  },
  {
    id: 'bind-unknown',
    title: 'bind rejects an object that was not noted or that belongs to another blob',
    async run({ storage: { blobObjects } }) {
      assert.equal(await blobObjects.bind(HASH, 5, 'unknown', NOW), 'swept');
      await blobObjects.note('key', NOW);
      await blobObjects.bind(HASH, 5, 'key', NOW);
      assert.equal(await blobObjects.bind(OTHER_HASH, 5, 'key', NOW), 'swept');
      assert.equal(await blobObjects.find(OTHER_HASH), null);
      assert.equal(await blobObjects.touch(OTHER_HASH, NOW), false);
    },
  },
  {
    id: 'exists',
    title: 'bind touches a blob that exists, inside or outside, and leaves the new object spare',
    async run({ storage }) {
      const { blobs, blobObjects } = storage;
      await blobObjects.note('first', NOW - SECOND);
      await blobObjects.bind(HASH, 5, 'first', NOW - SECOND);
      await blobObjects.note('second', NOW - SECOND);
      assert.equal(await blobObjects.bind(HASH, 5, 'second', NOW), 'exists');
      assert.equal(await blobObjects.find(HASH), 'first');
      const inside = await arrangeBlob(storage, new Uint8Array(3), NOW - SECOND);
      assert.equal(await blobObjects.bind(inside, 3, 'second', NOW), 'exists');
      assert.equal((await blobs.get(inside))?.byteLength, 3);
      assert.equal(await blobObjects.find(inside), null);
      assert.deepEqual(await blobs.purgeUnused(NOW, 10), []);
      assert.deepEqual(await blobObjects.sweep(NOW, 10), ['second']);
    },
  },
  {
    id: 'put-over',
    title: 'put of a blob whose bytes are outside does not store them, and updates its time',
    async run({ storage: { blobs, blobObjects } }) {
      await blobObjects.note('key', NOW - SECOND);
      await blobObjects.bind(HASH, 5, 'key', NOW - SECOND);
      await blobs.put(HASH, new Uint8Array(5), NOW);
      assert.equal(await blobObjects.find(HASH), 'key');
      assert.deepEqual(await blobs.purgeUnused(NOW, 10), []);
    },
  },
  {
    id: 'bind-race',
    title: 'one of several objects that race for a blob is bound, the others stay spare',
    async run({ storage: { blobObjects } }) {
      const keys = ['k0', 'k1', 'k2', 'k3', 'k4'];
      await Promise.all(keys.map((key) => blobObjects.note(key, NOW)));
      const outcomes = await Promise.all(keys.map((key) => blobObjects.bind(HASH, 5, key, NOW)));
      assert.deepEqual(outcomes.toSorted(), ['bound', 'exists', 'exists', 'exists', 'exists']);
      const bound = keys[outcomes.indexOf('bound')];
      assert.equal(await blobObjects.find(HASH), bound);
      const spare = await blobObjects.sweep(NOW + SECOND, 10);
      assert.deepEqual(
        spare.toSorted(),
        keys.filter((key) => key !== bound),
      );
    },
  },
  {
    id: 'sweep',
    title:
      'sweep returns objects that are spare since before the given time until forget, and they are not bound again',
    async run({ storage: { blobObjects } }) {
      await blobObjects.note('old', NOW - SECOND);
      await blobObjects.note('older', NOW - 2 * SECOND);
      await blobObjects.note('young', NOW);
      assert.deepEqual(await blobObjects.sweep(NOW, 1), ['older']);
      assert.deepEqual((await blobObjects.sweep(NOW, 10)).toSorted(), ['old', 'older']);
      assert.equal(await blobObjects.bind(HASH, 5, 'old', NOW), 'swept');
      await blobObjects.forget(['old', 'unknown']);
      assert.deepEqual(await blobObjects.sweep(NOW, 10), ['older']);
      await blobObjects.forget(['young']);
      assert.equal(await blobObjects.bind(HASH, 5, 'young', NOW), 'bound');
    },
  },
  {
    id: 'sweep-race',
    title: 'one of a racing sweep and bind gets the object',
    async run({ storage: { blobObjects } }) {
      for (let round = 0; round < 5; round++) {
        const hash = `${round}`.repeat(64);
        const key = `key ${round}`;
        await blobObjects.note(key, NOW);
        const [outcome, swept] = await Promise.all([
          blobObjects.bind(hash, 5, key, NOW),
          blobObjects.sweep(NOW + SECOND, 10),
        ]);
        assert.deepEqual(swept, outcome === 'swept' ? [key] : [], `round ${round}`);
        assert.equal(await blobObjects.find(hash), outcome === 'swept' ? null : key);
        await blobObjects.forget(swept);
      }
    },
  },
  {
    id: 'purge',
    title:
      'the object of a purged blob becomes spare, as of the time of the last put; that of a used one does not',
    async run({ storage }) {
      const { blobs, blobObjects } = storage;
      const accountId = await arrangeAccount(storage);
      for (const [hash, key] of [
        [HASH, 'one'],
        [OTHER_HASH, 'other'],
      ] as const) {
        await blobObjects.note(key, NOW);
        await blobObjects.bind(hash, 5, key, NOW);
      }
      await storage.images.insert(newImage(accountId, { blob: HASH, uses: [HASH] }));
      const font = await newFont(storage, accountId);
      const { id } = await storage.fonts.insert({ ...font, blob: OTHER_HASH, sample: HASH });
      const unused = await blobs.purgeUnused(NOW + SECOND, 10);
      assert.deepEqual(unused.toSorted(), [font.blob, font.sample].toSorted());
      await storage.fonts.delete(accountId, id);
      assert.deepEqual(await blobs.purgeUnused(NOW + SECOND, 10), [OTHER_HASH]);
      assert.deepEqual(await blobObjects.sweep(NOW, 10), []);
      assert.deepEqual(await blobObjects.sweep(NOW + 1, 10), ['other']);
      assert.equal(await blobObjects.find(HASH), 'one');
    },
  },
]);
