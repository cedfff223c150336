import assert from 'node:assert/strict';
import { propertyAt } from '../../storage/stores/changes.ts';
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
import { AUTHOR, arrangeLogged, changesAfter, readPage, shown } from './arrange-changes.ts';

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
