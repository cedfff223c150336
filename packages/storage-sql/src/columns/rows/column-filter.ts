import { fold } from '@vitrine/core/adapter';
import type { Column, Comparison, Filter } from '@vitrine/core/storage';
import { after, before } from '../kernels/neighbors.ts';
import { SCRATCH } from '../memory/column-memory.ts';
import type { NumberColumn } from '../memory/number-column.ts';
import type { ArenaColumn } from '../texts/arena-column.ts';
import { EMPTY_PLACE, LAST_PLACE, NO_PLACE } from '../texts/arena-column.ts';
import { type TextColumn, UNSET } from '../texts/text-column.ts';
import { type ColumnRows, kindOf } from './column-rows.ts';
import { depthOf, type Test } from './column-test.ts';

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
