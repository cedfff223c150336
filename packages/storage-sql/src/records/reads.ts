import type { AggregateOp, Filter, Order, Position, RecordRow, Slot } from '@vitrine/core/storage';
import { numberCell, numberOrNull, onlyRow } from '../cells.ts';
import type { NumberedStore, SeqRange, SqlDialect } from '../dialect.ts';
import { placeColumn, readRecord, type Shape, selectList, shapeNamed } from '../layout/record-layout.ts';
import { andLive, type LiveRecords } from '../live-records.ts';
import { join, NOTHING, type Row, type Sql, type SqlValue, type Statement, sql } from '../sql.ts';
import { keptStatements, type Steps, statement } from '../statement.ts';
import { filterToSql, isEverything } from './filter.ts';
import { beyond, isSorted, orderToSql } from './order.ts';

interface SelectRecord {
  readonly store: SqlValue;
  readonly id: string;
  readonly expiredUpTo: number | null;
}

const selectRecord = keptStatements<{ readonly shape: string; readonly expires: boolean }, SelectRecord>({
  key: ({ shape, expires }) => (expires ? `live ${shape}` : shape),
  build: (dialect, { store, id, expiredUpTo }, { shape, expires }) => sql`
    SELECT ${selectList(dialect, shapeNamed(shape))}
    FROM records
    WHERE store_id = ${store}
      AND id = ${id}
      ${andLive(expires ? expiredUpTo : null)}`,
});

/** Returns a row of `selectList`, like all reads of records here. */
export function* getRecord(
  dialect: SqlDialect,
  args: LiveRecords & { readonly shape: string; readonly id: string },
): Steps<Row | null> {
  const { expiredUpTo, shape, id } = args;
  const variant = { shape, expires: expiredUpTo !== null };
  const [row] = yield selectRecord(dialect, variant, { store: dialect.storeKey(args), id, expiredUpTo });
  return row ?? null;
}

export interface SelectRecords extends LiveRecords {
  readonly shape: string;
  readonly where: Filter;
  readonly order: Order;
  readonly after: Position | null;
  readonly limit: number;
}

export interface FindRecords extends SelectRecords {
  /** Reading stops once the rows hold more text than this. Null: no bound. */
  readonly maxBytes: number | null;
  /** Rows of one statement at most. */
  readonly batch: number;
  /** The store's records are large, so that a page takes long. */
  readonly isWide: boolean;
}

/**
 * Returns whether the page may cost as much as the whole store: it is not read along an index without passing over rows, or
 * its records are large. Expired rows that are not purged yet are passed over.
 */
export function isScan({ where, order, expiredUpTo, isWide }: FindRecords): boolean {
  return isWide || isSorted(order) || expiredUpTo !== null || !isEverything(where);
}

export interface FoundRecords {
  readonly rows: readonly Row[];
  /** More records match than these rows. */
  readonly more: boolean;
}

/**
 * Reads a page of at most `limit` records, in batches, so that a page of large records is not read far beyond `maxBytes`.
 * Counts the length of text, which is never more than its bytes: the caller makes the exact cut.
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

function textLength(row: Row): number {
  let length = 0;
  for (const cell of row) if (typeof cell === 'string') length += cell.length;
  return length;
}

function positionOf(shape: Shape, record: RecordRow, { column }: Order): Position {
  const { id, seq, createdAt, updatedAt, values } = record;
  switch (column) {
    case 'id':
      return { value: id, seq };
    case 'seq':
      return { value: seq, seq };
    case 'created_at':
      return { value: createdAt, seq };
    case 'updated_at':
      return { value: updatedAt, seq };
    default:
      return { value: values[shape.slots.findIndex(({ slot }) => slot === column)] ?? null, seq };
  }
}

/**
 * Selects the rows of an export. Each row has one more cell, which is equal in all of them: 1 if more records match than
 * `limit`. It is part of the statement, so it is of the same snapshot as the rows.
 */
export function streamRecords(dialect: SqlDialect, args: SelectRecords): Statement {
  const { from, conditions } = inNoOrder(dialect, args);
  const more = sql`(
    SELECT count(*)
    FROM (
      SELECT 1
      FROM ${from}
      WHERE ${conditions}
      LIMIT 1 OFFSET ${args.limit}
    ) AS beyond
  )`;
  return selectWith(dialect, args, sql`, ${more}`);
}

function selectRecords(dialect: SqlDialect, args: SelectRecords): Statement {
  return selectWith(dialect, args, NOTHING);
}

function selectWith(dialect: SqlDialect, args: SelectRecords, cells: Sql): Statement {
  const { shape, order, limit } = args;
  const columns = sql`${selectList(dialect, shapeNamed(shape))}${cells}`;
  const { from, conditions, ordered } = inOrder(dialect, args);
  if (!isSorted(order)) {
    return statement(
      dialect,
      sql`
        SELECT ${columns}
        FROM ${from}
        WHERE ${conditions}
        ${ordered}
        LIMIT ${limit}`,
    );
  }
  // Only numbers are sorted; then the records of the page are looked up by them. Sorting whole rows costs about twice as much.
  return statement(
    dialect,
    sql`
      SELECT ${columns}
      FROM (
        SELECT seq AS found
        FROM ${from}
        WHERE ${conditions}
        ${ordered}
        LIMIT ${limit}
      ) AS page
      CROSS JOIN records
      WHERE ${dialect.inStore(args)}
        AND seq = found
      ${ordered}`,
  );
}

/** Records to read: the source, the conditions, and the `ORDER BY` clause, which may be empty. */
interface Found {
  readonly from: Sql;
  readonly conditions: Sql;
  readonly ordered: Sql;
}

