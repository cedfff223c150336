import type { Column, Filter } from '@vitrine/core/storage';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { ColumnMemory } from '../memory/column-memory.ts';
import { readTest } from './column-filter.ts';
import { ColumnRows } from './column-rows.ts';
import { orderedRows } from './ordered-rows.ts';

/** More than a block, so that rows are compared with those of another one. */
const ROWS = 20_000;
const ALWAYS = () => undefined;

/** Rows whose numbers rise, are scattered, are few or are unset, and texts of few and of many values. */
function arrange() {
  const rows = new ColumnRows(new ColumnMemory(128 * 65_536), 4_096);
  rows.reserve(ROWS);
  for (let seq = 1; seq <= ROWS; seq++) rows.append(seq);
  const cells: Record<string, (row: number) => number | string | null> = {
    n0: (row) => row * 3,
    n1: (row) => (Math.imul(row, 0x45d9f3b) >>> 8) % 100_000,
    n2: (row) => (row % 7 === 0 ? null : row % 5),
    t0: (row) => `color ${row % 11}`,
    t1: (row) => `name ${row % 6_000}`,
    // Records of one batch have the same time.
    updated_at: (row) => Math.imul(Math.floor(row / 300), 7) % 40,
  };
  for (const [name, cell] of Object.entries(cells)) {
    const column = name as Column;
    rows.addColumn(column, name === 't1');
    for (let row = 0; row < ROWS; row++) rows.columns.get(column)?.set(row, cell(row));
  }
  for (let row = 0; row < ROWS; row += 13) rows.remove(row);
  const alive = Array.from({ length: ROWS }, (_, row) => row).filter((row) => row % 13 !== 0);
  return { rows, cells, alive };
}

const stored = arrange();
const bound = fc.integer({ min: -10, max: 100_010 });
const comparison: fc.Arbitrary<Filter> = fc.oneof(
  fc.record({
    column: fc.constantFrom('n0' as const, 'n1' as const),
    op: fc.constantFrom('gte' as const, 'lt' as const),
    value: bound,
  }),
  fc.record({ column: fc.constant('n2' as const), op: fc.constant('eq' as const), value: fc.nat(5) }),
  fc.constant<Filter>({ column: 't0', op: 'ne', value: 'color 3' }),
  fc.constant<Filter>({ column: 't0', op: 'in', values: ['color 1', 'color 2'] }),
  fc.constant<Filter>({ column: 't1', op: 'eq', value: 'name 77' }),
  fc.constant<Filter>({ column: 't1', op: 'contains', value: '77' }),
);
const filter = fc.oneof(
  fc.array(comparison, { maxLength: 3 }).map((all): Filter => ({ all })),
  fc.array(comparison, { minLength: 1, maxLength: 2 }).map((any): Filter => ({ any })),
);

function matches(where: Filter, row: number): boolean {
  if ('all' in where) return where.all.every((part) => matches(part, row));
  if ('any' in where) return where.any.some((part) => matches(part, row));
  const cell = stored.cells[where.column]?.(row) ?? null;
  switch (where.op) {
    case 'gte':
      return cell !== null && Number(cell) >= where.value;
    case 'lt':
      return cell !== null && Number(cell) < where.value;
    case 'eq':
      return cell === where.value;
    case 'ne':
      return cell !== where.value;
    case 'in':
      return cell !== null && where.values.includes(cell);
    case 'contains':
      return String(cell).includes(where.value);
    default:
      throw new Error(where.op);
  }
}

test('the first rows of an order are those of a sort of all that match', () => {
  fc.assert(
    fc.property(
      filter,
      fc.constantFrom<Column>('n0', 'n1', 'n2', 't0', 'updated_at'),
      fc.constantFrom('asc' as const, 'desc' as const),
      fc.integer({ min: 1, max: 60 }),
      fc.option(fc.nat(ROWS - 1)),
      (where, column, direction, limit, shown) => {
        const ordered = stored.rows.columns.get(column);
        const filtered = readTest(stored.rows, where, ALWAYS);
        if (ordered === undefined || filtered === null) throw new Error('no column');
        const matching = { rows: stored.rows, test: filtered, requireTime: ALWAYS };
        const key = (row: number) => stored.cells[column]?.(row) ?? null;
        const after = shown === null ? null : { value: key(shown), seq: shown + 1 };
        const found = orderedRows(matching, ordered, { column, direction }, after, limit);
        const compare = (one: number, other: number) => {
          const [a, b] = [key(one), key(other)];
          const isOldestFirst = column === 'updated_at' && direction === 'asc';
          if (a === b) return isOldestFirst ? one - other : other - one;
          if (a === null || b === null) return a === null ? 1 : -1;
          return (a < b ? -1 : 1) * (direction === 'asc' ? 1 : -1);
        };
        const expected = stored.alive
          .filter((row) => matches(where, row) && (shown === null || compare(shown, row) < 0))
          .sort(compare)
          .slice(0, limit);
        expect(found).toEqual(expected);
      },
    ),
    { numRuns: 150 },
  );
});
