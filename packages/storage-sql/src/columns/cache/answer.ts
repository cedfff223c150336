import type { Column, Filter } from '@vitrine/core/storage';
import { type FindRecords, type FoundRecords, findRecords } from '../../records/reads/record-query.ts';
import type { RecordSearch, SearchResult } from '../../records/reads/record-search.ts';
import type { LiveRecords } from '../../statements/clauses.ts';
import type { SqlDialect } from '../../statements/dialect.ts';
import type { Steps } from '../../statements/statement.ts';
import { readPage } from '../log/column-statements.ts';
import type { NumberColumn } from '../memory/number-column.ts';
import { readTest } from '../rows/column-filter.ts';
import type { ColumnRows } from '../rows/column-rows.ts';
import { countRows, type MatchingRows, newestRows } from '../rows/matching-rows.ts';
import { orderedRows, rowsBefore } from '../rows/ordered-rows.ts';
import { aggregateColumn } from '../summaries/column-aggregate.ts';
import { summarizeColumns } from '../summaries/column-summary.ts';

/** A record is found by its number in the time in which so many are passed over. */
const LOOK_UP_ROWS = 16;

/**
 * Answers a search from columns that are equal to the table in the snapshot of these steps. Undefined: the search needs
 * more memory than there is.
 */
export function* answerByColumns(
  dialect: SqlDialect,
  search: RecordSearch,
  rows: ColumnRows,
  requireTime: () => void,
): Steps<SearchResult | undefined> {
  const test = readTest(rows, liveFilter(search.args), requireTime);
  if (test === null) return undefined;
  const matching: MatchingRows = { rows, test, requireTime };
  switch (search.name) {
    case 'countRecords':
      return countRows(matching);
    case 'aggregateRecords':
      return aggregateColumn(matching, search.args.op, numbersOf(rows, search.args.slot));
    case 'summarizeRecords':
      return summarizeColumns(matching, search.args) ?? undefined;
    case 'findRecords':
      return yield* findByColumns(dialect, search.args, matching);
  }
}

function liveFilter({ where, expiredUpTo }: LiveRecords & { readonly where: Filter }): Filter {
  if (expiredUpTo === null) return where;
  return { all: [where, { column: 'updated_at', op: 'gt', value: expiredUpTo }] };
}

function numbersOf(rows: ColumnRows, name: Column): NumberColumn {
  const column = rows.columns.get(name);
  if (column?.kind !== 'number') throw new Error(`${name} is not a column of numbers`);
  return column;
}

function* findByColumns(dialect: SqlDialect, args: FindRecords, matching: MatchingRows): Steps<FoundRecords> {
  const { order, after, limit } = args;
  const { rows } = matching;
  const wanted = limit + 1;
  if (order.column !== 'seq') {
    const found = orderedRows(matching, rows.requireColumn(order.column), order, after, wanted);
    return yield* readPage(
      dialect,
      args,
      found.map((row) => rows.seqs.get(row)),
    );
  }
  const below = rowsBefore(rows, after);
  const found = newestRows(matching, below, wanted);
  const oldest = found.at(-1);
  const isFull = found.length === wanted && oldest !== undefined;
  // Reading all records down to the last one of the page is faster then.
  if (isFull && below - oldest <= wanted * LOOK_UP_ROWS) return yield* findRecords(dialect, args);
  return yield* readPage(
    dialect,
    args,
    found.map((row) => rows.seqs.get(row)),
  );
}
