import { type Column, type Comparison, type Filter, fold } from '@vitrine/core/storage';
import { SCRATCH } from './column-memory.ts';
import { type ColumnRows, kindOf } from './column-rows.ts';
import { after, before } from './neighbors.ts';
import type { NumberColumn } from './number-column.ts';
import { type TextColumn, UNSET } from './text-column.ts';

/** A filter over columns. */
export type Test =
  | { readonly kind: 'all' | 'any'; readonly parts: readonly Test[] }
  | { readonly kind: 'not'; readonly part: Test }
  /** The values from `low` to `high`, both included. */
  | { readonly kind: 'range'; readonly column: NumberColumn; readonly low: number; readonly high: number }
  | { readonly kind: 'code'; readonly column: TextColumn; readonly code: number }
  /** The codes for which the table at the address has a byte 1. */
  | { readonly kind: 'codes'; readonly column: TextColumn; readonly table: number };

const NEVER: Test = { kind: 'any', parts: [] };

/** Adds the columns of a filter to the list. Returns false if columns can't evaluate it. */
export function collectColumns(filter: Filter, columns: Set<Column>): boolean {
  if ('all' in filter) return filter.all.every((part) => collectColumns(part, columns));
  if ('any' in filter) return filter.any.every((part) => collectColumns(part, columns));
  const kind = kindOf(filter.column);
  if (kind === null || filter.column === 'seq') return false;
  columns.add(filter.column);
  return operandsOf(filter).every((operand) => typeof operand === (kind === 'text' ? 'string' : 'number'));
}

function operandsOf(comparison: Comparison): readonly (string | number)[] {
  if ('values' in comparison) return comparison.values;
  return 'value' in comparison ? [comparison.value] : [];
}

/**
 * Returns the test of a filter whose columns the rows have. It lasts until the next one is read, because the tables of codes
 * are written to scratch memory. Null: the filter needs more of that than there is.
 */
export function readTest(rows: ColumnRows, filter: Filter): Test | null {
  let tables = 0;

  function read(part: Filter): Test {
    if ('all' in part) return join('all', part.all);
    if ('any' in part) return join('any', part.any);
    const column = rows.columns.get(part.column);
    if (column === undefined) throw new Error(`no column ${part.column}`);
    return column.kind === 'number' ? ofNumber(column, part) : ofText(column, part);
  }

  function join(kind: 'all' | 'any', filters: readonly Filter[]): Test {
    return { kind, parts: filters.map(read) };
  }

  function ofText(column: TextColumn, comparison: Comparison): Test {
    switch (comparison.op) {
      case 'eq':
        return ofValue(column, comparison.value);
      case 'ne':
        return { kind: 'not', part: ofValue(column, comparison.value) };
      case 'in':
        return listed(column, (value) => value !== null && comparison.values.includes(value));
      case 'contains':
        return listed(column, (value) => value !== null && fold(value).includes(comparison.value));
      case 'startsWith':
        return listed(column, (value) => value !== null && fold(value).startsWith(comparison.value));
      case 'endsWith':
        return listed(column, (value) => value !== null && fold(value).endsWith(comparison.value));
      case 'empty':
        return listed(column, (value) => value === null || value === '');
      case 'notEmpty':
        return listed(column, (value) => value !== null && value !== '');
      default:
        return NEVER;
    }
  }

  function listed(column: TextColumn, passes: (value: string | null) => boolean): Test {
    const table = SCRATCH.tables + tables++ * SCRATCH.tableBytes;
    if (tables > SCRATCH.tableCount) return NEVER;
    const { bytes } = rows.memory;
    column.values.forEach((value, code) => {
      bytes[table + code] = passes(value) ? 1 : 0;
    });
    return { kind: 'codes', column, table };
  }

  const test = read(filter);
  return tables > SCRATCH.tableCount || depthOf(test) > SCRATCH.maskCount ? null : test;
}

function ofValue(column: TextColumn, value: string | number): Test {
  const code = column.codeOf(String(value));
  return code === undefined || code === UNSET ? NEVER : { kind: 'code', column, code };
}

function ofNumber(column: NumberColumn, comparison: Comparison): Test {
  const range = (low: number, high: number): Test => ({ kind: 'range', column, low, high });
  const equal = (value: string | number) => range(Number(value), Number(value));
  const set = range(Number.NEGATIVE_INFINITY, Number.POSITIVE_INFINITY);
  switch (comparison.op) {
    case 'eq':
      return equal(comparison.value);
    case 'ne':
      return { kind: 'not', part: equal(comparison.value) };
    case 'in':
      return { kind: 'any', parts: comparison.values.map(equal) };
    case 'empty':
      return { kind: 'not', part: set };
    case 'notEmpty':
      return set;
    case 'gt':
      return range(after(comparison.value), Number.POSITIVE_INFINITY);
    case 'gte':
      return range(comparison.value, Number.POSITIVE_INFINITY);
    case 'lt':
      return range(Number.NEGATIVE_INFINITY, before(comparison.value));
    case 'lte':
      return range(Number.NEGATIVE_INFINITY, comparison.value);
    default:
      return NEVER;
  }
}

/** Returns the number of masks that the test needs at the same time. */
function depthOf(test: Test): number {
  if (test.kind === 'not') return depthOf(test.part);
  if (test.kind !== 'all' && test.kind !== 'any') return 1;
  return test.parts.reduce((most, part, i) => Math.max(most, depthOf(part) + (i === 0 ? 0 : 1)), 1);
}

/**
 * Evaluates a test for a block from its first row on. `rows` is a multiple of 64. Returns the address of the mask, in which
 * bits of dead rows are of no meaning.
 */
export function evaluate(test: Test, { memory }: ColumnRows, firstRow: number, rows: number): number {
  const { kernels, bytes } = memory;

  function fill(mask: number, byte: number): void {
    bytes.fill(byte, mask, mask + rows / 8);
  }

  function write(part: Test, place: number): number {
    const mask = SCRATCH.masks + place * SCRATCH.maskBytes;
    switch (part.kind) {
      case 'all':
      case 'any':
        fill(mask, part.kind === 'all' ? ALL_BITS : 0);
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
        kernels.between(part.column.address(firstRow), rows, part.low, part.high, mask);
        break;
      case 'code':
        kernels.equalCode(part.column.address(firstRow), rows, part.code, mask);
        break;
      case 'codes':
        kernels.listedCode(part.column.address(firstRow), rows, part.table, mask);
        break;
    }
    return mask;
  }

  return write(test, 0);
}

const ALL_BITS = 0xff;

/** Returns whether every live row passes. */
export function isAlways(test: Test): boolean {
  return test.kind === 'all' && test.parts.every(isAlways);
}
