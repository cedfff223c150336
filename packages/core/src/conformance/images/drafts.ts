import assert from 'node:assert/strict';
import type { DraftRow } from '../../storage/images/drafts.ts';
import type { Storage } from '../../storage/storage.ts';
import { idsOf, NOW, present } from '../fixtures/arrange.ts';
import { topic } from '../fixtures/case.ts';
import {
  arrangeAccount,
  arrangeFrame,
  DAY,
  KEEP_ALL,
  listImages,
  newFrame,
  newTimer,
} from './arrange-images.ts';

/** Returns the ids of the drafts that can still be read. */
async function left(storage: Storage, frames: readonly DraftRow[], now = NOW): Promise<string[]> {
  const found = await Promise.all(frames.map(({ id }) => storage.drafts.find(id, now)));
  return idsOf(found.filter((frame) => frame !== null));
}

export const drafts = topic('timer-frames', [
  {
    id: 'insert',
    title: 'insert keeps all members, starts with revision 1 and without an image',
    async run({ storage }) {
      const frame = newFrame(await arrangeAccount(storage), { name: 'Entwurf ✓', design: '{"a":"漢"}' });
      const inserted = await storage.drafts.insert(frame, KEEP_ALL);
      assert.deepEqual(inserted, { ...frame, revision: 1, imageId: null });
      assert.deepEqual(await storage.drafts.get(frame.accountId, frame.id, NOW), inserted);
      assert.deepEqual(await storage.drafts.find(frame.id, NOW), inserted);
      assert.equal(await storage.drafts.find('tf_unknown', NOW), null);
    },
  },
  {
    id: 'isolation',
    title: 'no method except find reads or changes a draft of another account',
    async run({ storage }) {
      const frame = await arrangeFrame(storage);
      const accountId = await arrangeAccount(storage);
      const ref = { id: frame.id, accountId };
      const change = { design: '{}', expiresAt: NOW + DAY };
      const { drafts } = storage;
      assert.equal(await drafts.get(accountId, frame.id, NOW), null);
      assert.equal(await drafts.update(ref, 1, change, NOW), null);
      assert.equal(await drafts.save(ref, 1, newTimer(accountId), NOW), null);
      assert.equal(await drafts.delete(ref, NOW), false);
      assert.deepEqual(await drafts.find(frame.id, NOW), frame);
      assert.deepEqual((await listImages(storage, accountId)).rows, []);
    },
  },
  {
    id: 'keep',
    title: 'insert removes the oldest unsaved drafts of the account beyond the number to keep',
    async run({ storage }) {
      const accountId = await arrangeAccount(storage);
      const other = await arrangeFrame(storage);
      const insert = (age: number) =>
        storage.drafts.insert(newFrame(accountId, { createdAt: NOW - age, expiresAt: NOW - age + DAY }), 3);
      const [a, b, c] = [await insert(3), await insert(9), await insert(2)];
      const saved = await storage.drafts.save(b, 1, newTimer(accountId), NOW);
      assert(saved !== null && saved !== 'stale');
      const [d, e] = [await insert(1), await insert(0)];
      assert.deepEqual(await left(storage, [a, b, c, d, e, other]), idsOf([b, c, d, e, other]));
    },
  },
  {
    id: 'keep-ties',
    title: 'insert removes drafts of the same millisecond in insertion order',
    async run({ storage }) {
      const accountId = await arrangeAccount(storage);
      const frames = [];
      for (let i = 0; i < 5; i++) frames.push(await storage.drafts.insert(newFrame(accountId), 2));
      assert.deepEqual(await left(storage, frames), idsOf(frames.slice(3)));
    },
  },
  {
    id: 'keep-expired',
    title: 'expired drafts do not count towards the number to keep',
    async run({ storage }) {
      const accountId = await arrangeAccount(storage);
      const long = await storage.drafts.insert(newFrame(accountId), 2);
      await storage.drafts.insert(newFrame(accountId, { createdAt: NOW + 1, expiresAt: NOW + 2 }), 2);
      const newest = await storage.drafts.insert(newFrame(accountId, { createdAt: NOW + 2 }), 2);
      assert.deepEqual(await left(storage, [long, newest]), idsOf([long, newest]));
    },
  },
  {
    id: 'keep-race',
    title: 'racing inserts together keep exactly the number to keep',
    async run({ storage }) {
      const accountId = await arrangeAccount(storage);
      const frames = await Promise.all(
        Array.from({ length: 12 }, () => storage.drafts.insert(newFrame(accountId), 4)),
      );
      assert.equal((await left(storage, frames)).length, 4);
    },
  },
  {
    id: 'update',
    title: 'update changes the given members, increases the revision and keeps the other members',
    async run({ storage }) {
      const frame = await arrangeFrame(storage);
      const first = {
        ...frame,
        revision: 2,
        design: '{"b":1}',
        expiresAt: NOW + 5,
        updatedAt: NOW + 1,
      };
      const { update } = storage.drafts;
      assert.deepEqual(await update(frame, 1, { design: '{"b":1}', expiresAt: NOW + 5 }, NOW + 1), first);
      const change = { name: 'Neu', design: '{"c":1}', expiresAt: NOW + DAY };
      const second = { ...first, ...change, revision: 3, updatedAt: NOW + 2 };
      assert.deepEqual(await update(first, 2, change, NOW + 2), second);
      assert.deepEqual(await storage.drafts.find(frame.id, NOW + 2), second);
    },
  },
  {
    id: 'stale',
    title: 'update and save for another revision are stale and have no effect',
    async run({ storage }) {
      const frame = await arrangeFrame(storage);
      const change = { design: '{"x":1}', expiresAt: NOW + DAY };
      for (const revision of [0, 2]) {
        assert.equal(await storage.drafts.update(frame, revision, change, NOW), 'stale');
        assert.equal(await storage.drafts.save(frame, revision, newTimer(frame.accountId), NOW), 'stale');
      }
      assert.deepEqual(await storage.drafts.find(frame.id, NOW), frame);
      assert.deepEqual((await listImages(storage, frame.accountId)).rows, []);
      const unknown = { id: 'tf_unknown', accountId: frame.accountId };
      assert.equal(await storage.drafts.update(unknown, 1, change, NOW), null);
      assert.equal(await storage.drafts.save(unknown, 1, newTimer(frame.accountId), NOW), null);
    },
  },
  {
    id: 'update-race',
    title: 'one of several racing updates of the same revision succeeds, the others are stale',
    async run({ storage }) {
      const frame = await arrangeFrame(storage);
      const results = await Promise.all(
        Array.from({ length: 6 }, (_, i) =>
          storage.drafts.update(frame, 1, { design: `{"i":${i}}`, expiresAt: NOW + DAY }, NOW),
        ),
      );
      const made = results.filter((result) => result !== 'stale');
      assert.equal(made.length, 1);
      assert.deepEqual(await storage.drafts.find(frame.id, NOW), made[0]);
    },
  },
  {
    id: 'delete',
    title: 'delete removes a draft but not its image, and returns false for a deleted one',
    async run({ storage }) {
      const frame = await arrangeFrame(storage);
      await storage.drafts.save(frame, 1, newTimer(frame.accountId), NOW);
      assert.equal(await storage.drafts.delete(frame, NOW), true);
      assert.equal(await storage.drafts.find(frame.id, NOW), null);
      assert.equal(await storage.drafts.delete(frame, NOW), false);
      assert.equal((await listImages(storage, frame.accountId)).rows.length, 1);
    },
  },
  {
    id: 'expiry',
    title: 'no method finds a draft from the millisecond of its expiry on',
    async run({ storage }) {
      const frame = await arrangeFrame(storage);
      const { accountId, id, expiresAt } = frame;
      const { drafts } = storage;
      const change = { design: '{}', expiresAt: expiresAt + DAY };
      assert.deepEqual(await drafts.find(id, expiresAt - 1), frame);
      assert.equal(await drafts.find(id, expiresAt), null);
      assert.equal(await drafts.get(accountId, id, expiresAt), null);
      assert.equal(await drafts.update(frame, 1, change, expiresAt), null);
      assert.equal(await drafts.save(frame, 1, newTimer(accountId), expiresAt), null);
      assert.equal(await drafts.delete(frame, expiresAt), false);
      assert.deepEqual(await drafts.get(accountId, id, expiresAt - 1), frame);
    },
  },
  {
    id: 'restore',
    title: 'restore keeps all members and skips existing drafts; list returns live drafts, the oldest first',
    async run({ storage }) {
      const accountId = await arrangeAccount(storage);
      const { drafts } = storage;
      await arrangeFrame(storage);
      const rows: DraftRow[] = [
        { ...newFrame(accountId), revision: 5, imageId: null },
        { ...newFrame(accountId), revision: 2, imageId: 3, updatedAt: NOW + 9 },
        { ...newFrame(accountId, { createdAt: NOW - 1 }), revision: 1, imageId: null },
        { ...newFrame(accountId, { expiresAt: NOW }), revision: 1, imageId: null },
      ];
      for (const row of rows) assert.equal(await drafts.restore(row), true);
      for (const row of rows) assert.equal(await drafts.restore({ ...row, revision: 8 }), false);
      const [first, second, oldest] = rows;
      assert.deepEqual(await drafts.list(accountId, NOW), [oldest, first, second]);
      assert.deepEqual(await drafts.find(first?.id ?? '', NOW), first);
      const newest = await drafts.insert(newFrame(accountId), 1);
      assert.deepEqual(await drafts.list(accountId, NOW), [second, newest]);
    },
  },
  {
    id: 'purge',
    title: 'purgeExpired removes at most the limit of expired drafts, saved or not, and no images',
    async run({ storage }) {
      const accountId = await arrangeAccount(storage);
      const frames: DraftRow[] = [];
      for (const age of [5, 4, 3, 0, -1]) {
        const frame = newFrame(accountId, { expiresAt: NOW - age });
        frames.push(await storage.drafts.insert(frame, KEEP_ALL));
      }
      const [first] = frames;
      await storage.drafts.save(present(first ?? null), 1, newTimer(accountId), NOW - 10);
      assert.equal(await storage.drafts.purgeExpired(3, NOW), 3);
      assert.equal(await storage.drafts.purgeExpired(3, NOW), 1);
      assert.equal(await storage.drafts.purgeExpired(3, NOW), 0);
      assert.deepEqual(await left(storage, frames, NOW - DAY), idsOf(frames.slice(4)));
      assert.equal((await listImages(storage, accountId)).rows.length, 1);
    },
  },
]);
