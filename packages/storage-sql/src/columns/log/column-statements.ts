import type { Column } from '@vitrine/core/storage';
import { placeColumn, selectList, shapeNamed } from '../../layout/record-layout.ts';
import { type FindRecords, type FoundRecords, textLength } from '../../records/reads/record-query.ts';
import { numberCell, onlyRow } from '../../statements/cells.ts';
import { and, list } from '../../statements/clauses.ts';
import type { NumberedStore, SeqRange, SqlDialect } from '../../statements/dialect.ts';
import { type Row, type Sql, sql } from '../../statements/sql.ts';
import { type Steps, statement } from '../../statements/statement.ts';

/** Returns the number of records of the store, or a higher one where that is faster to find. */
export function* countAbout(dialect: SqlDialect, store: NumberedStore): Steps<number> {
  const place = and(dialect.inStore(store));
  if (dialect.recordNumbers.kind === 'drawn') {
    // Numbers are drawn for all stores, so their distance says nothing.
    return numberCell(
      onlyRow(
        yield statement(
          dialect,
          sql`
            SELECT count(*)
            FROM records
            WHERE ${place}`,
        ),
      )[0],
    );
  }
  const [least, most] = onlyRow(
    yield statement(
      dialect,
      sql`
        SELECT (SELECT min(seq) FROM records WHERE ${place}), (SELECT max(seq) FROM records WHERE ${place})`,
    ),
  );
  return least === null || most === null ? 0 : numberCell(most) - numberCell(least) + 1;
}

/** Reads the first records of a range, oldest first. A row has the number and the values of the columns. */
export function* readColumns(
  dialect: SqlDialect,
  store: NumberedStore,
  columns: readonly Column[],
  range: SeqRange,
  limit: number,
): Steps<readonly Row[]> {
  return yield statement(
    dialect,
    sql`
      SELECT ${cells(dialect, columns)}
      FROM records
      WHERE ${and(dialect.inStore(store, range))}
      ORDER BY seq
      LIMIT ${limit}`,
  );
}

/** Reads the records that exist of these numbers, in any order. A row is as above. */
export function* readColumnsOf(
  dialect: SqlDialect,
  store: NumberedStore,
  columns: readonly Column[],
  seqs: readonly number[],
): Steps<readonly Row[]> {
  return yield* readBySeq(dialect, store, cells(dialect, columns), seqs);
}

/**
 * Reads the records of a page, as `findRecords` does: in batches, until they hold more text than `maxBytes`. `seqs` are
 * the numbers of the page in its order, and one more if more records match.
 */
export function* readPage(
  dialect: SqlDialect,
  args: FindRecords,
  seqs: readonly number[],
): Steps<FoundRecords> {
  const { shape, limit, batch, maxBytes } = args;
  const wanted = seqs.slice(0, limit);
  const rows: Row[] = [];
  let bytes = 0;
  for (let from = 0; from < wanted.length; from += batch) {
    const part = wanted.slice(from, from + batch);
    const read = yield* readBySeq(dialect, args, selectList(dialect, shapeNamed(shape)), part);
    const rowsBySeq = new Map(read.map((row) => [numberCell(row[1]), row]));
    for (const seq of part) {
      const row = rowsBySeq.get(seq);
      if (row === undefined) throw new Error(`record ${seq} is in a column but not in the table`);
      rows.push(row);
      bytes += textLength(row);
    }
    if (maxBytes !== null && bytes > maxBytes && rows.length > 1) break;
  }
  return { rows, more: rows.length < seqs.length };
}

function cells(dialect: SqlDialect, columns: readonly Column[]): Sql {
  return list([sql`seq`, ...columns.map((column) => placeColumn(dialect, column).expression)]);
}

function* readBySeq(
  dialect: SqlDialect,
  store: NumberedStore,
  selected: Sql,
  seqs: readonly number[],
): Steps<Row[]> {
  const { numbered } = dialect;
  const rows: Row[] = [];
  for (let from = 0; from < seqs.length; from += numbered.most) {
    const { from: source, within } = numbered.records(store, seqs.slice(from, from + numbered.most));
    const found = yield statement(
      dialect,
      sql`
        SELECT ${selected}
        FROM ${source}
        WHERE ${and(within)}
        ${numbered.inAnyOrder}`,
    );
    rows.push(...found);
  }
  return rows;
}
