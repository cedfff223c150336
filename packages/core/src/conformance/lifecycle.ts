import assert from 'node:assert/strict';
import { EVERYTHING } from '../query/ast.ts';
import {
  accountRow,
  arrangeNumbered,
  arrangeStore,
  findRows,
  NOW,
  newJob,
  numberedRecords,
  record,
  SECOND,
} from './fixtures/arrange.ts';
import { topic } from './fixtures/case.ts';

export const lifecycle = topic('lifecycle', [
  {
    id: 'migrate-again',
    title: 'migrate changes nothing when it is repeated, even concurrently',
    async run({ storage }) {
      const store = await arrangeStore(storage);
      const migrations = await Promise.all([storage.migrate(), storage.migrate()]);
      for (const { from, to } of migrations) assert.equal(from, to);
      assert.deepEqual(await storage.stores.get(store.accountId, store.id), store);
    },
  },
  {
    id: 'find-migration',
    title: 'findMigration returns that nothing is due once the layout is migrated',
    async run({ storage }) {
      const { to } = await storage.migrate();
      assert.deepEqual(await storage.findMigration(), { from: to, to });
    },
  },
  {
    id: 'ping',
    title: 'ping resolves, and the storage has a name',
    async run({ storage }) {
      await storage.ping();
      assert.notEqual(storage.name, '');
    },
  },
  {
    id: 'describe',
    title: 'describe returns the engine, the current layout, and the size if it is known',
    async run({ storage }) {
      await arrangeStore(storage);
      const { engine, layout, bytes } = await storage.describe();
      assert.notEqual(engine, '');
      assert.equal(layout, (await storage.migrate()).to);
      assert.ok(bytes === null || (Number.isSafeInteger(bytes) && bytes > 0), `${bytes} bytes`);
    },
  },
  {
    id: 'closed',
    title: 'calls after close reject with unavailable',
    async run({ storage }) {
      const store = await arrangeStore(storage);
      await storage.close();
      const calls = [
        async () => storage.ping(),
        async () => storage.accounts.list(),
        async () => storage.stores.get(store.accountId, store.id),
        async () => storage.records.get(store, 'a', NOW),
        async () => storage.records.insert(store, record('a'), NOW),
        async () => storage.records.count(store, { all: [] }, NOW),
        async () => storage.jobs.enqueue([newJob()]),
        async () => storage.blobs.put('0'.repeat(64), new Uint8Array(1), NOW),
        async () => storage.blobs.get('0'.repeat(64)),
        async () => storage.images.findByPublicId('a'),
        async () => storage.fonts.list(store.accountId),
        async () => storage.drafts.find('a', NOW),
      ];
      for (const call of calls) await assert.rejects(call, { code: 'unavailable' });
    },
  },
  {
    id: 'close-finishes',
    title: 'close waits for the calls in flight',
    async run({ storage }) {
      const store = await arrangeStore(storage);
      const inserts = numberedRecords(50, () => ({})).map((one) => storage.records.insert(store, one, NOW));
      const others = [
        storage.migrate(),
        storage.records.get(store, 'r0000', NOW),
        storage.records.count(store, EVERYTHING, NOW),
        storage.stores.get(store.accountId, store.id),
        storage.jobs.enqueue([newJob()]),
        storage.settings.getOrInsert('secret', 'first'),
      ];
      await Promise.all([storage.close(), storage.close()]);
      assert.deepEqual(new Set(await Promise.all(inserts)), new Set(['created']));
      await Promise.all(others);
    },
  },
  {
    id: 'reopen',
    title: 'acknowledged writes are kept when the storage is closed and opened again',
    durable: true,
    async run({ storage, reopen }) {
      const account = accountRow();
      await storage.accounts.insert(account);
      const store = await arrangeStore(storage, ['t0', 'n0', 't24', 'n24']);
      await arrangeNumbered(storage, store, 150, (i) => ({ t0: `ä ${i}`, n0: i, t24: 'ö', n24: i / 3 }));
      const [newest] = await findRows(
        storage,
        store,
        { where: { all: [] }, order: { column: 'seq', direction: 'desc' }, after: null, limit: 1 },
        NOW,
      );
      await storage.records.delete(store, ['r0149', 'r0003'], NOW);
      await storage.jobs.enqueue([newJob({ key: 'kept' })]);
      const [job] = await storage.jobs.claim(['sweep'], 1, NOW, NOW + SECOND);
      await storage.settings.getOrInsert('secret', 'first');

      const again = await reopen();
      const { from, to } = await again.migrate();
      assert.equal(from, to);
      assert.deepEqual(await again.accounts.get(account.id), account);
      assert.deepEqual(await again.stores.get(store.accountId, store.id), store);
      assert.deepEqual((await again.records.get(store, 'r0100', NOW))?.values, ['ä 100', 100, 'ö', 100 / 3]);
      assert.equal(await again.records.count(store, { all: [] }, NOW), 148);
      assert.equal(await again.settings.getOrInsert('secret', 'second'), 'first');
      await again.jobs.enqueue([newJob({ key: 'kept' })]);
      assert.deepEqual(await again.jobs.claim(['sweep'], 2, NOW, NOW + SECOND), []);
      assert.equal(job !== undefined && (await again.jobs.complete(job)), true);
      await again.records.insert(store, record('next'), NOW);
      const next = await again.records.get(store, 'next', NOW);
      assert((next?.seq ?? 0) > (newest?.seq ?? 0), 'insertion numbers continue');
    },
  },
]);
