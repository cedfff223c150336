import assert from 'node:assert/strict';
import type { RecordRow, Slice, StoreRow } from '../ground/rows.ts';
import { EVERYTHING, type Filter, type Order, type Position, sortKeys, tieDirection } from '../query/ast.ts';
import { compareInOrder } from '../query/compare.ts';
import type { Storage } from '../storage/storage.ts';
import { findRows, NOW, positionBehind, valueIn } from './arrange.ts';
import { walkToEnd } from './steps.ts';

export const DIRECTIONS = ['asc', 'desc'] as const;

/** Returns all matching records, read in pages. Calls `between` after each page. */
export async function walk(
  storage: Storage,
  store: StoreRow,
  { where = EVERYTHING, order, limit }: { where?: Filter; order: Order; limit: number },
  between: (page: readonly RecordRow[]) => Promise<void> = async () => {},
): Promise<RecordRow[]> {
  const seen: RecordRow[] = [];
  await walkToEnd<Position>(async (after) => {
    const page = await findRows(storage, store, { where, order, after, limit }, NOW);
    assert(page.length <= limit);
    const last = page.at(-1);
    if (last === undefined) return null;
    seen.push(...page);
    await between(page);
    return positionBehind(store, last, order);
  });
  return seen;
}

/** Asserts that the rows are in order. */
export function assertOrdered(store: StoreRow, rows: readonly RecordRow[], order: Order): void {
  for (const [i, row] of rows.entries()) {
    const previous = rows[i - 1];
    if (previous === undefined) continue;
    const byKey = sortKeys(order).map(({ column, direction }) =>
      compareInOrder(valueIn(store, previous, column), valueIn(store, row, column), direction),
    );
    const compared =
      byKey.find((result) => result !== 0) ?? compareInOrder(previous.seq, row.seq, tieDirection(order));
    assert(compared < 0, `${JSON.stringify(order)}: ${previous.id}, ${row.id}`);
  }
}

/**
 * Reads a list in pages until one reports that no more rows exist. Asserts that this is the page with the number
 * `count`.
 *
 * @param numberOf returns the number of the last row of a page, before which the next page starts.
 */
export async function readPages<Row>(
  count: number,
  list: (before: number | null) => Promise<Slice<Row>>,
  numberOf: (row: Row) => number,
): Promise<Row[]> {
  const seen: Row[] = [];
  let before: number | null = null;
  for (let page = 1; page <= count; page++) {
    const { rows, more }: Slice<Row> = await list(before);
    assert.equal(more, page < count);
    seen.push(...rows);
    const last = rows.at(-1);
    before = last === undefined ? null : numberOf(last);
  }
  return seen;
}
