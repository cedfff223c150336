import { SCRATCH } from '../memory/column-memory.ts';
import type { NumberColumn } from '../memory/number-column.ts';
import { openCodes } from '../texts/text-codes.ts';
import { type TextColumn, UNSET } from '../texts/text-column.ts';
import type { StoredColumn } from './column-rows.ts';
import { type MatchingRows, markedBlocks } from './matching-rows.ts';

/** The matching rows of a block, newest first. */
export interface FoundRows {
  readonly firstRow: number;
  /** Counted from the first row. They last until the next block. */
  readonly rows: Int32Array;
}

/** Rows with their groups. */
export interface GroupedRows extends FoundRows {
  /** The number of the group of each row. */
  readonly groups: Int32Array;
  /** The number of groups so far. */
  readonly groupCount: number;
}

/** Yields the matching rows of each block that has some, the newest block first. */
export function* foundRows(matching: MatchingRows): Generator<FoundRows> {
  const { memory } = matching.rows;
  for (const { firstRow, rows, mask } of markedBlocks(matching)) {
    const found = memory.kernels.newest(mask, rows, rows, SCRATCH.rows);
    const start = SCRATCH.rows >> 2;
    if (found > 0) yield { firstRow, rows: memory.ints.subarray(start, start + found) };
  }
}

/** Writes the numbers of rows, in their order. NaN: unset. The values of a block are one after the other. */
export function readNumbers(column: NumberColumn, { firstRow, rows }: FoundRows, into: Float64Array): void {
  const { numbers } = column.memory;
  const start = column.address(firstRow) >> 3;
  for (let i = 0; i < rows.length; i++) into[i] = numbers[start + (rows[i] ?? 0)] ?? Number.NaN;
}

/** Writes the codes of rows, in their order. */
export function readCodes(column: TextColumn, { firstRow, rows }: FoundRows, into: Int32Array): void {
  const { codes } = column.memory;
  const start = column.address(firstRow) >> 1;
  for (let i = 0; i < rows.length; i++) into[i] = codes[start + (rows[i] ?? 0)] ?? UNSET;
}

/** Returns a function that writes the numbers of rows, or different numbers for different texts. NaN: unset. */
export function valueReader(column: StoredColumn): (found: FoundRows, into: Float64Array) => void {
  if (column.kind === 'number') return (found, into) => readNumbers(column, found, into);
  const codes = openCodes(column);
  return ({ firstRow, rows }, into) => {
    for (let i = 0; i < rows.length; i++) {
      const code = codes.of(firstRow + (rows[i] ?? 0));
      into[i] = code === UNSET ? Number.NaN : code;
    }
  };
}
