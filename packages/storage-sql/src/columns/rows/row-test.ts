import { type ColumnMemory, SCRATCH } from '../memory/column-memory.ts';
import { lowerBound, type Test } from './column-test.ts';

/** Whether the test can be made for single rows. Searches within texts are made for blocks. */
export function isForRows(test: Test): boolean {
  switch (test.kind) {
    case 'all':
    case 'any':
      return test.parts.every(isForRows);
    case 'not':
      return isForRows(test.part);
    default:
      return test.kind !== 'search';
  }
}

/**
 * Unmarks the rows of a block from its first row on that do not pass a test for which `isForRows` is true. Reads the marked rows
 * only.
 */
export function keepPassing(
  test: Test,
  memory: ColumnMemory,
  firstRow: number,
  rows: number,
  mask: number,
): void {
  if (test.kind === 'all') {
    for (const part of test.parts) keepPassing(part, memory, firstRow, rows, mask);
    return;
  }
  const { bytes, ints, kernels } = memory;
  if (test.kind === 'range') {
    kernels.keepBetween(test.column.address(firstRow), rows, test.low, test.high, mask);
    return;
  }
  const marked = kernels.newest(mask, rows, rows, SCRATCH.rows);
  for (let i = 0; i < marked; i++) {
    const row = ints[(SCRATCH.rows >> 2) + i] ?? 0;
    if (passes(test, memory, firstRow + row)) continue;
    const address = mask + (row >> 3);
    bytes[address] = (bytes[address] ?? 0) & ~(1 << (row & 7));
  }
}

/** Returns whether a row passes. A dead one may. */
function passes(test: Test, memory: ColumnMemory, row: number): boolean {
  switch (test.kind) {
    case 'all':
      return test.parts.every((part) => passes(part, memory, row));
    case 'any':
      return test.parts.some((part) => passes(part, memory, row));
    case 'not':
      return !passes(test.part, memory, row);
    case 'range': {
      const value = test.column.get(row);
      return value >= test.low && value <= test.high;
    }
    case 'code':
      return test.column.codeAt(row) === test.code;
    case 'codes':
      return memory.bytes[test.table + test.column.codeAt(row)] === 1;
    case 'places': {
      const place = test.column.placeOf(row);
      return place >= test.low && place <= test.high;
    }
    case 'rows':
      return test.rows[lowerBound(test.rows, row)] === row;
    case 'search':
      throw new Error('searches are made for blocks');
  }
}
