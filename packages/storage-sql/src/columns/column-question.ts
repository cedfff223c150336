import type { Column, Grouping, Measure, Summary } from '@vitrine/core/storage';
import type { AggregateRecords } from '../records/aggregates.ts';
import type { FindRecords, FoundRecords } from '../records/reads.ts';
import type { MatchingRecords } from '../records/selection.ts';
import type { SummarizeRecords } from '../records/summarize.ts';
import { collectColumns } from './column-filter.ts';
import { kindOf } from './column-rows.ts';
import { PAGE_ROWS } from './ordered-rows.ts';

/** The calls of operations that columns may answer. */
export type ColumnQuestion =
  | { readonly name: 'countRecords'; readonly args: MatchingRecords }
  | { readonly name: 'aggregateRecords'; readonly args: AggregateRecords }
  | { readonly name: 'summarizeRecords'; readonly args: SummarizeRecords }
  | { readonly name: 'findRecords'; readonly args: FindRecords };

export type ColumnResult = number | null | Summary | FoundRecords;

const NAMES: readonly string[] = [
  'countRecords',
  'aggregateRecords',
  'summarizeRecords',
  'findRecords',
] satisfies ColumnQuestion['name'][];

/** Returns the call of an operation as a question. Null: columns never answer the operation. */
export function columnQuestion(name: string, args: unknown): ColumnQuestion | null {
  return NAMES.includes(name) ? ({ name, args } as ColumnQuestion) : null;
}

/** Returns the columns that the answer needs. Null: columns can't answer the question. */
export function columnsFor(question: ColumnQuestion): ReadonlySet<Column> | null {
  const { where, expiredUpTo } = question.args;
  const columns = new Set<Column>();
  if (expiredUpTo !== null) columns.add('updated_at');
  return collectColumns(where, columns) && addOwn(question, columns) ? columns : null;
}

/** Adds the columns that the answer needs beside those of the filter. Returns false if columns can't answer it. */
function addOwn({ name, args }: ColumnQuestion, columns: Set<Column>): boolean {
  switch (name) {
    case 'countRecords':
      return true;
    case 'aggregateRecords':
      columns.add(args.slot);
      return kindOf(args.slot) === 'number';
    case 'summarizeRecords':
      for (const { column } of [...args.groupBy, ...args.measures]) columns.add(column);
      return args.groupBy.every(isGrouped) && args.measures.every(isMeasured);
    case 'findRecords':
      return addOrder(args, columns);
  }
}

function isGrouped({ kind, column }: Grouping): boolean {
  return column !== 'seq' && (kind === 'value' ? kindOf(column) !== null : kindOf(column) === 'number');
}

function isMeasured({ op, column }: Measure): boolean {
  if (column === 'seq') return false;
  return op === 'count' || op === 'countDistinct' ? kindOf(column) !== null : kindOf(column) === 'number';
}

function addOrder({ order, after, limit }: FindRecords, columns: Set<Column>): boolean {
  if (limit >= PAGE_ROWS) return false;
  if (order.column === 'seq') return order.direction === 'desc';
  columns.add(order.column);
  const kind = kindOf(order.column);
  const value = after?.value ?? null;
  return kind !== null && (value === null || typeof value === (kind === 'text' ? 'string' : 'number'));
}
