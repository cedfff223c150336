import assert from 'node:assert/strict';
import type { StoreRow } from '../../ground/rows.ts';
import {
  arrangeNumbered,
  arrangeRecords,
  arrangeStore,
  NOW,
  numberedRecords,
  present,
  property,
  record,
  schemaChange,
  values,
} from '../fixtures/arrange.ts';
import { topic } from '../fixtures/case.ts';
import { allOf, creates, readStates, transaction, updates } from './arrange-transactions.ts';

export const transactionConflicts = topic('records-transactions', [
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
]);
