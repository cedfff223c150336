import assert from 'node:assert/strict';
import { fold } from '../../query/fold.ts';
import type { ImageRow } from '../../storage/images/images.ts';
import type { Storage } from '../../storage/storage.ts';
import { NOW } from '../fixtures/arrange.ts';
import { topic } from '../fixtures/case.ts';
import { arrangeAccount, arrangeImages, listImages, newImage, newTimer } from './arrange-images.ts';

function names({ rows }: { readonly rows: readonly ImageRow[] }): string[] {
  return rows.map(({ name }) => name);
}

/** Inserts images with these names. Returns their account. */
async function accountOf(storage: Storage, imageNames: readonly string[]): Promise<string> {
  const [image] = await arrangeImages(storage, imageNames);
  return image?.accountId ?? '';
}

export const imageLists = topic('image-lists', [
  {
    id: 'pages',
    title: 'list returns all images newest first, in pages, also during inserts',
    async run({ storage }) {
      const accountId = await accountOf(storage, ['a', 'b', 'c', 'd', 'e']);
      const page = (before: number | null, limit: number) =>
        storage.images.list(accountId, { nameContains: null, type: null, active: null, before, limit });
      const first = await page(null, 2);
      await storage.images.insert(newImage(accountId, { name: 'f' }));
      const second = await page(first.rows.at(-1)?.id ?? 0, 2);
      const third = await page(second.rows.at(-1)?.id ?? 0, 2);
      assert.deepEqual([first, second, third].map(names), [['e', 'd'], ['c', 'b'], ['a']]);
      assert.deepEqual([first.more, second.more, third.more], [true, true, false]);
      assert.deepEqual(await page(1, 2), { rows: [], more: false });
      assert.equal((await page(null, 6)).more, false);
    },
  },
  {
    id: 'filters',
    title: 'list filters by type and by state, alone and together, also in pages',
    async run({ storage }) {
      const accountId = await arrangeAccount(storage);
      const made: ImageRow[] = [];
      for (const [i, make] of [newImage, newTimer, newImage, newTimer, newTimer].entries()) {
        made.push(await storage.images.insert(make(accountId, { name: `${i}`, active: i % 2 === 0 })));
      }
      for (const type of ['static', 'timer', null] as const) {
        for (const active of [true, false, null]) {
          const matching = made
            .filter((image) => type === null || image.type === type)
            .filter((image) => active === null || image.active === active)
            .toReversed();
          const query = { nameContains: null, type, active, before: null };
          const where = `${type} ${active}`;
          assert.deepEqual((await listImages(storage, accountId, { type, active })).rows, matching, where);
          const one = await storage.images.list(accountId, { ...query, limit: 1 });
          assert.deepEqual(one, { rows: matching.slice(0, 1), more: matching.length > 1 }, where);
          const rest = await storage.images.list(accountId, {
            ...query,
            before: matching[0]?.id ?? 1,
            limit: 9,
          });
          assert.deepEqual(rest, { rows: matching.slice(1), more: false }, where);
        }
      }
    },
  },
  {
    id: 'name-contains',
    title: 'nameContains is literal, ignores case also beyond ASCII, and uses the current name',
    async run({ storage }) {
      const accountId = await accountOf(storage, [
        'Straße ÄÖÜ',
        'ΟΔΟΣ 50%',
        'a_b \\ "c"',
        'PLAIN ascii',
        'İstanbul',
      ]);
      const found = async (part: string) =>
        names(await listImages(storage, accountId, { nameContains: fold(part) }));
      assert.deepEqual(await found('äöü'), ['Straße ÄÖÜ']);
      assert.deepEqual(await found('οδος'), ['ΟΔΟΣ 50%']);
      assert.deepEqual(await found('%'), ['ΟΔΟΣ 50%']);
      assert.deepEqual(await found('_'), ['a_b \\ "c"']);
      assert.deepEqual(await found('\\ "'), ['a_b \\ "c"']);
      assert.deepEqual(await found('Plain A'), ['PLAIN ascii']);
      assert.deepEqual(await found('İST'), ['İstanbul']);
      assert.equal((await found('')).length, 5);
      assert.deepEqual(await found('strasse'), []);
      await storage.images.update(accountId, 1, { name: 'plain too' }, NOW);
      await storage.images.update(accountId, 4, { name: 'ÇELIK' }, NOW);
      assert.deepEqual(await found('äöü'), []);
      assert.deepEqual(await found('PLAIN'), ['plain too']);
      assert.deepEqual(await found('çelik'), ['ÇELIK']);
    },
  },
]);
