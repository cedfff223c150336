import assert from 'node:assert/strict';
import type { SlotValue, StoreRow } from '../../ground/rows.ts';
import { type AggregateOp, EVERYTHING } from '../../query/ast.ts';
import type { Storage } from '../../storage/storage.ts';
import { arrangeRecords, arrangeStore, NOW, numberedRecords } from '../fixtures/arrange.ts';
import { topic } from '../fixtures/case.ts';
import { HARD_SUMS } from './hard-sums.ts';

const OPS = ['sum', 'avg', 'min', 'max'] as const satisfies readonly AggregateOp[];
const SLOTS = ['n0', 'n23', 'n24', 'n40'] as const;

/** Inserts a store whose records have the numbers, each in all of the slots. */
async function arrangeNumbers(storage: Storage, numbers: readonly SlotValue[]): Promise<StoreRow> {
  const store = await arrangeStore(storage, ['t0', ...SLOTS]);
  const records = numberedRecords(numbers.length, (i) => {
    const held = numbers[i] ?? null;
    return { t0: i % 2 === 0 ? 'even' : 'odd', ...Object.fromEntries(SLOTS.map((slot) => [slot, held])) };
  });
  await arrangeRecords(storage, store, records);
  return store;
}

export const recordsAggregate = topic('records-aggregate', [
  {
    id: 'values',
    title: 'sum, avg, min and max ignore unset values',
    async run({ storage }) {
      const store = await arrangeNumbers(storage, [null, 4, -1, null, 0, 2.5, null]);
      for (const slot of SLOTS) {
        const results = [];
        for (const op of OPS) results.push(await storage.records.aggregate(store, op, slot, EVERYTHING, NOW));
        assert.deepEqual(results, [5.5, 1.375, -1, 4], slot);
      }
    },
  },
  {
    id: 'nothing',
    title: 'returns null when no record matches or all matching values are unset',
    async run({ storage }) {
      const store = await arrangeNumbers(storage, [null, 4, null]);
      const even = { column: 't0', op: 'eq', value: 'even' } as const;
      for (const slot of SLOTS) {
        for (const op of OPS) {
          assert.equal(await storage.records.aggregate(store, op, slot, { any: [] }, NOW), null);
          assert.equal(await storage.records.aggregate(store, op, slot, even, NOW), null);
        }
      }
    },
  },
  {
    id: 'filtered',
    title: 'aggregates only the matching records',
    async run({ storage }) {
      const store = await arrangeNumbers(storage, [1, 2, 3, 4, 5, 6]);
      const where = {
        all: [
          { column: 't0', op: 'eq', value: 'odd' },
          { column: 'n24', op: 'gt', value: 2 },
        ],
      } as const;
      const results = [];
      for (const op of OPS) results.push(await storage.records.aggregate(store, op, 'n0', where, NOW));
      assert.deepEqual(results, [10, 5, 4, 6]);
    },
  },
  {
    id: 'exact-extremes',
    title: 'min and max are exact to the last bit',
    async run({ storage }) {
      const store = await arrangeNumbers(storage, [0.1 + 0.2, 2 ** 53 - 1, 1 - 2 ** 53, 5e-324, null]);
      for (const slot of SLOTS) {
        assert.equal(await storage.records.aggregate(store, 'max', slot, EVERYTHING, NOW), 2 ** 53 - 1);
        assert.equal(await storage.records.aggregate(store, 'min', slot, EVERYTHING, NOW), 1 - 2 ** 53);
        const small = { column: slot, op: 'lt', value: 1 } as const;
        const positive = { all: [small, { column: slot, op: 'gt', value: 0 }] } as const;
        assert.equal(await storage.records.aggregate(store, 'max', slot, positive, NOW), 0.1 + 0.2);
        assert.equal(await storage.records.aggregate(store, 'min', slot, positive, NOW), 5e-324);
      }
    },
  },
  {
    id: 'exact-sums',
    title: 'sums and averages are those of the decimals, rounded once, in any order of the records',
    async run({ storage }) {
      for (const { values, sum } of HARD_SUMS) {
        for (const numbers of [values, values.toReversed()]) {
          const store = await arrangeNumbers(storage, numbers);
          const mean = sum / numbers.length + 0;
          for (const slot of ['n0', 'n24'] as const) {
            const results = [];
            for (const op of ['sum', 'avg'] as const) {
              results.push(await storage.records.aggregate(store, op, slot, EVERYTHING, NOW));
            }
            assert.deepEqual(results, [sum, mean], `${slot}: ${values.slice(0, 5)}`);
          }
        }
      }
    },
  },
]);
