import { measuredColumns } from '@vitrine/core/adapter';
import type { Column, Grouping, Measure } from '@vitrine/core/storage';
import type { FindRecords } from '../../records/reads/record-query.ts';
import type { RecordSearch } from '../../records/reads/record-search.ts';
import { collectColumns } from '../rows/column-filter.ts';
import { kindOf } from '../rows/column-rows.ts';
import { PAGE_ROWS } from '../rows/ordered-rows.ts';

/** Returns the columns that a search needs. Null: columns can't answer it. */
export function columnsFor(search: RecordSearch): ReadonlySet<Column> | null {
  const { where, expiredUpTo } = search.args;
  const columns = new Set<Column>();
  if (expiredUpTo !== null) columns.add('updated_at');
  return collectColumns(where, columns) && addOwn(search, columns) ? columns : null;
}

/** Adds the columns that the search needs beside those of the filter. Returns false if columns can't answer it. */
function addOwn({ name, args }: RecordSearch, columns: Set<Column>): boolean {
  switch (name) {
    case 'countRecords':
      return true;
    case 'aggregateRecords':
      columns.add(args.slot);
      return kindOf(args.slot) === 'number';
    case 'summarizeRecords':
      for (const { column } of args.groupBy) columns.add(column);
      for (const column of args.measures.flatMap(measuredColumns)) columns.add(column);
      return args.groupBy.every(isGrouped) && args.measures.every(isMeasured);
    case 'findRecords':
      return addOrder(args, columns);
  }
}

function isGrouped({ kind, column }: Grouping): boolean {
  if (column === 'seq') return false;
  if (kind === 'value') return kindOf(column) !== null;
  return kindOf(column) === (kind === 'folded' ? 'text' : 'number');
}

/** Lengths are measured of texts, which columns only count. */
function isMeasured(measure: Measure): boolean {
  const { op } = measure;
  const isCounted = op === 'count' || op === 'countDistinct';
  return measuredColumns(measure).every((column) => {
    const kind = kindOf(column);
    return column !== 'seq' && (isCounted ? kind !== null : kind === 'number');
  });
}

function addOrder({ order, after, limit }: FindRecords, columns: Set<Column>): boolean {
  if (limit >= PAGE_ROWS || order.further !== undefined) return false;
  if (order.column === 'seq') return order.direction === 'desc';
  columns.add(order.column);
  const kind = kindOf(order.column);
  const value = after?.value ?? null;
  return kind !== null && (value === null || typeof value === (kind === 'text' ? 'string' : 'number'));
}