/** Returns the records of the store after the position, along the index or walk that has the order. */
function inOrder(dialect: SqlDialect, args: SelectRecords): Found {
  const { order, after, where } = args;
  const ordered = sql`ORDER BY ${orderToSql(dialect, order)}`;
  const position = after === null ? [] : [beyond(dialect, order, after)];
  if (namesOne(where)) {
    const place = and([...position, byKey(dialect, args)]);
    return { from: RECORDS, conditions: matching(dialect, args, place, order), ordered };
  }
  if (order.column === 'seq') {
    const range = rangeAfter(order, after);
    if (order.direction === 'desc' && !passesAll(args)) {
      const { from, within, newestFirst } = dialect.walk(args, range);
      return { from, conditions: matching(dialect, args, within, order), ordered: newestFirst };
    }
    const place = dialect.inStore(args, range);
    return { from: RECORDS, conditions: inTime(dialect, args, place, order), ordered };
  }
  if (isSorted(order)) {
    const { from, within } = dialect.walk(args);
    return { from, conditions: matching(dialect, args, and([...position, within]), order), ordered };
  }
  const place = and([...position, byKey(dialect, args)]);
  return { from: RECORDS, conditions: inTime(dialect, args, place, order), ordered };
}

const RECORDS: Sql = sql`records`;

function and(conditions: readonly Sql[]): Sql {
  return join(conditions, '\n  AND ');
}

function rangeAfter({ direction }: Order, after: Position | null): SeqRange {
  if (after === null) return {};
  return direction === 'asc' ? { above: after.seq } : { below: after.seq };
}

/** Returns whether every record of the store matches, so that a page stops at its limit. */
function passesAll({ where, expiredUpTo }: Pick<SelectRecords, 'where' | 'expiredUpTo'>): boolean {
  return isEverything(where) && expiredUpTo === null;
}

/** Returns the conditions, with a check of the deadline where a page may pass over any number of records along an index. */
function inTime(dialect: SqlDialect, args: SelectRecords, place: Sql, order: Order): Sql {
  const conditions = matching(dialect, args, place, order);
  return passesAll(args) || dialect.inTime === null ? conditions : and([dialect.inTime, conditions]);
}

/** Returns the records of the store for a statement that reads all of them. */
function inNoOrder(
  dialect: SqlDialect,
  args: LiveRecords & { readonly where: Filter },
): Omit<Found, 'ordered'> {
  if (namesOne(args.where)) {
    return { from: RECORDS, conditions: matching(dialect, args, byKey(dialect, args)) };
  }
  const { from, within } = dialect.walk(args);
  return { from, conditions: matching(dialect, args, within) };
}

function byKey(dialect: SqlDialect, store: NumberedStore): Sql {
  return sql`store_id = ${dialect.storeKey(store)}`;
}

/**
 * Returns the conditions for the live records in `place` that match the filter. The place comes after the filter: PostgreSQL
 * checks conditions of equal cost in the order of the text, and a store that is worth a scan has its partition nearly for
 * itself, so that the comparison of the store's id excludes hardly any row.
 */
function matching(
  dialect: SqlDialect,
  { expiredUpTo, where }: LiveRecords & { readonly where: Filter },
  place: Sql,
  order?: Order,
): Sql {
  const filter = isEverything(where) ? [] : [filterToSql(dialect, where, order?.column)];
  return sql`
    ${and([...filter, place])}
      ${andLive(expiredUpTo)}`;
}

/** Returns whether the form of the filter allows at most one record. */
function namesOne(where: Filter): boolean {
  if ('all' in where) return where.all.some(namesOne);
  return !('any' in where) && (where.column === 'id' || where.column === 'seq') && where.op === 'eq';
}

export function* countRecords(
  dialect: SqlDialect,
  args: LiveRecords & { readonly where: Filter },
): Steps<number> {
  // A count without conditions is fastest along the narrowest index.
  const { from, conditions } = passesAll(args)
    ? { from: RECORDS, conditions: byKey(dialect, args) }
    : inNoOrder(dialect, args);
  const rows = yield statement(
    dialect,
    sql`
      SELECT count(*)
      FROM ${from}
      WHERE ${conditions}`,
  );
  return numberCell(onlyRow(rows)[0]);
}

export function* aggregateRecords(
  dialect: SqlDialect,
  args: LiveRecords & { readonly where: Filter; readonly op: AggregateOp; readonly slot: Slot },
): Steps<number | null> {
  const { op, slot } = args;
  const { expression } = placeColumn(dialect, slot);
  const { from, conditions } = inNoOrder(dialect, args);
  const select = (list: Sql) =>
    statement(
      dialect,
      sql`
        SELECT ${list}
        FROM ${from}
        WHERE ${conditions}`,
    );
  if (dialect.quickSum !== null && (op === 'sum' || op === 'avg')) {
    const quick = dialect.quickSum.read(onlyRow(yield select(dialect.quickSum.select(expression))));
    if (quick?.count === 0) return null;
    if (quick !== null) return op === 'sum' ? quick.sum : quick.sum / quick.count;
  }
  return numberOrNull(onlyRow(yield select(aggregateToSql(dialect, op, expression)))[0]);
}

function aggregateToSql(dialect: SqlDialect, op: AggregateOp, expression: Sql): Sql {
  switch (op) {
    case 'sum':
      return dialect.sum(expression);
    case 'avg':
      return dialect.avg(expression);
    case 'min':
      return sql`min(${expression})`;
    case 'max':
      return sql`max(${expression})`;
  }
}
