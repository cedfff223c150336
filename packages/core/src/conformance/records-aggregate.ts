import assert from 'node:assert/strict';
import { type AggregateOp, EVERYTHING } from '../query/ast.ts';
import type { SlotValue, StoreRow } from '../storage/rows.ts';
import type { Storage } from '../storage/storage.ts';
import { arrangeRecords, arrangeStore, NOW, numberedRecords } from './arrange.ts';
import { topic } from './case.ts';
import { assertAggregateAgrees } from './tolerance.ts';

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
    id: 'compensated',
    title: 'sums of many fractions, and of large numbers that cancel out, are within the tolerance',
    async run({ storage }) {
      const fractions = Array.from({ length: 2000 }, (_, i) => (i % 2 === 0 ? 0.1 : 1e6 + 0.7));
      const ofFractions = await arrangeNumbers(storage, fractions);
      const exact = (1000 * 1 + 1000 * 10_000_007) / 10;
      for (const slot of ['n0', 'n24'] as const) {
        const sum = await storage.records.aggregate(ofFractions, 'sum', slot, EVERYTHING, NOW);
        assertAggregateAgrees(sum, exact, exact, `sum of ${slot}`);
        const avg = await storage.records.aggregate(ofFractions, 'avg', slot, EVERYTHING, NOW);
        assertAggregateAgrees(avg, exact / 2000, exact / 2000, `avg of ${slot}`);
      }
      const tiny = await arrangeNumbers(
        storage,
        Array.from({ length: 1_500 }, (_, i) => (i % 3 === 0 ? -1e-9 : 3e-9)),
      );
      const ofTiny = await storage.records.aggregate(tiny, 'sum', 'n0', EVERYTHING, NOW);
      assertAggregateAgrees(ofTiny, 2.5e-6, 3.5e-6, 'sum of tiny numbers');
      const great = await arrangeNumbers(storage, [2 ** 53 - 1, 0.25, 1 - 2 ** 53, 0.25]);
      const magnitude = 2 ** 54;
      assertAggregateAgrees(
        await storage.records.aggregate(great, 'sum', 'n0', EVERYTHING, NOW),
        0.5,
        magnitude,
        'sum',
      );
    },
  },
]);
