import { fold } from '@vitrine/core/adapter';
import type { Column, Comparison, Filter } from '@vitrine/core/storage';
import { after, before } from '../kernels/neighbors.ts';
import { BLOCK_ROWS, SCRATCH } from '../memory/column-memory.ts';
import type { NumberColumn } from '../memory/number-column.ts';
import type { ArenaColumn } from '../texts/arena-column.ts';
import { EMPTY_PLACE, LAST_PLACE, NO_PLACE } from '../texts/arena-column.ts';
import { type TextColumn, UNSET } from '../texts/text-column.ts';
import { type ColumnRows, kindOf } from './column-rows.ts';

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

const NEVER: Test = { kind: 'any', parts: [] };
/** Bytes of the longest needle. The time of a search may be its product with the bytes of the texts. */
const NEEDLE_MAX = 64;
const encoder = new TextEncoder();

/** Adds the columns of a filter to the list. Returns false if columns can't evaluate it. */
export function collectColumns(filter: Filter, columns: Set<Column>): boolean {
  if ('all' in filter) return filter.all.every((part) => collectColumns(part, columns));
  if ('any' in filter) return filter.any.every((part) => collectColumns(part, columns));
  const kind = kindOf(filter.column);
  if (kind === null || filter.column === 'seq') return false;
  columns.add(filter.column);
  if (isSearch(filter) && Buffer.byteLength(filter.value) > NEEDLE_MAX) return false;
  return operandsOf(filter).every((operand) => typeof operand === (kind === 'text' ? 'string' : 'number'));
}

function isSearch(comparison: Comparison): comparison is Comparison & { readonly value: string } {
  return comparison.op === 'contains' || comparison.op === 'startsWith' || comparison.op === 'endsWith';
}

function operandsOf(comparison: Comparison): readonly (string | number)[] {
  if ('values' in comparison) return comparison.values;
  return 'value' in comparison ? [comparison.value] : [];
}

/**
 * Returns the test of a filter whose columns the rows have. It lasts until the next one is read, because the tables of codes
 * are written to scratch memory. Null: the filter needs more memory than there is.
 */
export function readTest(rows: ColumnRows, filter: Filter, requireTime: () => void): Test | null {
  let tables = 0;
  let isPossible = true;

  function read(part: Filter): Test {
    if ('all' in part) return { kind: 'all', parts: mergeRanges(part.all.map(read)) };
    if ('any' in part) return { kind: 'any', parts: part.any.map(read) };
    const column = rows.requireColumn(part.column);
    switch (column.kind) {
      case 'number':
        return ofNumber(column, part);
      case 'text':
        return ofText(column, part);
      case 'arena':
        return ofArena(column, part);
    }
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

  function ofArena(column: ArenaColumn, comparison: Comparison): Test {
    switch (comparison.op) {
      case 'eq':
        return rowsWith(column, comparison.value);
      case 'ne':
        return { kind: 'not', part: rowsWith(column, comparison.value) };
      case 'in':
        return listedRows(column, comparison.values);
      case 'contains':
        return search(column, comparison.value, 0);
      case 'startsWith':
        return search(column, comparison.value, 1);
      case 'endsWith':
        return search(column, comparison.value, 2);
      case 'empty':
        return { kind: 'places', column, low: NO_PLACE, high: EMPTY_PLACE };
      case 'notEmpty':
        return { kind: 'places', column, low: EMPTY_PLACE + 1, high: LAST_PLACE };
      default:
        return NEVER;
    }
  }

  function rowsWith(column: ArenaColumn, value: string | number): Test {
    if (value === '') return { kind: 'places', column, low: EMPTY_PLACE, high: EMPTY_PLACE };
    const found = column.rowsWith(String(value), rows.count, requireTime);
    if (found !== null) return { kind: 'rows', rows: found };
    isPossible = false;
    return NEVER;
  }

  function listedRows(column: ArenaColumn, values: readonly (string | number)[]): Test {
    const parts = values.map((value) => rowsWith(column, value));
    const found = parts.flatMap((part) => (part.kind === 'rows' ? [...part.rows] : []));
    const others = parts.filter(({ kind }) => kind !== 'rows');
    return { kind: 'any', parts: [{ kind: 'rows', rows: Uint32Array.from(found).sort() }, ...others] };
  }

  function search(column: ArenaColumn, value: string, anchors: number): Test {
    if (value === '') return { kind: 'places', column, low: EMPTY_PLACE, high: LAST_PLACE };
    return { kind: 'search', column, needle: encoder.encode(value), anchors };
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
  const fits = tables <= SCRATCH.tableCount && depthOf(test) <= SCRATCH.maskCount;
  return isPossible && fits ? test : null;
}

/** Joins the ranges of each column into one, so that its values are read once. All parts have to pass. */
function mergeRanges(parts: readonly Test[]): Test[] {
  const merged: Test[] = [];
  for (const part of parts) {
    const same = merged.findIndex(
      (other) => other.kind === 'range' && part.kind === 'range' && other.column === part.column,
    );
    const other = merged[same];
    if (part.kind !== 'range' || other?.kind !== 'range') merged.push(part);
    else
      merged[same] = { ...part, low: Math.max(part.low, other.low), high: Math.min(part.high, other.high) };
  }
  return merged;
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
