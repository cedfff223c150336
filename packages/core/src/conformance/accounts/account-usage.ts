import assert from 'node:assert/strict';
import { LIMITED_RESOURCES } from '../../ground/account-limits.ts';
import type { ImportBatch } from '../../storage/imports/imports.ts';
import type { Storage } from '../../storage/storage.ts';
import {
  accountRow,
  apiKeyRow,
  arrangeNumbered,
  arrangeStore,
  NOW,
  newStore,
  record,
  SECOND,
} from '../fixtures/arrange.ts';
import { topic } from '../fixtures/case.ts';
import { arrangeBlob, newFont, newImage, newTimer } from '../images/arrange-images.ts';
import { addressed, arrangeLocations, newLocation, newMap } from '../maps/arrange-maps.ts';

async function usageOf(storage: Storage, accountId: string, now = NOW): Promise<Record<string, number>> {
  const used: Record<string, number> = {};
  for (const resource of LIMITED_RESOURCES) {
    used[resource] = await storage.accountUsage.count(accountId, resource, now);
  }
  return used;
}

const NOTHING_USED = Object.fromEntries(LIMITED_RESOURCES.map((resource) => [resource, 0]));

export const accountUsage = topic('account-usage', [
  {
    id: 'nothing',
    title: 'counts nothing for a new account and for an unknown one',
    async run({ storage }) {
      const account = accountRow();
      await storage.accounts.insert(account);
      assert.deepEqual(await usageOf(storage, account.id), NOTHING_USED);
      assert.deepEqual(await usageOf(storage, 'nobody'), NOTHING_USED);
    },
  },
  {
    id: 'records',
    title:
      'counts live records in live stores of the account, not expired ones and not those of other accounts',
    async run({ storage }) {
      const store = await arrangeStore(storage);
      const { accountId } = store;
      const limited = await storage.stores.insert(newStore(accountId, { recordTtl: 10 }));
      const gone = await storage.stores.insert(newStore(accountId));
      const foreign = await arrangeStore(storage);
      await arrangeNumbered(storage, store, 3);
      for (const other of [limited, gone, foreign]) {
        await arrangeNumbered(storage, other, 5);
      }
      await storage.stores.markDeleted(gone, NOW, []);
      const used = { ...NOTHING_USED, stores: 2, records: 8 };
      assert.deepEqual(await usageOf(storage, accountId, NOW + 10 * SECOND - 1), used);
      assert.deepEqual(await usageOf(storage, accountId, NOW + 10 * SECOND), { ...used, records: 3 });
      assert.equal(await storage.accountUsage.count(foreign.accountId, 'records', NOW), 5);
    },
  },
  {
    id: 'images-fonts-keys',
    title: 'counts images that are not deleted, the bytes of all images, fonts and keys',
    async run({ storage }) {
      const [account, other] = [accountRow(), accountRow()];
      for (const { id } of [account, other]) {
        await storage.accounts.insert({ ...account, id });
        await storage.images.insert(newImage(id, { bytes: 100 }));
        await storage.apiKeys.insert(apiKeyRow(id));
      }
      const [font, foreign] = [await newFont(storage, account.id), await newFont(storage, other.id)];
      for (const each of [font, foreign]) await storage.fonts.insert(each);
      await storage.images.insert(newTimer(account.id, { bytes: 20 }));
      const deleted = await storage.images.insert(newImage(account.id, { bytes: 3 }));
      await storage.images.update(account.id, deleted.id, { active: false }, NOW);
      await storage.apiKeys.insert(apiKeyRow(account.id, { storeId: 'some store', expiresAt: NOW - 1 }));
      assert.deepEqual(await usageOf(storage, account.id), {
        ...NOTHING_USED,
        images: 2,
        imageBytes: 123,
        fonts: 1,
        fontBytes: font.bytes,
        keys: 2,
      });
    },
  },
  {
    id: 'imports',
    title: 'counts imports that have not ended, and the bytes that each import has left',
    async run({ storage }) {
      const store = await arrangeStore(storage);
      const { accountId } = store;
      const ref = { accountId, storeId: store.id, id: `used import of ${store.id}` };
      const chunks = [
        { hash: await arrangeBlob(storage), size: 1_000 },
        { hash: await arrangeBlob(storage), size: 500 },
      ];
      await storage.imports.insert({ ...ref, plan: '{"漢":1}', chunks, createdAt: NOW }, []);
      const bytes = () => storage.accountUsage.count(accountId, 'importBytes', NOW);
      const texts = Buffer.byteLength('{"漢":1}[]') + JSON.stringify(chunks).length;
      assert.deepEqual(await usageOf(storage, accountId), {
        ...NOTHING_USED,
        stores: 1,
        queuedImports: 1,
        importBytes: 1_500 + texts,
      });
      const place = { row: 1, line: 1, bytes: 0, length: 1 };
      let at = 0;
      const advance = async (change: Partial<ImportBatch>) => {
        const [from, to] = [
          { bytes: at, line: 0 },
          { bytes: ++at, line: 0 },
        ];
        const counts = {
          read: 1,
          created: 0,
          updated: 0,
          unchanged: 0,
          refused: change.refused?.length ?? 0,
        };
        const rest = {
          mode: 'upsert',
          records: [],
          existsErrors: '{}',
          tooLargeErrors: '{}',
          changes: '[]',
        } as const;
        const batch = { ...rest, from, to, counts, refused: [], drafts: [], ...change };
        await storage.imports.advance(store, ref, batch, NOW);
      };
      await advance({
        drafts: [
          { id: 'a', values: '漢'.repeat(10) },
          { id: 'b', values: 'xx' },
        ],
      });
      assert.equal(await bytes(), 1_500 + texts + 232);
      await advance({ drafts: [{ id: 'a', values: 'x' }] });
      assert.equal(await bytes(), 1_500 + texts + 203);
      const errors = '{"n":["漢"]}';
      await advance({
        refused: [
          { ...place, errors },
          { ...place, row: 2, errors },
        ],
      });
      const refused = 200 + Buffer.byteLength(errors);
      assert.equal(await bytes(), 1_500 + texts + 203 + refused);
      await storage.imports.finish(ref, { status: 'done', reason: null }, NOW);
      assert.equal(await storage.accountUsage.count(accountId, 'queuedImports', NOW), 0);
      await storage.imports.trim(ref, 'unneeded');
      assert.equal(await bytes(), 1_500 + texts + refused);
      await storage.imports.trim(ref, 'all');
      assert.equal(await bytes(), 0);
      const clean = { ...ref, id: `clean import of ${store.id}`, plan: '{}', chunks, createdAt: NOW };
      await storage.imports.insert(clean, []);
      await storage.imports.finish(clean, { status: 'done', reason: null }, NOW);
      await storage.imports.trim(clean, 'unneeded');
      assert.equal(await bytes(), 2 + 2 + JSON.stringify(chunks).length);
    },
  },
  {
    id: 'idempotency',
    title: 'counts the bytes that are kept under idempotency keys of the account',
    async run({ storage }) {
      const [store, foreign] = [await arrangeStore(storage), await arrangeStore(storage)];
      const under = (accountId: string, key: string, plan: string) => {
        const times = { createdAt: NOW, expiresAt: NOW + SECOND };
        return { key: { accountId, key, request: 'r', plan, ...times } };
      };
      await storage.records.insert(store, record('a'), NOW, under(store.accountId, 'one', '漢'));
      await storage.records.insert(foreign, record('a'), NOW, under(foreign.accountId, 'one', 'long'));
      const used = () => storage.accountUsage.count(store.accountId, 'idempotencyBytes', NOW);
      const first = await used();
      assert.ok(first > 3 && first < 100);
      await storage.records.delete(store, ['a'], NOW, under(store.accountId, 'two', '漢漢'));
      assert.ok((await used()) > first + 6);
    },
  },
  {
    id: 'locations',
    title: 'counts the locations of live maps, and those that are queued for geocoding',
    async run({ storage }) {
      const map = await storage.maps.insert(newMap());
      const gone = await storage.maps.insert(newMap({ accountId: map.accountId }));
      const foreign = await storage.maps.insert(newMap());
      for (const place of [map, gone, foreign]) {
        await arrangeLocations(storage, place, [newLocation(), addressed('Here 1'), addressed('There 2')]);
      }
      await storage.maps.markDeleted(gone, NOW, []);
      const used = { ...NOTHING_USED, maps: 1, locations: 3, queuedGeocodes: 2 };
      assert.deepEqual(await usageOf(storage, map.accountId), used);
      assert.deepEqual(await usageOf(storage, foreign.accountId), used);
    },
  },
]);
