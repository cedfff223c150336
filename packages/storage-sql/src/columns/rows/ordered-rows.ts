import { tieDirection } from '@vitrine/core/adapter';
import type { Order, Position } from '@vitrine/core/storage';
import { BLOCK_ROWS, SCRATCH } from '../memory/column-memory.ts';
import { NO_PLACE } from '../texts/arena-column.ts';
import { type TextColumn, UNSET } from '../texts/text-column.ts';
import { codeRanks } from '../texts/text-ranks.ts';
import type { ColumnRows, StoredColumn } from './column-rows.ts';
import type { Test } from './column-test.ts';
import { firstRows } from './first-rows.ts';
import { type MatchingRows, newestRows } from './matching-rows.ts';
import type { OrderPlace } from './order-place.ts';
import { firstTexts } from './ordered-texts.ts';

/** The most rows of a page. */
export const PAGE_ROWS = SCRATCH.keyCount;

/** Returns the row before which the rows of a position's ties are. Without a position, all rows are before it. */
export function rowsBefore(rows: ColumnRows, after: Position | null): number {
  return after === null ? rows.count : rows.lowerBound(after.seq);
}

/** Returns at most `limit` rows after the position in the order of a column: unset values last, newest first. */
export function orderedRows(
  matching: MatchingRows,
  column: StoredColumn,
  order: Order,
  after: Position | null,
  limit: number,
): number[] {
  const { rows } = matching;
  const before = rowsBefore(rows, after);
  const isAmongUnset = after !== null && after.value === null;
  const sign = order.direction === 'asc' ? 1 : -1;
  const ties = tieDirection(order) === 'asc' ? 1 : -1;
  const afterRow = ties === -1 || after === null ? before : rows.lowerBound(after.seq + 1) - 1;
  const found = isAmongUnset
    ? []
    : setRows(matching, column, { sign, ties, after: after?.value ?? null, afterRow, limit });
  if (found.length === limit) return found;
  const unset = { ...matching, test: { kind: 'all', parts: [matching.test, unsetTest(column)] } } as const;
  const below = isAmongUnset ? before : rows.count;
  return [...found, ...newestRows(unset, below, limit - found.length)];
}

function unsetTest(column: StoredColumn): Test {
  switch (column.kind) {
    case 'number':
      return { kind: 'not', part: { kind: 'range', column, ...EVERY_NUMBER } };
    case 'text':
      return { kind: 'code', column, code: UNSET };
    case 'arena':
      return { kind: 'places', column, low: NO_PLACE, high: NO_PLACE };
  }
}

const EVERY_NUMBER = { low: Number.NEGATIVE_INFINITY, high: Number.POSITIVE_INFINITY } as const;

/** Returns the first rows with a value, in order. */
function setRows(matching: MatchingRows, column: StoredColumn, place: OrderPlace): number[] {
  const { sign, after } = place;
  switch (column.kind) {
    case 'number':
      return firstRows(matching, {
        ...place,
        of: (firstRow) => column.address(firstRow),
        mark: (firstRow, rows, low, high, mask) => column.mark(firstRow, rows, low, high, mask),
        after: after === null ? Number.NEGATIVE_INFINITY : sign * Number(after),
      });
    case 'text': {
      const ranks = codeRanks(column);
      let written = -1;
      const of = (firstRow: number) => {
        // A block is first compared and then read.
        if (firstRow !== written) writeRanks(matching.rows, column, ranks.byCode, firstRow);
        written = firstRow;
        return SCRATCH.blockKeys;
      };
      return firstRows(matching, {
        ...place,
        of,
        mark: (firstRow, rows, low, high, mask) =>
          matching.rows.memory.kernels.between(of(firstRow), rows, low, high, mask),
        after: after === null ? Number.NEGATIVE_INFINITY : sign * ranks.of(String(after)),
      });
    }
    case 'arena':
      return firstTexts(matching, column, place);
  }
}

/** Writes the ranks of the texts of a block. */
function writeRanks({ memory }: ColumnRows, column: TextColumn, ranks: Float64Array, firstRow: number): void {
  const { codes, numbers } = memory;
  const from = column.address(firstRow) >> 1;
  const to = SCRATCH.blockKeys >> 3;
  for (let i = 0; i < BLOCK_ROWS; i++) numbers[to + i] = ranks[codes[from + i] ?? UNSET] ?? Number.NaN;
}
