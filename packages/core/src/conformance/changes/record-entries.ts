import assert from 'node:assert/strict';
import {
  arrangeStore,
  NOW,
  present,
  property,
  record,
  SECOND,
  schemaChange,
  values,
} from '../fixtures/arrange.ts';
import { topic } from '../fixtures/case.ts';
import { purgeAllExpired } from '../fixtures/steps.ts';
import { arrangeImport, batchOf, imported } from '../imports/arrange-imports.ts';
import { arrangeLogged, changesAfter, readPage, shown } from './arrange-changes.ts';

export const recordEntries = topic('changes', [
  {
    id: 'records',
    title: 'each change of a record is an entry with the slots that it changed, in the order of the changes',
    async run({ storage }) {
      const logged = await arrangeLogged(storage, ['t0', 'n0', 't24', 'n30']);
      const { store, from } = logged;
      const { records } = storage;
      await records.insert(store, record('a', { t0: 'x', t24: 'y' }), NOW);
      await records.patch(store, 'a', values({ t0: 'z', n0: 1 }), NOW + 1);
      await records.patch(store, 'a', values({ t0: null, t24: 'y', n30: 2 }), NOW + 2);
      await records.upsert(store, [record('a', { t24: 'Ö', n30: 2 })], NOW + 3);
      await records.upsert(store, [record('b', { n0: 5 })], NOW + 4);
      await records.delete(store, ['b', 'none'], NOW + 5);
      const { rows, more, position } = await readPage(storage, store.id, from);
      assert.deepEqual(shown(rows), [
        'created a t0 t24',
        'updated a t0 n0',
        'updated a t0 n30',
        'updated a t24',
        'created b n0',
        'deleted b',
      ]);
      assert.deepEqual(
        rows.map(({ at }) => at - NOW),
        [0, 1, 2, 3, 4, 5],
      );
      assert(rows.every((row) => row.storeVersion === store.version && row.imported === null));
      assert.equal(more, false);
      assert.equal(position, rows.at(-1)?.position);
      assert.deepEqual(
        rows.map((row) => row.position),
        rows.map((row) => row.position).sort((a, b) => a - b),
      );
    },
  },
  {
    id: 'batch',
    title: 'each record of a batch has its entry, and records with the same id have theirs in order',
    async run({ storage }) {
      const logged = await arrangeLogged(storage);
      const { store } = logged;
      const many = Array.from({ length: 25 }, (_, i) => record(`m${10 + i}`, { n0: i }));
      await storage.records.upsert(store, many, NOW);
      assert.deepEqual(
        (await changesAfter(storage, logged)).sort(),
        many.map(({ id }) => `created ${id} n0`),
      );
      const from = (await readPage(storage, store.id, logged.from)).position;
      const batch = [
        record('x', { t0: '1' }),
        record('x', { t0: '2' }),
        { ...record('none'), complete: false },
        record('x', { t0: '2' }),
        record('m10', { n0: 0 }),
        record('m11', { n0: 7, t0: 'a' }),
        record('x', { n0: 3 }),
      ];
      await storage.records.upsert(store, batch, NOW);
      const found = await changesAfter(storage, { store, from });
      assert.deepEqual(
        found.filter((entry) => entry.includes(' x')),
        ['created x t0', 'updated x t0', 'updated x n0'],
      );
      assert.deepEqual(
        found.filter((entry) => entry.includes(' m')),
        ['updated m11 t0 n0'],
      );
      assert.equal(found.length, 4);
    },
  },
  {
    id: 'no-change',
    title: 'a write that leaves all values as they are, or that is refused, has no entry',
    async run({ storage }) {
      const logged = await arrangeLogged(storage);
      const { store } = logged;
      const { records } = storage;
      await records.insert(store, record('a', { t0: 'x', n0: 1 }), NOW);
      await records.patch(store, 'a', values({ t0: 'x', n0: 1 }), NOW + 1);
      await records.upsert(store, [record('a', { t0: 'x' })], NOW + 1);
      await records.insert(store, record('a', { t0: 'y' }), NOW + 1);
      await records.patch(store, 'none', values({ t0: 'y' }), NOW + 1);
      await records.patch({ ...store, version: 0 }, 'a', values({ t0: 'y' }), NOW + 1);
      await records.upsert({ ...store, version: 0 }, [record('c')], NOW + 1);
      const other = { seq: 0, updatedAt: 0, values: [] };
      await records.patch(store, 'a', values({ t0: 'y' }), NOW + 1, { expected: other });
      await records.deleteUnchanged(store, 'a', other, NOW + 1);
      await records.delete(store, ['none'], NOW + 1);
      await records.upsert(store, [record('a', { t0: 'x'.repeat(70_000) })], NOW + 1);
      await records.clearSlots(store, ['n0'], null, 10);
      await records.restore(store, [{ id: 'copied', createdAt: NOW, updatedAt: NOW, values: [] }]);
      const entries = await changesAfter(storage, logged);
      assert.deepEqual(entries.slice(0, 1), ['created a t0 n0']);
      assert.deepEqual(
        entries.slice(1).filter((entry) => entry !== 'updated a t0'),
        [],
      );
    },
  },
  {
    id: 'restored',
    title: 'records that a change restores have entries at its time',
    async run({ storage }) {
      const logged = await arrangeLogged(storage);
      const { store, from } = logged;
      const back = { id: 'back', createdAt: NOW - SECOND, updatedAt: NOW, values: ['x', null] };
      await storage.records.restore(store, [back, { ...back, values: ['y', 1] }], { at: NOW + 5 });
      assert.deepEqual(await changesAfter(storage, logged), ['created back t0']);
      assert.equal((await readPage(storage, store.id, from)).rows[0]?.at, NOW + 5);
    },
  },
  {
    id: 'expired',
    title: 'an expiry has an entry when the record is purged or its id is written again, before the creation',
    async run({ storage }) {
      const logged = await arrangeLogged(storage, ['t0', 'n0'], { recordTtl: 10 });
      const { store } = logged;
      const { records } = storage;
      const ids = ['a', 'b', 'c', 'd'];
      for (const id of ids) await records.insert(store, record(id, { t0: 'x', n0: 1 }), NOW);
      const late = NOW + 20 * SECOND;
      await records.insert(store, record('a', { t0: 'x' }), late);
      await records.upsert(store, [record('b', { t0: 'x' })], late);
      await records.upsert(store, [record('c', { n0: 1 }), record('c', { n0: 2 })], late);
      await records.delete(store, ['d'], late);
      await purgeAllExpired(storage, store, 2, late);
      assert.deepEqual((await changesAfter(storage, logged)).slice(ids.length), [
        'expired a',
        'created a t0',
        'expired b',
        'created b t0',
        'expired c',
        'created c n0',
        'updated c n0',
        'expired d',
      ]);
    },
  },
  {
    id: 'expired-by-schema',
    title: 'a schema change that needs an empty store logs the expired records that it removes',
    async run({ storage }) {
      const logged = await arrangeLogged(storage, ['t0'], { recordTtl: 10 });
      const { store } = logged;
      await storage.records.insert(store, record('a'), NOW);
      const change = schemaChange([property('t0'), property('t1')], { requireEmpty: true });
      present(await storage.stores.changeSchema(store, store.version, change, NOW + 20 * SECOND));
      assert.deepEqual(await changesAfter(storage, logged), ['created a', 'expired a', 'store.schema']);
    },
  },
  {
    id: 'imports',
    title: 'an import has one entry with its numbers at its end, if it has written anything',
    async run({ storage }) {
      const logged = await arrangeLogged(storage);
      const { store, from } = logged;
      await storage.records.insert(store, record('a', { t0: 'old' }), NOW);
      const ref = await arrangeImport(storage, store);
      const batch = [imported('a', { t0: 'new' }), imported('b', { n0: 1 }), imported('c', {}, false)];
      await storage.imports.advance(store, ref, batchOf({ records: batch }), NOW);
      assert.deepEqual(await changesAfter(storage, logged), ['created a t0']);
      const done = { status: 'done', reason: null } as const;
      await storage.imports.finish(ref, done, NOW + SECOND);
      await storage.imports.finish(ref, done, NOW + SECOND);
      for (const isDryRun of [true, false]) {
        const next = await arrangeImport(storage, store);
        const counts = { read: 1, created: isDryRun ? 1 : 0, updated: 0, unchanged: 1, refused: 0 };
        await storage.imports.advance(store, next, batchOf({ counts }), NOW);
        await storage.imports.finish(next, { ...done, isDryRun }, NOW);
      }
      const { rows } = await readPage(storage, store.id, from);
      assert.deepEqual(shown(rows), ['created a t0', 'records.imported']);
      assert.deepEqual(rows[1]?.imported, { importId: ref.id, created: 1, updated: 1, refused: 1 });
      assert.equal(rows[1]?.at, NOW + SECOND);
    },
  },
  {
    id: 'unaware-deletion',
    title: 'a deletion has an entry if the log is on, whatever the row of the store says that it is given',
    async run({ storage }) {
      const off = await arrangeStore(storage);
      for (const id of ['a', 'b', 'c', 'd', 'e']) await storage.records.insert(off, record(id), NOW);
      const on = { ...off, isLogged: true };
      assert.deepEqual(await storage.records.delete(on, ['a'], NOW), ['a']);
      const from = await storage.changes.turnOn(off, NOW);
      assert(from !== null);
      assert.deepEqual(await storage.records.delete(off, ['b'], NOW), ['b']);
      assert.deepEqual(await storage.records.delete(off, ['c', 'none'], NOW), ['c']);
      assert.deepEqual(await storage.records.delete(on, ['d'], NOW), ['d']);
      assert.deepEqual(await storage.records.delete(on, ['d'], NOW), []);
      await storage.stores.update(off, { history: 60 }, NOW);
      assert.deepEqual(await storage.records.delete(on, ['e'], NOW), ['e']);
      assert.deepEqual(
        (await changesAfter(storage, { store: off, from })).filter((entry) => entry !== 'store.updated'),
        ['deleted b', 'deleted c', 'deleted d', 'deleted e'],
      );
      const { rows } = await storage.changes.deleted(off.id, { before: null, limit: 10 });
      assert.deepEqual(
        rows.map(({ recordId }) => recordId),
        ['e'],
      );
    },
  },
]);
