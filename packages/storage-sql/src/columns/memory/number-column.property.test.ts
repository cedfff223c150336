import fc from 'fast-check';
import { expect, test } from 'vitest';
import { BLOCK_ROWS, ColumnMemory, PAGE_BYTES, SCRATCH } from './column-memory.ts';
import { NumberColumn } from './number-column.ts';

/** Two whole blocks and a part of one. */
const ROWS = 2 * BLOCK_ROWS + 640;

/** A number that depends on the row and a seed, between 0 and 1. */
function scattered(row: number, seed: number): number {
  const mixed = Math.imul(row ^ Math.imul(seed + 1, 0x9e3779b1), 0x85ebca6b);
  return (Math.imul(mixed ^ (mixed >>> 13), 0xc2b2ae35) >>> 0) / 2 ** 32;
}

/** Numbers of a row in all manners that codes have to hold. */
const MANNERS: readonly ((row: number, seed: number) => number)[] = [
  (row, seed) => scattered(row, seed) * 1_000,
  (row, seed) => Math.floor(scattered(row, seed) * 5) - 2,
  (row, seed) => Math.floor(scattered(row, seed) * 200),
  (row, seed) => row + Math.floor(scattered(row, seed) * 100),
  (row, seed) => (scattered(row, seed) < 0.01 ? 1e300 : scattered(row, seed + 1) - 0.5),
  (row, seed) => (scattered(row, seed) < 0.3 ? Number.NaN : -scattered(row, seed + 1)),
  (row, seed) => [Infinity, -Infinity, 0, -0, Number.MAX_VALUE, Number.MIN_VALUE][(row + seed) % 6] ?? 0,
  (row, seed) => 10 ** (scattered(row, seed) * 600 - 300) * (row % 2 === 0 ? 1 : -1),
  () => 7,
  () => Number.NaN,
];

/** A step of a program: it sets numbers, or marks those of a range. */
type Step =
  | { readonly kind: 'set'; readonly manner: number; readonly seed: number; readonly every: number }
  | { readonly kind: 'mark'; readonly low: Bound; readonly high: Bound; readonly rows: number };
/** A number, or that of a row. */
type Bound = { readonly number: number } | { readonly row: number };

const bound = (end: number) =>
  fc.oneof<fc.Arbitrary<Bound>[]>(
    fc.record({ number: fc.constantFrom(end, 0, -0, 7, 500, 1e300, -1e300) }),
    fc.record({ number: fc.double({ noNaN: true }) }),
    fc.record({ row: fc.nat(ROWS - 1) }),
    fc.record({ row: fc.nat(ROWS - 1) }),
  );
const step = fc.oneof<fc.Arbitrary<Step>[]>(
  fc.record({
    kind: fc.constant('set' as const),
    manner: fc.nat(MANNERS.length - 1),
    seed: fc.nat(1_000),
    every: fc.constantFrom(1, 2, 97, 5_000),
  }),
  fc.record({
    kind: fc.constant('mark' as const),
    low: bound(Number.NEGATIVE_INFINITY),
    high: bound(Number.POSITIVE_INFINITY),
    rows: fc.constantFrom(ROWS, ROWS, BLOCK_ROWS + 64),
  }),
);

function createColumn() {
  const memory = new ColumnMemory(16 * PAGE_BYTES);
  const column = new NumberColumn(memory);
  expect(column.grow(ROWS)).toBe(true);
  return { memory, column, numbers: new Float64Array(ROWS) };
}

/** Returns the rows that the column marks. Blocks that it rules out are not marked. */
function markedRows(
  { memory, column }: ReturnType<typeof createColumn>,
  count: number,
  low: number,
  high: number,
) {
  const found: number[] = [];
  for (let firstRow = 0; firstRow < count; firstRow += BLOCK_ROWS) {
    if (!column.mayHave(firstRow, low, high)) continue;
    const rows = Math.min(BLOCK_ROWS, count - firstRow);
    column.mark(firstRow, rows, low, high, SCRATCH.masks);
    for (let row = 0; row < rows; row++) {
      if ((((memory.bytes[SCRATCH.masks + (row >> 3)] ?? 0) >> (row & 7)) & 1) === 1)
        found.push(firstRow + row);
    }
  }
  return found;
}

