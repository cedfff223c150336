import assert from 'node:assert/strict';
import type { Storage } from '../../storage/storage.ts';
import { NOW, SECOND } from '../fixtures/arrange.ts';
import { topic } from '../fixtures/case.ts';
import { arrangeAccount, arrangeBlob, bytesOf, newFont, newImage, newTimer } from './arrange-images.ts';

async function exists(storage: Storage, hash: string): Promise<boolean> {
  return (await storage.blobs.get(hash)) !== null;
}

function assertBytes(actual: Uint8Array | null, expected: Uint8Array): void {
  assert(actual !== null, 'expected bytes');
  assert.equal(Buffer.compare(actual, expected), 0);
}

/** Returns bytes in which each one differs from its neighbours, so that shifted or truncated data is detected. */
function pattern(length: number): Uint8Array {
  const bytes = new Uint8Array(length);
  for (let i = 0; i < length; i++) bytes[i] = (i * 131 + (i >> 8) * 17 + (i >> 16)) & 0xff;
  return bytes;
}

export const blobs = topic('blobs', [
  {
    id: 'get',
    title: 'get returns the bytes of any length and value that were put, and null for an unknown hash',
    async run({ storage }) {
      for (const bytes of [new Uint8Array(0), Uint8Array.of(0), pattern(256), pattern(300_000)]) {
        const hash = await arrangeBlob(storage, bytes);
        assertBytes(await storage.blobs.get(hash), bytes);
      }
      assert.equal(await storage.blobs.get('0'.repeat(64)), null);
    },
  },
  {
    id: 'large',
    title: 'keeps a blob of 25 MB, the largest that core puts',
    async run({ storage }) {
      const bytes = pattern(25 * 1024 * 1024);
      const hash = await arrangeBlob(storage, bytes);
      assertBytes(await storage.blobs.get(hash), bytes);
    },
  },
  {
    id: 'view',
    title: 'keeps a copy of the bytes when they are a part of a larger buffer',
    async run({ storage }) {
      const whole = pattern(1000);
      const part = whole.subarray(100, 200);
      const hash = await arrangeBlob(storage, part);
      whole.fill(0);
      const kept = await storage.blobs.get(hash);
      assertBytes(kept, pattern(1000).subarray(100, 200));
      kept?.fill(1);
      assertBytes(await storage.blobs.get(hash), pattern(1000).subarray(100, 200));
    },
  },
  {
    id: 'put-again',
    title: 'put does not overwrite an existing blob, also in racing calls',
    async run({ storage }) {
      const hash = await arrangeBlob(storage, bytesOf('first'));
      await storage.blobs.put(hash, bytesOf('other'), NOW + 1);
      assertBytes(await storage.blobs.get(hash), bytesOf('first'));
      const racing = 'f'.repeat(64);
      await Promise.all(
        Array.from({ length: 8 }, (_, i) => storage.blobs.put(racing, bytesOf('same'), NOW + i)),
      );
      assertBytes(await storage.blobs.get(racing), bytesOf('same'));
    },
  },
  {
    id: 'purge',
    title:
      'purgeUnused removes unused blobs that were last put before the given time, and returns their hashes',
    async run({ storage }) {
      const old = await arrangeBlob(storage, bytesOf('old'), NOW - SECOND);
      const prolonged = await arrangeBlob(storage, bytesOf('prolonged'), NOW - SECOND);
      await storage.blobs.put(prolonged, bytesOf('prolonged'), NOW);
      const young = await arrangeBlob(storage, bytesOf('young'), NOW);
      assert.deepEqual(await storage.blobs.purgeUnused(NOW, 10), [old]);
      assert.deepEqual(await Promise.all([old, prolonged, young].map((hash) => exists(storage, hash))), [
        false,
        true,
        true,
      ]);
      assert.deepEqual(await storage.blobs.purgeUnused(NOW, 10), []);
    },
  },
  {
    id: 'discard',
    title: 'discard removes those of the given blobs that are unused and were last put before the given time',
    async run({ storage }) {
      const old = await arrangeBlob(storage, bytesOf('discarded'), NOW - SECOND);
      const other = await arrangeBlob(storage, bytesOf('not discarded'), NOW - SECOND);
      const young = await arrangeBlob(storage, bytesOf('discarded too early'), NOW);
      const used = await arrangeBlob(storage, bytesOf('used'), NOW - SECOND);
      await storage.images.insert(newImage('discarding', { blob: used, uses: [used] }));
      await storage.blobs.discard([old, young, used, 'f'.repeat(64)], NOW);
      await storage.blobs.discard([], NOW);
      assert.deepEqual(await Promise.all([old, other, young, used].map((hash) => exists(storage, hash))), [
        false,
        true,
        true,
        true,
      ]);
      await storage.blobs.discard([other, young], NOW + SECOND);
    },
  },
  {
    id: 'purge-limit',
    title: 'purgeUnused removes at most the limit, and the rest in later calls',
    async run({ storage }) {
      const hashes: string[] = [];
      for (let i = 0; i < 5; i++) hashes.push(await arrangeBlob(storage, bytesOf(`${i}`), NOW - SECOND));
      const purged: string[] = [];
      for (const expected of [2, 2, 1, 0]) {
        const part = await storage.blobs.purgeUnused(NOW, 2);
        assert.equal(part.length, expected);
        purged.push(...part);
      }
      assert.deepEqual(purged.toSorted(), hashes.toSorted());
    },
  },
  {
    id: 'purge-used',
    title: 'purgeUnused keeps the blobs of images, thumbnails, timers and fonts at any age',
    async run({ storage }) {
      const accountId = await arrangeAccount(storage);
      const own = await arrangeBlob(storage);
      const image = await storage.images.insert(newImage(accountId, { blob: own, uses: [own] }));
      const thumbnail = await arrangeBlob(storage);
      await storage.images.setThumbnail(accountId, image.id, thumbnail);
      const pinned = [await arrangeBlob(storage), await arrangeBlob(storage)];
      await storage.images.insert(newTimer(accountId, { uses: pinned }));
      const font = await storage.fonts.insert(await newFont(storage, accountId));
      const unused = await arrangeBlob(storage);
      assert.deepEqual(await storage.blobs.purgeUnused(NOW + SECOND, 100), [unused]);
      for (const hash of [own, thumbnail, ...pinned, font.blob, font.sample]) {
        assert(await exists(storage, hash), hash);
      }
    },
  },
  {
    id: 'shared',
    title: 'a blob with several users, also in different accounts, is kept until the last one is deleted',
    async run({ storage }) {
      const accountIds = [await arrangeAccount(storage), await arrangeAccount(storage)] as const;
      const blob = await arrangeBlob(storage);
      const sample = await arrangeBlob(storage);
      const fonts = [];
      for (const accountId of accountIds) {
        fonts.push(await storage.fonts.insert(await newFont(storage, accountId, { blob, sample })));
      }
      await storage.blobs.purgeUnused(NOW + SECOND, 100);
      for (const [i, font] of fonts.entries()) {
        assert(await exists(storage, blob), `after ${i} deletions`);
        assert.equal(await storage.fonts.delete(font.accountId, font.id), true);
        const expected = i === 0 ? [] : [blob, sample].toSorted();
        assert.deepEqual((await storage.blobs.purgeUnused(NOW + SECOND, 100)).toSorted(), expected);
      }
    },
  },
  {
    id: 'deleted-user',
    title: 'a soft-deleted image still uses its blobs',
    async run({ storage }) {
      const accountId = await arrangeAccount(storage);
      const blob = await arrangeBlob(storage);
      const { id } = await storage.images.insert(newImage(accountId, { blob, uses: [blob] }));
      await storage.images.update(accountId, id, { active: false }, NOW);
      assert.deepEqual(await storage.blobs.purgeUnused(NOW + SECOND, 100), []);
    },
  },
  {
    id: 'missing',
    title: 'a write that uses a missing blob rejects with unavailable and has no effect',
    async run({ storage }) {
      const accountId = await arrangeAccount(storage);
      const existing = await arrangeBlob(storage);
      const uses = [existing, 'e'.repeat(64)];
      const unavailable = { code: 'unavailable' };
      await assert.rejects(storage.images.insert(newImage(accountId, { uses })), unavailable);
      const font = await newFont(storage, accountId, { sample: 'e'.repeat(64) });
      await assert.rejects(storage.fonts.insert(font), unavailable);
      assert.deepEqual(await storage.fonts.list(accountId), []);
      const { id, thumbnail } = await storage.images.insert(newImage(accountId));
      await assert.rejects(storage.images.setThumbnail(accountId, id, 'e'.repeat(64)), unavailable);
      assert.equal((await storage.images.get(accountId, id))?.thumbnail, thumbnail);
      assert(
        (await storage.blobs.purgeUnused(NOW + SECOND, 100)).includes(existing),
        'a rejected insert uses no blob',
      );
    },
  },
  {
    id: 'purge-race',
    title: 'a racing purge and insert of the same blob either keep the blob or reject the insert',
    async run({ storage }) {
      const accountId = await arrangeAccount(storage);
      for (let round = 0; round < 10; round++) {
        const blob = await arrangeBlob(storage);
        const [inserted, purged] = await Promise.allSettled([
          storage.images.insert(newImage(accountId, { blob, uses: [blob] })),
          storage.blobs.purgeUnused(NOW + SECOND, 100),
        ]);
        assert.equal(purged.status, 'fulfilled');
        const kept = inserted.status === 'fulfilled';
        assert.equal(await exists(storage, blob), kept, `round ${round}`);
        assert.equal(purged.value.includes(blob), !kept);
        if (!kept) assert.equal(inserted.reason.code, 'unavailable');
      }
    },
  },
]);
