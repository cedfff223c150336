import type { Order, Position } from '@vitrine/core/storage';
import { SCRATCH } from './column-memory.ts';
import type { ColumnRows } from './column-rows.ts';
import { type MatchingRows, markedBlocks, newestRows } from './matching-rows.ts';
import type { NumberColumn } from './number-column.ts';

/** The most rows of a page. */
export const PAGE_ROWS = SCRATCH.keyCount;

/** Returns the row before which the rows of a position's ties are. Without a position, all rows are before it. */
export function rowsBefore(rows: ColumnRows, after: Position | null): number {
  return after === null ? rows.count : rows.lowerBound(after.seq);
}

/**
 * Returns at most `limit` rows after the position in the order of a column of numbers: unset values last, ties newest first.
 */
export function orderedRows(
  matching: MatchingRows,
  column: NumberColumn,
  { direction }: Order,
  after: Position | null,
  limit: number,
): number[] {
  const before = rowsBefore(matching.rows, after);
  const isAmongUnset = after !== null && after.value === null;
  const sign = direction === 'asc' ? 1 : -1;
  const found = isAmongUnset
    ? []
    : firstRows(matching, column, {
        sign,
        after: after === null ? Number.NEGATIVE_INFINITY : sign * Number(after.value),
        afterRow: before,
        limit,
      });
  if (found.length === limit) return found;
  const test = { kind: 'not', part: { kind: 'range', column, ...EVERY_NUMBER } } as const;
  const unset = { ...matching, test: { kind: 'all', parts: [matching.test, test] } } as const;
  const below = isAmongUnset ? before : matching.rows.count;
  return [...found, ...newestRows(unset, below, limit - found.length)];
}

const EVERY_NUMBER = { low: Number.NEGATIVE_INFINITY, high: Number.POSITIVE_INFINITY } as const;

interface Place {
  readonly sign: number;
  readonly after: number;
  readonly afterRow: number;
  readonly limit: number;
}

function firstRows(
  matching: MatchingRows,
  column: NumberColumn,
  { sign, after, afterRow, limit }: Place,
): number[] {
  const { memory } = matching.rows;
  const { keys, keyRows } = SCRATCH;
  let held = 0;
  for (const { firstRow, rows, mask } of markedBlocks(matching)) {
    const values = column.address(firstRow);
    held = memory.kernels.first(
      values,
      mask,
      rows,
      firstRow,
      sign,
      after,
      afterRow,
      limit,
      held,
      keys,
      keyRows,
    );
  }
  const entries = Array.from({ length: held }, (_, i) => ({
    key: memory.numbers[(keys >> 3) + i] ?? Number.NaN,
    row: memory.ints[(keyRows >> 2) + i] ?? 0,
  }));
  return entries.sort((a, b) => a.key - b.key || b.row - a.row).map(({ row }) => row);
}