test('a column marks the numbers of a range, also those that were set after it has codes', () => {
  fc.assert(
    fc.property(fc.array(step, { minLength: 2, maxLength: 16 }), (steps) => {
      const stored = createColumn();
      const { column, numbers } = stored;
      const numberOf = (one: Bound) => ('row' in one ? (numbers[one.row] ?? 0) : one.number);
      for (const one of steps) {
        if (one.kind === 'set') {
          for (let row = one.seed % one.every; row < ROWS; row += one.every) {
            const number = MANNERS[one.manner]?.(row, one.seed) ?? 0;
            numbers[row] = number;
            column.set(row, Number.isNaN(number) ? null : number);
          }
          continue;
        }
        const [low, high] = [numberOf(one.low), numberOf(one.high)];
        const expected: number[] = [];
        numbers.subarray(0, one.rows).forEach((number, row) => {
          if (number >= low && number <= high) expected.push(row);
        });
        expect(markedRows(stored, one.rows, low, high)).toEqual(expected);
      }
    }),
    { numRuns: 150 },
  );
});

test('numbers are read only if their codes do not decide', () => {
  const stored = createColumn();
  const { column, memory } = stored;
  for (let row = 0; row < ROWS; row++) column.set(row, row);
  const expected = Array.from({ length: 4_001 }, (_, i) => 1_000 + i);
  expect(markedRows(stored, ROWS, 1_000, 5_000)).toEqual(expected);
  // Behind the back of the column.
  for (const row of [500, 3_000, 8_000]) memory.numbers[column.address(row) >> 3] = 1_000_000 - row;
  expect(markedRows(stored, ROWS, 1_000, 5_000)).toEqual(expected);
});

test('a frequent number is found by its code alone', () => {
  const stored = createColumn();
  const { column, memory } = stored;
  for (let row = 0; row < ROWS; row++) column.set(row, row % 3);
  const expected = Array.from({ length: ROWS }, (_, row) => row).filter((row) => row % 3 === 1);
  expect(markedRows(stored, ROWS, 1, 1)).toEqual(expected);
  memory.numbers.fill(9, column.address(0) >> 3, (column.address(0) >> 3) + BLOCK_ROWS);
  expect(markedRows(stored, ROWS, 1, 1)).toEqual(expected);
});

test('a block is ruled out by its least and greatest number, until one is set outside of them', () => {
  const { column } = createColumn();
  for (let row = 0; row < ROWS; row++) column.set(row, row);
  expect(column.mayHave(0, 50_000, 60_000)).toBe(true);
  column.mark(0, BLOCK_ROWS, 0, 1, SCRATCH.masks);
  expect([column.mayHave(0, 50_000, 60_000), column.mayHave(0, -9, -1)]).toEqual([false, false]);
  expect(column.mayHave(0, 8_191, 60_000)).toBe(true);
  column.set(5, 55_000);
  column.set(6, -3);
  expect([column.mayHave(0, 50_000, 60_000), column.mayHave(0, -9, -1)]).toEqual([true, true]);
});

test('bounds are chosen again after as many numbers were set as a block has', () => {
  const { column } = createColumn();
  for (let row = 0; row < BLOCK_ROWS; row++) column.set(row, row);
  column.mark(0, BLOCK_ROWS, 0, 1, SCRATCH.masks);
  for (let row = 0; row < BLOCK_ROWS; row++) column.set(row, 1_000_000 + row);
  expect(column.mayHave(0, 0, 999_999)).toBe(true);
  column.mark(0, BLOCK_ROWS, 0, 1, SCRATCH.masks);
  expect(column.mayHave(0, 0, 999_999)).toBe(false);
});

test('the pages of codes are counted, for whole blocks only', () => {
  const memory = new ColumnMemory(20 * PAGE_BYTES);
  const column = new NumberColumn(memory);
  expect(column.missing(BLOCK_ROWS - 1)).toBe(1);
  expect(column.missing(9 * BLOCK_ROWS)).toBe(9 + 2 + 1);
  expect(column.grow(9 * BLOCK_ROWS)).toBe(true);
  expect([column.pages, column.missing(9 * BLOCK_ROWS), memory.room]).toEqual([12, 0, 8]);
  expect(column.grow(18 * BLOCK_ROWS)).toBe(false);
  column.free();
  expect([column.pages, memory.room]).toEqual([0, 20]);
});
