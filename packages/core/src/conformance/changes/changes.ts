import assert from 'node:assert/strict';
import { type ChangeType, propertyAt } from '../../storage/stores/changes.ts';
import {
  accountRow,
  arrangeStore,
  NOW,
  newStore,
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
import { AUTHOR, arrangeLogged, changesAfter, kept, readPage, shown } from './arrange-changes.ts';

export const changes = topic('changes', [
  {
    id: 'turn-on',
    title: 'turning the log of a store on moves its version, not updatedAt, and returns the position of now',
    async run({ storage }) {
      const store = await arrangeStore(storage);
      await storage.records.insert(store, record('before'), NOW);
      assert.equal(store.isLogged, false);
      assert.equal(await storage.changes.read(store.id, { after: 0, limit: 10 }), 'expired');
      assert.equal(await storage.changes.turnOn({ ...store, accountId: 'another' }, NOW), null);
      const from = await storage.changes.turnOn(store, NOW + SECOND);
      assert(from !== null);
      const logged = present(await storage.stores.get(store.accountId, store.id));
      assert.deepEqual(logged, { ...store, isLogged: true, version: store.version + 1 });
      assert.equal(await storage.records.insert(store, record('stale'), NOW), 'stale');
      assert.equal(await storage.records.insert(logged, record('a'), NOW), 'created');
      const now = await storage.changes.turnOn(logged, NOW + SECOND);
      assert(now !== null && now > from);
      assert.deepEqual(present(await storage.stores.get(store.accountId, store.id)), logged);
      assert.deepEqual(await changesAfter(storage, { store, from }), ['created a']);
      assert.deepEqual(await changesAfter(storage, { store, from: now }), []);
    },
  },
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
    id: 'stores',
    title: 'changes of a store are entries, which can be read until it is removed',
    async run({ storage }) {
      const account = accountRow();
      await storage.accounts.insert(account);
      const store = await storage.stores.insert(newStore(account.id, { changes: true }), [], { by: AUTHOR });
      assert.equal(store.isLogged, true);
      await storage.stores.update(store, { name: 'Other' }, NOW + 1);
      const current = present(await storage.stores.get(account.id, store.id));
      const change = schemaChange([property('t0')], { freedSlots: ['n0'] });
      const changed = present(await storage.stores.changeSchema(store, current.version, change, NOW + 2));
      await storage.stores.changeSchema(store, current.version, change, NOW + 2);
      await storage.stores.releaseSlots(changed, ['n0']);
      await storage.stores.markDeleted(store, NOW + 3, []);
      await storage.stores.markDeleted(store, NOW + 3, []);
      const { rows } = await readPage(storage, store.id, 0);
      assert.deepEqual(shown(rows), ['store.created', 'store.updated', 'store.schema', 'store.deleted']);
      assert.deepEqual(
        rows.map(({ at }) => at - NOW),
        [0, 1, 2, 3],
      );
      assert.equal(await storage.changes.turnOn(store, NOW), null);
      assert.equal(await storage.changes.purge(store.id, 3), true);
      assert.equal(await storage.changes.purge(store.id, 3), false);
      await storage.stores.removeDeleted(store.id);
      assert.equal(await storage.changes.read(store.id, { after: 0, limit: 10 }), 'expired');
    },
  },
  {
    id: 'new-stores',
    title: 'new stores of an account that logs them have an entry of their creation, others have none',
    async run({ storage }) {
      const [account, other] = [accountRow(), accountRow()];
      for (const one of [account, other]) await storage.accounts.insert(one);
      await storage.changes.logNewStores(account.id, true);
      await storage.changes.logNewStores(account.id, true);
      const store = await storage.stores.insert(newStore(account.id));
      assert.equal(store.isLogged, true);
      assert.equal((await storage.stores.insert(newStore(other.id))).isLogged, false);
      const named = present(await storage.stores.insertUnlessNamed(newStore(account.id, { name: 'B' })));
      await storage.changes.logNewStores(account.id, false);
      assert.equal((await storage.stores.insert(newStore(account.id))).isLogged, false);
      for (const { id } of [store, named]) {
        assert.deepEqual(shown((await readPage(storage, id, 0)).rows), ['store.created']);
      }
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
    id: 'pages',
    title: 'pages have at most the limit, of the wanted types, and go on from their position',
    async run({ storage }) {
      const { store, from } = await arrangeLogged(storage);
      for (let i = 0; i < 5; i++) await storage.records.insert(store, record(`r${i}`), NOW);
      await storage.records.delete(store, ['r1', 'r3'], NOW);
      const found: string[] = [];
      let after = from;
      for (let more = true; more; ) {
        const page = await readPage(storage, store.id, after, 3);
        found.push(...shown(page.rows));
        assert(page.rows.length <= 3);
        ({ more, position: after } = page);
      }
      assert.equal(found.length, 7);
      const types: ChangeType[] = ['record.deleted', 'store.schema'];
      const page = await storage.changes.read(store.id, { after: from, limit: 1, types });
      assert(page !== 'expired' && page.more);
      assert.deepEqual(shown(page.rows), ['deleted r1']);
      const rest = await storage.changes.read(store.id, { after: page.position, limit: 10, types });
      assert(rest !== 'expired' && !rest.more);
      assert.deepEqual(shown(rest.rows), ['deleted r3']);
      assert.equal(rest.position, after);
      assert.equal(await storage.changes.read(store.id, { after: after + 1, limit: 1 }), 'expired');
      const none = await arrangeStore(storage);
      assert.deepEqual(
        [...(await storage.changes.positions([store.id, none.id, 'none']))],
        [[store.id, after]],
      );
    },
  },
  {
    id: 'batch-pages',
    title: 'a page may begin and end within the entries of a batch, and a trimmed log within them too',
    async run({ storage }) {
      const { store, from } = await arrangeLogged(storage, ['t0', 't1', 'n0', 'n9']);
      const ids = Array.from({ length: 12 }, (_, i) => `r${10 + i}`);
      await storage.records.upsert(
        store,
        ids.map((id) => record(id, { t0: 'x' })),
        NOW,
      );
      await storage.records.upsert(
        store,
        ids.map((id, i) => record(id, { t0: `y${i % 3}`, n0: i % 2 === 0 ? i : null, n9: 1 })),
        NOW + 1,
      );
      await storage.records.delete(store, ids.slice(0, 5), NOW + 2);
      const all = (await readPage(storage, store.id, from)).rows;
      assert.deepEqual(
        shown(all).toSorted(),
        [
          ...ids.map((id) => `created ${id} t0`),
          ...ids.map((id, i) => `updated ${id} t0${i % 2 === 0 ? ' n0' : ''} n9`),
          ...ids.slice(0, 5).map((id) => `deleted ${id}`),
        ].toSorted(),
      );
      assert.deepEqual(
        all.map(({ position }) => position),
        all.map((_, i) => from + 1 + i),
      );
      for (const limit of [1, 5, 7, 29]) {
        for (let after = from, at = 0; at < all.length; at += limit) {
          const page = await readPage(storage, store.id, after, limit);
          assert.deepEqual(page.rows, all.slice(at, at + limit));
          assert.equal(page.more, at + limit < all.length);
          after = page.position;
        }
      }
      const wanted = await storage.changes.read(store.id, {
        after: all[13]?.position ?? 0,
        limit: 12,
        types: ['record.updated', 'record.deleted'],
      });
      assert(wanted !== 'expired');
      assert.deepEqual(wanted.rows, all.slice(14, 26));
      await storage.changes.trim(store.id, kept({ most: 9 }), 100);
      const left = all.slice(-9);
      const start = all.at(-10)?.position ?? 0;
      assert.deepEqual((await readPage(storage, store.id, start)).rows, left);
      assert.equal(await storage.changes.read(store.id, { after: start - 1, limit: 10 }), 'expired');
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
  {
    id: 'turn-off',
    title: 'a log that is not used is turned off, and positions from before have expired when it is on again',
    async run({ storage }) {
      const logged = await arrangeLogged(storage);
      const { store } = logged;
      const asking = await arrangeLogged(storage, ['t0'], { changes: true });
      assert.equal(await storage.changes.turnOff(asking.store, NOW + SECOND), false);
      assert.equal(await storage.changes.turnOff(store, NOW), false);
      await storage.changes.markUsed([store.id, 'none'], NOW + 5);
      assert.equal(await storage.changes.turnOff(store, NOW + 5), false);
      assert.equal(await storage.changes.turnOff({ ...store, accountId: 'other' }, NOW + SECOND), false);
      await storage.records.insert(store, record('a'), NOW);
      assert.equal(await storage.changes.turnOff(store, NOW + SECOND), true);
      assert.equal(await storage.changes.turnOff(store, NOW + SECOND), false);
      const off = present(await storage.stores.get(store.accountId, store.id));
      assert.equal(off.isLogged, false);
      assert.equal(await storage.records.insert(store, record('b'), NOW), 'stale');
      assert.equal(await storage.records.insert(off, record('b'), NOW), 'created');
      const from = await storage.changes.turnOn(store, NOW);
      assert(from !== null);
      assert.equal(await storage.changes.read(store.id, { after: logged.from, limit: 10 }), 'expired');
      assert.deepEqual(await changesAfter(storage, { store, from }), []);
    },
  },
  {
    id: 'asked-for',
    title: 'a store that asks for its log or a history has its log on, and keeps it on afterwards',
    async run({ storage }) {
      for (const change of [{ changes: true }, { history: 60 }]) {
        const store = await arrangeStore(storage);
        const asking = present(await storage.stores.update(store, change, NOW));
        assert.deepEqual(
          [asking.isLogged, asking.changes, asking.history],
          [true, change.changes ?? false, change.history ?? null],
        );
        const off = { changes: false, history: null };
        const later = present(await storage.stores.update(store, off, NOW));
        assert.deepEqual([later.isLogged, later.changes, later.history], [true, false, null]);
        await storage.records.insert(later, record('a'), NOW);
        const from = (await readPage(storage, store.id, 0)).rows[0]?.position ?? 0;
        assert.deepEqual(await changesAfter(storage, { store, from }), ['store.updated', 'created a']);
        assert.equal(await storage.changes.turnOff(store, NOW + 1), true);
      }
    },
  },
  {
    id: 'list',
    title: 'lists the logs of all accounts by store, also those that are off or of deleted stores',
    async run({ storage }) {
      const [one, two] = [await arrangeLogged(storage), await arrangeLogged(storage)];
      await arrangeStore(storage);
      await storage.changes.turnOff(one.store, NOW + 1);
      await storage.stores.markDeleted(two.store, NOW, []);
      await storage.changes.markUsed([two.store.id], NOW + 3);
      const [first, ...others] = await storage.changes.list(null, 10);
      assert.equal(others.length, 1);
      const { id, accountId } = one.store;
      assert.deepEqual(first, { id, accountId, changes: false, history: null, isLogged: false, usedAt: NOW });
      assert.deepEqual(await storage.changes.list(id, 10), others);
      assert.equal(others[0]?.usedAt, NOW + 3);
      assert.deepEqual(await storage.changes.list(null, 1), [first]);
    },
  },
  {
    id: 'trim',
    title: 'removes entries that are too old or too many, in steps, after which their positions have expired',
    async run({ storage }) {
      const { store, from } = await arrangeLogged(storage);
      for (let i = 0; i < 8; i++) await storage.records.insert(store, record(`r${i}`), NOW + i);
      const { rows } = await readPage(storage, store.id, from);
      const trim = (change: Parameters<typeof kept>[0], limit: number) =>
        storage.changes.trim(store.id, kept(change), limit);
      assert.equal(await trim({}, 10), false);
      assert.equal(await trim({ since: NOW + 3 }, 2), true);
      assert.equal(await trim({ since: NOW + 3 }, 2), false);
      assert.equal(await trim({ most: 2 }, 10), false);
      assert.equal(await trim({ most: 2 }, 10), false);
      const [last, next] = [rows[5]?.position ?? 0, rows[4]?.position ?? 0];
      assert.equal(await storage.changes.read(store.id, { after: next, limit: 10 }), 'expired');
      assert.deepEqual(await changesAfter(storage, { store, from: last }), ['created r6', 'created r7']);
      assert.equal(await trim({ most: 0 }, 10), false);
      await storage.records.insert(store, record('new'), NOW);
      const end = rows[7]?.position ?? 0;
      assert.deepEqual(await changesAfter(storage, { store, from: end }), ['created new']);
    },
  },
  {
    id: 'slots',
    title: 'a slot that was given to another property has none at the version of an older entry',
    async run({ storage }) {
      const { store, from } = await arrangeLogged(storage, ['t0', 't1']);
      await storage.records.insert(store, record('a', { t0: 'x', t1: 'y' }), NOW);
      const without = schemaChange([property('t0')], { freedSlots: ['t1'] });
      const freed = present(await storage.stores.changeSchema(store, store.version, without, NOW));
      await storage.stores.releaseSlots(store, ['t1']);
      const current = present(await storage.stores.get(store.accountId, store.id));
      const since = current.version + 1;
      const again = schemaChange([property('t0'), property('t1', { name: 'later', since })]);
      const later = present(await storage.stores.changeSchema(store, current.version, again, NOW));
      assert.deepEqual(later.properties[1], property('t1', { name: 'later', since }));
      await storage.records.patch(later, 'a', values({ t0: 'z', t1: 'new' }), NOW);
      await storage.records.delete(freed, ['a'], NOW);
      const { rows } = await readPage(storage, store.id, from);
      const names = rows.map(({ slots, storeVersion }) =>
        slots.map((slot) => propertyAt(later, slot, storeVersion)?.name ?? null),
      );
      assert.deepEqual(names, [['property t0', null], [], [], ['property t0', 'later'], []]);
      assert.equal(rows.at(-1)?.storeVersion, later.version);
    },
  },
  {
    id: 'heard',
    title: 'a listener hears of writes to stores whose log is on, until it ends',
    async run({ storage }) {
      const { store } = await arrangeLogged(storage);
      const heard: string[] = [];
      const end = storage.changes.listen((storeId) => heard.push(storeId));
      await storage.records.insert(store, record('a'), NOW);
      await new Promise((resolve) => setImmediate(resolve));
      assert.deepEqual([...new Set(heard)], [store.id]);
      heard.length = 0;
      await storage.records.delete(store, ['a'], NOW);
      await new Promise((resolve) => setImmediate(resolve));
      assert.deepEqual([...new Set(heard)], [store.id]);
      const silent = await arrangeStore(storage);
      heard.length = 0;
      await storage.records.insert(silent, record('a'), NOW);
      await storage.records.delete(silent, ['a'], NOW);
      await new Promise((resolve) => setImmediate(resolve));
      assert.deepEqual(heard, []);
      await storage.records.insert(store, record('a'), NOW);
      end();
      heard.length = 0;
      await storage.records.delete(store, ['a'], NOW);
      await new Promise((resolve) => setImmediate(resolve));
      assert.deepEqual(heard, []);
    },
  },
]);
