import { BLOCK_ROWS, SCRATCH } from '../memory/column-memory.ts';
import type { NumberColumn } from '../memory/number-column.ts';
import type { ArenaColumn } from '../texts/arena-column.ts';
import type { TextColumn } from '../texts/text-column.ts';
import type { ColumnRows } from './column-rows.ts';

/** A filter over columns. */
export type Test =
  | { readonly kind: 'all' | 'any'; readonly parts: readonly Test[] }
  | { readonly kind: 'not'; readonly part: Test }
  /** The values from `low` to `high`, both included. */
  | { readonly kind: 'range'; readonly column: NumberColumn; readonly low: number; readonly high: number }
  | { readonly kind: 'code'; readonly column: TextColumn; readonly code: number }
  /** The codes for which the table at the address has a byte 1. */
  | { readonly kind: 'codes'; readonly column: TextColumn; readonly table: number }
  | { readonly kind: 'places'; readonly column: ArenaColumn; readonly low: number; readonly high: number }
  /** The texts that contain the folded needle, at their start (1), at their end (2) or both (3). */
  | {
      readonly kind: 'search';
      readonly column: ArenaColumn;
      readonly needle: Uint8Array;
      readonly anchors: number;
    }
  /** The rows, in ascending order. */
  | { readonly kind: 'rows'; readonly rows: Uint32Array };

/** Returns the number of masks that the test needs at the same time. */
export function depthOf(test: Test): number {
  if (test.kind === 'not') return depthOf(test.part);
  if (test.kind !== 'all' && test.kind !== 'any') return 1;
  return test.parts.reduce((most, part, i) => Math.max(most, depthOf(part) + (i === 0 ? 0 : 1)), 1);
}

/**
 * Evaluates a test for a block from its first row on. `rows` is a multiple of 64. Returns the address of the mask, in which
 * bits of dead rows are of no meaning. `requireTime` throws when the time is up.
 */
export function evaluate(
  test: Test,
  { memory }: ColumnRows,
  firstRow: number,
  rows: number,
  requireTime: () => void,
): number {
  const { kernels, bytes } = memory;

  function fill(mask: number, byte: number): void {
    bytes.fill(byte, mask, mask + rows / 8);
  }

  function write(part: Test, place: number): number {
    const mask = SCRATCH.masks + place * SCRATCH.maskBytes;
    switch (part.kind) {
      case 'all':
      case 'any':
        if (part.parts.length === 0) fill(mask, part.kind === 'all' ? ALL_BITS : 0);
        part.parts.forEach((one, i) => {
          if (i === 0) write(one, place);
          else if (part.kind === 'all') kernels.and(mask, write(one, place + 1), rows);
          else kernels.or(mask, write(one, place + 1), rows);
        });
        break;
      case 'not':
        kernels.not(write(part.part, place), rows);
        break;
      case 'range':
        part.column.mark(firstRow, rows, part.low, part.high, mask);
        break;
      case 'code':
        kernels.equalCode(part.column.address(firstRow), rows, part.code, mask);
        break;
      case 'codes':
        kernels.listedCode(part.column.address(firstRow), rows, part.table, mask);
        break;
      case 'places':
        kernels.between32(part.column.address(firstRow), rows, part.low, part.high, mask);
        break;
      case 'search':
        fill(mask, 0);
        searchBlock(part, mask);
        break;
      case 'rows':
        fill(mask, 0);
        markRows(part.rows, mask);
        break;
    }
    return mask;
  }

  function searchBlock({ column, needle, anchors }: Test & { kind: 'search' }, mask: number): void {
    const block = firstRow / BLOCK_ROWS;
    bytes.set(needle, SCRATCH.needle);
    column.arena.pagesOf(block).forEach((page, i) => {
      requireTime();
      const end = column.arena.endOf(block, i);
      kernels.search(page, end, SCRATCH.needle, needle.length, anchors, mask);
    });
  }

  function markRows(found: Uint32Array, mask: number): void {
    for (let i = lowerBound(found, firstRow); i < found.length; i++) {
      const row = (found[i] ?? 0) - firstRow;
      if (row >= rows) break;
      const address = mask + (row >> 3);
      bytes[address] = (bytes[address] ?? 0) | (1 << (row & 7));
    }
  }

  return write(test, 0);
}

/** Returns the index of the first row that is not less. */
export function lowerBound(rows: Uint32Array, row: number): number {
  let low = 0;
  let high = rows.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((rows[middle] ?? 0) < row) low = middle + 1;
    else high = middle;
  }
  return low;
}

const ALL_BITS = 0xff;

/** Returns whether a row of the block may pass, without reading it. */
export function mayPass(test: Test, firstRow: number): boolean {
  switch (test.kind) {
    case 'all':
      return test.parts.every((part) => mayPass(part, firstRow));
    case 'any':
      return test.parts.some((part) => mayPass(part, firstRow));
    case 'range':
      return test.column.mayHave(firstRow, test.low, test.high);
    case 'rows':
      return (test.rows[lowerBound(test.rows, firstRow)] ?? Number.POSITIVE_INFINITY) < firstRow + BLOCK_ROWS;
    default:
      return true;
  }
}

/** Returns whether every live row passes. */
export function isAlways(test: Test): boolean {
  return test.kind === 'all' && test.parts.every(isAlways);
}
