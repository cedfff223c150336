import assert from 'node:assert/strict';
import { arrangeLogged, changesAfter } from '../changes/arrange-changes.ts';
import { arrangeRecords, arrangeStore, idsOf, NOW, present, record, SECOND } from '../fixtures/arrange.ts';
import { topic } from '../fixtures/case.ts';
import { allOf, creates, deletes, readStates, transaction, updates } from './arrange-transactions.ts';

export const recordsTransactions = topic('records-transactions', [
  {
    id: 'all',
    title: 'commit makes the writes of several stores in order, with one time',
    async run({ storage }) {
      const orders = await arrangeStore(storage, ['t0', 'n0', 't24']);
      const lines = await arrangeStore(storage, ['t0', 'n0']);
      await arrangeRecords(storage, orders, [record('a', { t0: 'x', n0: 1 }), record('gone')]);
      const reads = [
        await readStates(storage, orders, ['a', 'gone', 'new']),
        await readStates(storage, lines, ['1', '2']),
      ];
      const writes = [
        updates(orders, record('a', { n0: 2, t24: 'Ö' })),
        deletes(orders, 'gone'),
        creates(lines, record('2', { n0: 2 }), record('1', { n0: 1 })),
        creates(orders, record('new', { t0: 'n' })),
        updates(lines, record('2', { n0: 3 })),
      ];
      assert.equal(await storage.records.commit(transaction(reads, writes, NOW + 5)), true);
      const [created, changed] = await allOf(storage, orders);
      assert.deepEqual(created?.values, ['n', null, null]);
      assert.deepEqual([changed?.values, changed?.updatedAt], [['x', 2, 'Ö'], NOW + 5]);
      assert.equal(changed?.createdAt, NOW);
      const rows = await allOf(storage, lines);
      assert.deepEqual(idsOf(rows), ['1', '2']);
      assert.deepEqual(
        rows.map((row) => [...row.values, row.createdAt - NOW]),
        [
          [null, 1, 5],
          [null, 3, 5],
        ],
      );
    },
  },
  {
    id: 'again',
    title: 'a record may be created, changed, deleted and created again in one transaction',
    async run({ storage }) {
      const store = await arrangeStore(storage);
      await arrangeRecords(storage, store, [record('a', { t0: 'old', n0: 1 })]);
      const before = present(await storage.records.get(store, 'a', NOW));
      const reads = [await readStates(storage, store, ['a', 'b'])];
      const writes = [
        deletes(store, 'a'),
        creates(store, record('a', { t0: 'new' }), record('b')),
        updates(store, record('b', { n0: 1 }), record('b', { n0: 2 })),
        deletes(store, 'b'),
      ];
      assert.equal(await storage.records.commit(transaction(reads, writes)), true);
      const [row, ...others] = await allOf(storage, store);
      assert.deepEqual(others, []);
      assert.deepEqual(row?.values, ['new', null]);
      assert(row !== undefined && row.seq > before.seq);
    },
  },
  {
    id: 'expired',
    title: 'an expired record is absent for a transaction, and makes room for a new one',
    async run({ storage }) {
      const store = await arrangeStore(storage, ['t0'], { recordTtl: 60 });
      await arrangeRecords(storage, store, [record('a', { t0: 'old' })]);
      const late = NOW + 60 * SECOND;
      const live = [await readStates(storage, store, ['a'], late - 1)];
      assert.equal(await storage.records.commit(transaction(live, [], late)), false);
      const reads = [await readStates(storage, store, ['a'], late)];
      const writes = [creates(store, record('a', { t0: 'new' }))];
      assert.equal(await storage.records.commit(transaction(reads, writes, late)), true);
      assert.deepEqual(present(await storage.records.get(store, 'a', late)).values, ['new']);
    },
  },
  {
    id: 'log',
    title: 'each change of a transaction is an entry of the log of its store',
    async run({ storage }) {
      const one = await arrangeLogged(storage);
      const other = await arrangeLogged(storage);
      const reads = [
        await readStates(storage, one.store, ['a']),
        await readStates(storage, other.store, ['b']),
      ];
      const writes = [
        creates(one.store, record('a', { t0: 'x' })),
        creates(other.store, record('b', { n0: 1 })),
        updates(one.store, record('a', { n0: 1 })),
        deletes(other.store, 'b'),
      ];
      assert.equal(await storage.records.commit(transaction(reads, writes)), true);
      assert.deepEqual(await changesAfter(storage, one), ['created a t0', 'updated a n0']);
      assert.deepEqual(await changesAfter(storage, other), ['created b n0', 'deleted b']);
      assert.equal(await storage.records.commit(transaction(reads, writes)), false);
      assert.deepEqual(await changesAfter(storage, other), ['created b n0', 'deleted b']);
    },
  },
  {
    id: 'heard',
    title: 'listeners are told of each store to whose log a transaction has appended',
    async run({ storage }) {
      const one = await arrangeLogged(storage);
      const other = await arrangeLogged(storage);
      const heard = new Set<string>();
      const stop = storage.changes.listen((storeId) => heard.add(storeId));
      const reads = [
        await readStates(storage, one.store, ['a']),
        await readStates(storage, other.store, ['a']),
      ];
      const writes = [creates(one.store, record('a')), creates(other.store, record('a'))];
      assert.equal(await storage.records.commit(transaction(reads, writes)), true);
      await new Promise((resolve) => setImmediate(resolve));
      stop();
      assert.deepEqual(heard, new Set([one.store.id, other.store.id]));
    },
  },
  {
    id: 'durable',
    title: 'a committed transaction is there after the storage is opened again',
    durable: true,
    async run({ storage, reopen }) {
      const one = await arrangeStore(storage);
      const other = await arrangeStore(storage);
      const reads = [await readStates(storage, one, ['a']), await readStates(storage, other, ['b'])];
      const writes = [creates(one, record('a')), creates(other, record('b'))];
      assert.equal(await storage.records.commit(transaction(reads, writes)), true);
      const reopened = await reopen();
      assert.notEqual(await reopened.records.get(one, 'a', NOW), null);
      assert.notEqual(await reopened.records.get(other, 'b', NOW), null);
    },
  },
]);
