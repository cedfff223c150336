import assert from 'node:assert/strict';
import type { Millis, StoreRow } from '../../ground/rows.ts';
import { NEWEST_FIRST } from '../../query/ast.ts';
import type {
  ReadRecord,
  RecordTransaction,
  StoreReads,
  TransactionWrite,
  UpsertRecord,
} from '../../storage/records/records.ts';
import type { Storage } from '../../storage/storage.ts';
import { arrangeLogged, changesAfter } from '../changes/arrange-changes.ts';
import {
  arrangeNumbered,
  arrangeRecords,
  arrangeStore,
  findRows,
  idsOf,
  NOW,
  numberedRecords,
  present,
  property,
  record,
  SECOND,
  schemaChange,
  values,
} from '../fixtures/arrange.ts';
import { topic } from '../fixtures/case.ts';

/** Reads the records with these ids, as a transaction does. */
async function readStates(
  { records }: Storage,
  store: StoreRow,
  ids: readonly string[],
  now: Millis = NOW,
): Promise<StoreReads> {
  const read = ids.map(async (id): Promise<ReadRecord> => ({ id, state: await records.get(store, id, now) }));
  return { store, records: await Promise.all(read) };
}

function creates(store: StoreRow, ...records: UpsertRecord[]): TransactionWrite {
  return { store, by: null, now: NOW, kind: 'upsert', records, outcomes: records.map(() => 'created') };
}

function updates(store: StoreRow, ...records: UpsertRecord[]): TransactionWrite {
  const changes = records.map((each) => ({ ...each, complete: false }));
  return {
    store,
    by: null,
    now: NOW,
    kind: 'upsert',
    records: changes,
    outcomes: records.map(() => 'updated'),
  };
}

function deletes(store: StoreRow, ...ids: string[]): TransactionWrite {
  return { store, by: null, now: NOW, kind: 'delete', ids };
}

function transaction(
  reads: readonly StoreReads[],
  writes: readonly TransactionWrite[],
  now: Millis = NOW,
): RecordTransaction {
  return { reads, writes: writes.map((write) => ({ ...write, now })), now };
}

/** Returns all records of the store, newest first. */
function allOf(storage: Storage, store: StoreRow) {
  return findRows(
    storage,
    store,
    { where: { all: [] }, order: NEWEST_FIRST, after: null, limit: 1_000 },
    NOW,
  );
}

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
    id: 'changed',
    title: 'commit writes nothing if a record that was read has changed, is new, or is gone',
    async run({ storage }) {
      const one = await arrangeStore(storage);
      const other = await arrangeStore(storage);
      await arrangeRecords(storage, one, [record('a', { n0: 1 }), record('b'), record('c')]);
      const changes = [
        () => storage.records.patch(one, 'a', values({ n0: 2 }), NOW),
        () => storage.records.delete(one, ['b'], NOW),
        () => storage.records.insert(one, record('free'), NOW),
      ];
      for (const change of changes) {
        const reads = [
          await readStates(storage, other, ['z']),
          await readStates(storage, one, ['a', 'b', 'free']),
        ];
        await change();
        const writes = [creates(other, record('z')), updates(one, record('c', { n0: 9 }))];
        assert.equal(await storage.records.commit(transaction(reads, writes)), false);
      }
      assert.deepEqual(await allOf(storage, other), []);
      assert.deepEqual(present(await storage.records.get(one, 'c', NOW)).values, [null, null]);
    },
  },
  {
    id: 'reads',
    title: 'commit without writes tells whether all is as it was read',
    async run({ storage }) {
      const store = await arrangeStore(storage);
      await arrangeNumbered(storage, store, 300);
      const ids = [...numberedRecords(300, () => ({})).map(({ id }) => id), 'none'];
      const reads = [await readStates(storage, store, ids)];
      assert.equal(await storage.records.commit(transaction(reads, [])), true);
      assert.equal(await storage.records.commit(transaction(reads, [])), true);
      await storage.records.patch(store, 'r0299', values({ n0: 1 }), NOW + 1);
      assert.equal(await storage.records.commit(transaction(reads, [])), false);
      assert.equal(await storage.records.commit(transaction([], [])), true);
    },
  },
  {
    id: 'stale',
    title: 'commit writes nothing if a store was changed or deleted, or is of another account',
    async run({ storage }) {
      const store = await arrangeStore(storage);
      const changing = await arrangeStore(storage);
      const inChanging = async (of: StoreRow) =>
        transaction(
          [await readStates(storage, store, ['a']), { store: of, records: [] }],
          [creates(store, record('a'))],
        );
      const schema = schemaChange([property('t0')], { freedSlots: ['n0'] });
      const changed = present(await storage.stores.changeSchema(changing, changing.version, schema, NOW));
      assert.equal(await storage.records.commit(await inChanging(changing)), false);
      assert.equal(
        await storage.records.commit(await inChanging({ ...changed, accountId: 'another' })),
        false,
      );
      await storage.stores.markDeleted(changed, NOW, []);
      assert.equal(await storage.records.commit(await inChanging(changed)), false);
      assert.equal(await storage.records.get(store, 'a', NOW), null);
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
    id: 'race',
    title: 'of racing transactions that have read one record, or its absence, one is made',
    async run({ storage }) {
      const store = await arrangeStore(storage);
      const target = await arrangeStore(storage);
      await arrangeRecords(storage, store, [record('a', { n0: 0 })]);
      const names = ['1', '2', '3', '4', '5', '6'];
      const onRecord = await Promise.all(
        names.map(async (name) => {
          const reads = [
            await readStates(storage, store, ['a']),
            await readStates(storage, target, [`r${name}`]),
          ];
          const writes = [
            creates(target, record(`r${name}`)),
            updates(store, record('a', { n0: Number(name) })),
          ];
          return transaction(reads, writes);
        }),
      );
      const changed = await Promise.all(onRecord.map((each) => storage.records.commit(each)));
      assert.equal(changed.filter(Boolean).length, 1);
      const onAbsence = await Promise.all(
        names.map(async (name) => {
          const reads = [
            await readStates(storage, target, [`a${name}`]),
            await readStates(storage, store, ['absent']),
          ];
          return transaction(reads, [creates(target, record(`a${name}`)), creates(store, record('absent'))]);
        }),
      );
      const created = await Promise.all(onAbsence.map((each) => storage.records.commit(each)));
      assert.equal(created.filter(Boolean).length, 1);
      assert.equal((await allOf(storage, target)).length, 2);
    },
  },
  {
    id: 'skew',
    title: 'of two transactions that each rely on the absence of what the other creates, one is made',
    async run({ storage }) {
      const store = await arrangeStore(storage);
      for (let round = 0; round < 5; round++) {
        const ids = [`x${round}`, `y${round}`];
        const reads = [await readStates(storage, store, ids)];
        const made = await Promise.all(
          ids.map((id) => storage.records.commit(transaction(reads, [creates(store, record(id))]))),
        );
        assert.deepEqual(made.toSorted(), [false, true]);
      }
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
