import assert from 'node:assert/strict';
import type { Slot, StoreRow } from '../../ground/rows.ts';
import type { Column, Comparison, Filter } from '../../query/ast.ts';
import type { Storage } from '../../storage/storage.ts';
import { arrangeNumbered, arrangeStore, findRows, idsOf, NOW, numberedRecords } from '../fixtures/arrange.ts';

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
  await arrangeNumbered(storage, store, held.length, (i) => bySlot(held[i] ?? null));
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

/** Asserts that `eq` on each of the columns matches exactly the equal values, and `ne` all others. */
export async function expectEquality<Value extends string | number>(
  storage: Storage,
  store: StoreRow,
  held: readonly (Value | null)[],
  columns: readonly Column[],
  value: Value,
): Promise<void> {
  const eq = (column: Column): Comparison => ({ column, op: 'eq', value });
  const ne = (column: Column): Comparison => ({ column, op: 'ne', value });
  await expectDecisions(storage, store, held, columns, eq, (candidate) => candidate === value);
  await expectDecisions(storage, store, held, columns, ne, (candidate) => candidate !== value);
}

/** Asserts that `empty` on each of the columns matches exactly null and the empty text, and `notEmpty` all others. */
export async function expectEmptiness(
  storage: Storage,
  store: StoreRow,
  held: readonly (string | number | null)[],
  columns: readonly Column[],
): Promise<void> {
  const isEmpty = (value: unknown) => value === null || value === '';
  const empty = (column: Column): Comparison => ({ column, op: 'empty' });
  const notEmpty = (column: Column): Comparison => ({ column, op: 'notEmpty' });
  await expectDecisions(storage, store, held, columns, empty, isEmpty);
  await expectDecisions(storage, store, held, columns, notEmpty, (value) => !isEmpty(value));
}
