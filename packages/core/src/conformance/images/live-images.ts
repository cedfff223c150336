import assert from 'node:assert/strict';
import type { ImageReplacement } from '../../storage/images/drafts.ts';
import type { NewImage } from '../../storage/images/images.ts';
import { idsOf, NOW, present } from '../fixtures/arrange.ts';
import { topic } from '../fixtures/case.ts';
import {
  arrangeAccount,
  arrangeBlob,
  KEEP_ALL,
  newFrame,
  newImage,
  newTimer,
  timerRow,
} from './arrange-images.ts';

const LIVE = { design: '{"width":600,"text":"漢 {{ name }}"}', resources: '{"fonts":{"1":{"builtin":1}}}' };

function newLive(accountId: string, change: Partial<NewImage> = {}): NewImage {
  return newImage(accountId, { type: 'live', format: 'gif', animated: true, live: LIVE, ...change });
}

function replacement(imageId: number, change: Partial<ImageReplacement> = {}): ImageReplacement {
  const picture = { width: 300, height: 80, format: 'jpeg' as const, animated: false, bytes: 5 };
  return { imageId, ...picture, timer: null, live: { design: '{}', resources: '{}' }, uses: [], ...change };
}

export const liveImages = topic('live-images', [
  {
    id: 'insert',
    title:
      'a live image keeps its design and its resources, and is found, changed and restored as other images',
    async run({ storage }) {
      const accountId = await arrangeAccount(storage);
      const used = await arrangeBlob(storage);
      const inserted = await storage.images.insert(newLive(accountId, { uses: [used] }));
      assert.deepEqual(inserted.live, LIVE);
      assert.equal(inserted.timer, null);
      assert.deepEqual(await storage.images.get(accountId, inserted.id), inserted);
      assert.deepEqual(await storage.images.findByPublicId(inserted.publicId), inserted);
      const renamed = await storage.images.update(
        accountId,
        inserted.id,
        { name: 'Neu', active: false },
        NOW + 1,
      );
      assert.deepEqual(renamed, { ...inserted, name: 'Neu', active: false, updatedAt: NOW + 1 });
      const target = { local: '2031-01-01T00:00:00', timeZone: 'UTC', instant: NOW };
      assert.equal(await storage.images.setTarget(accountId, inserted.id, target, NOW), null);
      const restored = { ...inserted, id: 40, publicId: 'AAAA-_live40', uses: [used] };
      assert.equal(await storage.images.restore(restored), true);
      const { uses: _, ...row } = restored;
      assert.deepEqual(await storage.images.get(accountId, 40), row);
    },
  },
  {
    id: 'list',
    title: 'list filters images by the type live',
    async run({ storage }) {
      const accountId = await arrangeAccount(storage);
      for (const make of [newImage, newLive, newTimer, newLive]) await storage.images.insert(make(accountId));
      const query = { nameContains: null, active: true, before: null, limit: 9 };
      const found = async (type: 'live' | 'timer' | null) =>
        (await storage.images.list(accountId, { ...query, type })).rows.map((image) => image.type);
      assert.deepEqual(await found('live'), ['live', 'live']);
      assert.deepEqual(await found('timer'), ['timer']);
      assert.deepEqual(await found(null), ['live', 'timer', 'live', 'static']);
    },
  },
  {
    id: 'drafts',
    title: 'drafts of one kind never remove those of the other',
    async run({ storage }) {
      const accountId = await arrangeAccount(storage);
      const insert = (kind: 'timer' | 'live') => storage.drafts.insert(newFrame(accountId, { kind }), 2);
      const timer = await insert('timer');
      const drafts = [];
      for (let number = 0; number < 4; number++) drafts.push(await insert('live'));
      const kept = await storage.drafts.list(accountId, NOW);
      assert.deepEqual(idsOf(kept), idsOf([timer, ...drafts.slice(2)]));
      assert.deepEqual(
        kept.find(({ id }) => id === timer.id),
        timer,
      );
      assert.deepEqual(kept.map(({ kind }) => kind).sort(), ['live', 'live', 'timer']);
    },
  },
  {
    id: 'save',
    title:
      'a draft is saved as a live image once, also by racing calls, and changes it afterwards under its ids',
    async run({ storage }) {
      const accountId = await arrangeAccount(storage);
      const [old, fresh] = [await arrangeBlob(storage), await arrangeBlob(storage)];
      const draft = await storage.drafts.insert(newFrame(accountId, { kind: 'live' }), KEEP_ALL);
      const image = newLive(accountId, { uses: [old] });
      const [saved, ...others] = await Promise.all(
        [1, 2, 3].map(() => storage.drafts.save(draft, 1, image, NOW)),
      );
      assert(saved !== null && saved !== undefined && saved !== 'stale');
      for (const other of others) assert.deepEqual(other, saved);
      assert.equal(saved.frame.kind, 'live');

      const again = await storage.drafts.insert(newFrame(accountId, { kind: 'live' }), KEEP_ALL);
      const given = replacement(saved.image.id, { uses: [fresh] });
      const { imageId: _, uses: __, ...picture } = given;
      const changed = await storage.drafts.replace(again, 1, given, NOW + 3);
      assert(changed !== null && changed !== 'stale');
      assert.deepEqual(changed.image, { ...saved.image, ...picture, version: 2, updatedAt: NOW + 3 });
      assert.deepEqual(await storage.images.findByPublicId(saved.image.publicId), changed.image);
      assert.deepEqual(await storage.images.uses(accountId, saved.image.id), [fresh]);
    },
  },
  {
    id: 'types',
    title: 'a design replaces one of its own type only',
    async run({ storage }) {
      const accountId = await arrangeAccount(storage);
      const [live, timer] = [
        await storage.images.insert(newLive(accountId)),
        await storage.images.insert(newTimer(accountId)),
      ];
      const draft = await storage.drafts.insert(newFrame(accountId, { kind: 'live' }), KEEP_ALL);
      assert.equal(await storage.drafts.replace(draft, 1, replacement(timer.id), NOW), null);
      const ofTimer = replacement(live.id, { timer: timerRow(), live: null });
      assert.equal(await storage.drafts.replace(draft, 1, ofTimer, NOW), null);
      assert.deepEqual(await storage.images.get(accountId, live.id), live);
      assert.deepEqual(await storage.images.get(accountId, timer.id), timer);
      assert.equal(present(await storage.drafts.find(draft.id, NOW)).imageId, null);
    },
  },
]);
