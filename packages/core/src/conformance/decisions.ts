import assert from 'node:assert/strict';
import type { Column, Comparison, Filter } from '../query/ast.ts';
import type { Slot, StoreRow } from '../storage/rows.ts';
import type { Storage } from '../storage/storage.ts';
import { arrangeRecords, arrangeStore, findRows, idsOf, NOW, numberedRecords } from './arrange.ts';

/** The first and the last slot with its own column, and two slots without. */
export const TEXT_SLOTS = ['t0', 't23', 't24', 't99'] as const satisfies readonly Slot[];
export const NUMBER_SLOTS = ['n0', 'n23', 'n24', 'n99'] as const satisfies readonly Slot[];

/** Returns the matching ids in insertion order. Asserts that `count` agrees with `find`. */
export async function matching(
  storage: Storage,
  store: StoreRow,
  where: Filter,
  now = NOW,
): Promise<string[]> {
  const query = { where, order: { column: 'seq', direction: 'asc' }, after: null, limit: 1000 } as const;
  const ids = idsOf(await findRows(storage, store, query, now));
  assert.equal(
    await storage.records.count(store, where, now),
    ids.length,
    `count of ${JSON.stringify(where)}`,
  );
  return ids;
}

/** Inserts a store whose records r0000, r0001, … have the values in all `TEXT_SLOTS` or all `NUMBER_SLOTS`. */
export async function arrangeValues(
  storage: Storage,
  held: readonly (string | number | null)[],
): Promise<StoreRow> {
  const store = await arrangeStore(storage, [...TEXT_SLOTS, ...NUMBER_SLOTS]);
  const bySlot = (value: string | number | null) => {
    const slots = typeof value === 'number' ? NUMBER_SLOTS : TEXT_SLOTS;
    return Object.fromEntries(slots.map((slot) => [slot, value]));
  };
  await arrangeRecords(
    storage,
    store,
    numberedRecords(held.length, (i) => bySlot(held[i] ?? null)),
  );
  return store;
}

/** Asserts that a comparison on each of the columns matches exactly the values for which `decide` returns true. */
export async function expectDecisions<Value>(
  storage: Storage,
  store: StoreRow,
  held: readonly Value[],
  columns: readonly Column[],
  comparison: (column: Column) => Comparison,
  decide: (value: Value) => boolean,
): Promise<void> {
  const expected = numberedRecords(held.length, () => ({}))
    .filter((_, i) => decide(held[i] as Value))
    .map(({ id }) => id);
  for (const column of columns) {
    const where = comparison(column);
    assert.deepEqual(await matching(storage, store, where), expected, JSON.stringify(where));
  }
}
