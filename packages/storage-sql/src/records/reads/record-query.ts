import { positionIn } from '@vitrine/core/adapter';
import type { Order, Position, RecordRow } from '@vitrine/core/storage';
import { readRecord, type Shape, selectList, shapeNamed } from '../../layout/record-layout.ts';
import { and, andLive, type LiveRecords } from '../../statements/clauses.ts';
import type { NumberedSource, SqlDialect } from '../../statements/dialect.ts';
import {
  NOTHING,
  type Row,
  type Sql,
  type SqlParameter,
  type SqlValue,
  type Statement,
  sql,
} from '../../statements/sql.ts';
import { keptStatements, type Steps, statement } from '../../statements/statement.ts';
import { isEverything } from './filter.ts';
import { isSorted } from './order.ts';
import { amongNumbered, inOrder, type OrderedRecords } from './selection.ts';

interface SelectOfStore {
  readonly store: SqlValue;
  readonly expiredUpTo: number | null;
}

interface Selected {
  readonly shape: string;
  readonly expires: boolean;
}

const keyOf = ({ shape, expires }: Selected) => (expires ? `live ${shape}` : shape);

const selectRecord = keptStatements<Selected, SelectOfStore & { readonly id: string }>({
  key: keyOf,
  build: (dialect, { store, id, expiredUpTo }, { shape, expires }) => sql`
    SELECT ${selectList(dialect, shapeNamed(shape))}
    FROM records
    WHERE store_id = ${store}
      AND id = ${id}
      ${andLive(expires ? expiredUpTo : null)}`,
});

/** Returns the record as a row of `selectList`. */
export function* getRecord(
  dialect: SqlDialect,
  args: LiveRecords & { readonly shape: string; readonly id: string },
): Steps<Row | null> {
  const { expiredUpTo, shape, id } = args;
  const selected = { shape, expires: expiredUpTo !== null };
  const [row] = yield selectRecord(dialect, selected, { store: dialect.storeKey(args), id, expiredUpTo });
  return row ?? null;
}

const selectAll = keptStatements<Selected, SelectOfStore & { readonly ids: SqlParameter }>({
  key: keyOf,
  build: (dialect, { store, ids, expiredUpTo }, { shape, expires }) => sql`
    SELECT ${selectList(dialect, shapeNamed(shape))}
    FROM records
    WHERE store_id = ${store}
      AND ${dialect.isOneOf(sql`id`, ids)}
      ${andLive(expires ? expiredUpTo : null)}`,
});

/** Returns the records with some ids as rows of `selectList`. */
export function* getRecords(
  dialect: SqlDialect,
  args: LiveRecords & { readonly shape: string; readonly ids: readonly string[] },
): Steps<readonly Row[]> {
  const { expiredUpTo, shape } = args;
  const bound = { store: dialect.storeKey(args), ids: dialect.textList(args.ids), expiredUpTo };
  return yield selectAll(dialect, { shape, expires: expiredUpTo !== null }, bound);
}

export interface SelectRecords extends OrderedRecords {
  readonly shape: string;
  readonly limit: number;
}

export interface FindRecords extends SelectRecords {
  /** Reading stops once the rows hold more text than this. Null: no limit. */
  readonly maxBytes: number | null;
  /** The rows that one statement reads at most. */
  readonly batch: number;
  /** The records of the store are large, so reading a page takes long. */
  readonly isWide: boolean;
}

/**
 * Returns whether the page may cost as much as the whole store: no index leads from each row to the next one of the
 * page, or the records are large. Rows that have expired and are not purged yet are passed over too.
 */
export function isScan({ where, order, expiredUpTo, isWide }: FindRecords): boolean {
  return isWide || isSorted(order) || expiredUpTo !== null || !isEverything(where);
}

export interface FoundRecords {
  readonly rows: readonly Row[];
  /** Whether more records match than these. */
  readonly more: boolean;
}

/**
 * Reads a page of at most `limit` records as rows of `selectList`. Reads in batches, so that a page of large records
 * ends soon after `maxBytes`. Counts UTF-16 units of text, which are never more than its bytes; the caller cuts the
 * page exactly.
 */
export function* findRecords(dialect: SqlDialect, args: FindRecords): Steps<FoundRecords> {
  const { limit, batch, maxBytes } = args;
  const rows: Row[] = [];
  let bytes = 0;
  let { after } = args;
  for (;;) {
    const wanted = Math.min(limit + 1 - rows.length, batch);
    const found = yield selectRecords(dialect, { ...args, after, limit: wanted });
    rows.push(...found);
    if (rows.length > limit) return { rows: rows.slice(0, limit), more: true };
    const last = found.at(-1);
    if (last === undefined || found.length < wanted) return { rows, more: false };
    for (const row of found) bytes += textLength(row);
    // The caller cuts at least the last row, but never the only one.
    if (maxBytes !== null && bytes > maxBytes && rows.length > 1) return { rows, more: true };
    after = positionOf(shapeNamed(args.shape), readRecord(shapeNamed(args.shape), last), args.order);
  }
}

/**
 * Returns among how many records one statement may look for the page. Null: among none, because the records are large. One of a
 * store whose width is unknown may have a megabyte, so there it is a batch.
 */
export function amongAtOnce(dialect: SqlDialect, { isWide, batch, limit }: FindRecords): number | null {
  if (isWide) return null;
  return batch > limit ? dialect.numbered.most : batch;
}

/** Returns what `findRecords` returns if all matching records are among a few, whose numbers these are. */
export function* findAmong(
  dialect: SqlDialect,
  args: FindRecords,
  seqs: readonly number[],
): Steps<FoundRecords> {
  return foundIn(
    yield statement(dialect, selectAmong(dialect, args, dialect.numbered.records(args, seqs))),
    args,
  );
}

/** Returns the query of a page whose records are all in the source, and of one more record. */
export function selectAmong(dialect: SqlDialect, args: FindRecords, source: NumberedSource): Sql {
  const { from, conditions, ordered } = amongNumbered(dialect, args, source);
  return sql`
    SELECT ${selectList(dialect, shapeNamed(args.shape))}
    FROM ${from}
    WHERE ${conditions}
    ${ordered}
    LIMIT ${args.limit + 1}`;
}

/** Returns a page of at most `limit` of the rows. */
export function foundIn(rows: readonly Row[], { limit }: FindRecords): FoundRecords {
  return { rows: rows.slice(0, limit), more: rows.length > limit };
}

/** Returns the UTF-16 units of the text of a row. */
export function textLength(row: Row): number {
  let length = 0;
  for (const cell of row) if (typeof cell === 'string') length += cell.length;
  return length;
}

function positionOf(shape: Shape, record: RecordRow, order: Order): Position {
  const { createdAt, updatedAt, values } = record;
  return positionIn(order, record.seq, (column) => {
    switch (column) {
      case 'id':
      case 'seq':
        return record[column];
      case 'created_at':
        return createdAt;
      case 'updated_at':
        return updatedAt;
      default:
        return values[shape.slots.findIndex(({ slot }) => slot === column)] ?? null;
    }
  });
}

function selectRecords(dialect: SqlDialect, args: SelectRecords): Statement {
  return selectCells(dialect, args, selectList(dialect, shapeNamed(args.shape)));
}

/** Returns the statement that selects cells of the first `limit` records in order. Infinity: of all. */
export function selectCells(
  dialect: SqlDialect,
  args: OrderedRecords & { limit: number },
  cells: Sql,
): Statement {
  const { order, limit } = args;
  const { from, conditions, ordered } = inOrder(dialect, args);
  const isAll = limit === Number.POSITIVE_INFINITY;
  if (isAll || !isSorted(order)) {
    return statement(
      dialect,
      sql`
        SELECT ${cells}
        FROM ${from}
        WHERE ${conditions}
        ${ordered}
        ${isAll ? NOTHING : sql`LIMIT ${limit}`}`,
    );
  }
  // Sorts numbers, and then looks the records of the page up by them, because sorting whole rows is slower.
  return statement(
    dialect,
    sql`
      SELECT ${cells}
      FROM (
        SELECT seq AS found
        FROM ${from}
        WHERE ${conditions}
        ${ordered}
        LIMIT ${limit}
      ) AS page
      CROSS JOIN records
      WHERE ${and([...dialect.inStore(args), sql`seq = found`])}
      ${ordered}`,
  );
}
