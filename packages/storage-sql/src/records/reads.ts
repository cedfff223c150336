import type { AggregateOp, Filter, Order, Position, RecordRow, Slot } from '@vitrine/core/storage';
import { numberCell, numberOrNull, onlyRow } from '../cells.ts';
import type { NumberedStore, SeqRange, SqlDialect } from '../dialect.ts';
import { placeColumn, readRecord, type Shape, selectList, shapeNamed } from '../layout/record-layout.ts';
import { andLive, type LiveRecords } from '../live-records.ts';
import { NOTHING, type Row, type Sql, type Statement, sql } from '../sql.ts';
import { BOUND, type Steps, statement, statementText } from '../statement.ts';
import { filterToSql, isEverything } from './filter.ts';
import { behind, orderToSql } from './order.ts';

const getText = statementText(
  (dialect, shape) =>
    sql`SELECT ${selectList(dialect, shapeNamed(shape))} FROM records WHERE store_id = ${BOUND} AND id = ${BOUND}`,
);
const getLiveText = statementText(
  (dialect, shape) =>
    sql`SELECT ${selectList(dialect, shapeNamed(shape))} FROM records WHERE store_id = ${BOUND} AND id = ${BOUND}${andLive(0)}`,
);

/** The row is one of `selectList`; so are those below. */
export function* getRecord(
  dialect: SqlDialect,
  args: LiveRecords & { readonly shape: string; readonly id: string },
): Steps<Row | null> {
  const { expiredUpTo, shape, id } = args;
  const store = dialect.storeKey(args);
  const rows =
    expiredUpTo === null
      ? yield { text: getText(dialect, shape), values: [store, id] }
      : yield { text: getLiveText(dialect, shape), values: [store, id, expiredUpTo] };
  return rows[0] ?? null;
}

export interface SelectRecords extends LiveRecords {
  readonly shape: string;
  readonly where: Filter;
  readonly order: Order;
  readonly after: Position | null;
  readonly limit: number;
}

export interface FindRecords extends SelectRecords {
  /** Reading stops once the rows hold more than this. Null: it does not. */
  readonly maxBytes: number | null;
  /** Rows of one statement at most. */
  readonly batch: number;
}

/** At least one row more than `limit` where there are more, unless `maxBytes` came first. */
export interface FoundRecords {
  readonly rows: readonly Row[];
  /** Further records match than these rows. */
  readonly more: boolean;
}

/**
 * Reads in batches, each behind the one before, so that a page of large records is not read far beyond its bytes. What is
 * counted is the length of text, which is never more than its bytes: the exact cut is the caller's.
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
 * The rows of `selectRecords` for an export. Each has a cell more, which is the same in all: 1 when more records match than
 * the limit lets out. It is part of the statement, so it is as of the moment of the rows.
 */
export function streamRecords(dialect: SqlDialect, args: SelectRecords): Statement {
  const { from, conditions } = inNoOrder(dialect, args);
  const beyond = sql`(SELECT count(*) FROM (SELECT 1 FROM ${from} WHERE ${conditions} LIMIT 1 OFFSET ${args.limit}) AS beyond)`;
  return selectWith(dialect, args, sql`, ${beyond}`);
}

function selectRecords(dialect: SqlDialect, args: SelectRecords): Statement {
  return selectWith(dialect, args, NOTHING);
}

function selectWith(dialect: SqlDialect, args: SelectRecords, cells: Sql): Statement {
  const { shape, order, limit } = args;
  const columns = sql`${selectList(dialect, shapeNamed(shape))}${cells}`;
  const { from, conditions, ordered } = inOrder(dialect, args);
  const found = sql`FROM ${from} WHERE ${conditions}`;
  if (!isSorted(order)) return statement(dialect, sql`SELECT ${columns} ${found}${ordered} LIMIT ${limit}`);
  // Only numbers go through the sort; the records of the page are looked up by them. That halves what a page costs.
  return statement(
    dialect,
    sql`SELECT ${columns} FROM (SELECT seq AS found ${found}${ordered} LIMIT ${limit}) AS page CROSS JOIN records WHERE ${dialect.inStore(args)} AND seq = found${ordered}`,
  );
}

/** Whether no index has this order, so that all that is found goes through a sort. */
function isSorted({ column }: Order): boolean {
  return column !== 'seq' && column !== 'id' && column !== 'created_at';
}

/** Records to be read: where they come from, on what conditions, and in what order (` ORDER BY …`). */
interface Found {
  readonly from: Sql;
  readonly conditions: Sql;
  readonly ordered: Sql;
}

/** The records of the store behind the position, by whatever the order is walked along. */
function inOrder(dialect: SqlDialect, args: SelectRecords): Found {
  const { order, after, where } = args;
  const ordered = sql` ORDER BY ${orderToSql(dialect, order)}`;
  const position = after === null ? NOTHING : sql`${behind(dialect, order, after)} AND `;
  if (namesOne(where)) {
    const place = sql`${position}${byKey(dialect, args)}`;
    return { from: RECORDS, conditions: matching(dialect, args, place, order), ordered };
  }
  if (order.column === 'seq') {
    const range = rangeBehind(order, after);
    const walk = dialect.walk(args, range);
    if (order.direction === 'desc' && !passesAll(args)) {
      return {
        from: walk.from,
        conditions: matching(dialect, args, walk.within, order),
        ordered: walk.newestFirst,
      };
    }
    const place = dialect.inStore(args, range);
    return { from: RECORDS, conditions: inTime(dialect, args, place, order), ordered };
  }
  if (isSorted(order)) {
    const { from, within } = dialect.walk(args);
    const place = sql`${position}${within}`;
    return { from, conditions: matching(dialect, args, place, order), ordered };
  }
  const place = sql`${position}${byKey(dialect, args)}`;
  return { from: RECORDS, conditions: inTime(dialect, args, place, order), ordered };
}

const RECORDS: Sql = sql`records`;

function rangeBehind({ direction }: Order, after: Position | null): SeqRange {
  if (after === null) return {};
  return direction === 'asc' ? { above: after.seq } : { below: after.seq };
}

/** Whether every record of the store is found, so that a page stops at its limit. */
function passesAll({ where, expiredUpTo }: Pick<SelectRecords, 'where' | 'expiredUpTo'>): boolean {
  return isEverything(where) && expiredUpTo === null;
}

/** The conditions, guarded where a page may pass over any number of records along an index. */
function inTime(dialect: SqlDialect, args: SelectRecords, place: Sql, order: Order): Sql {
  const conditions = matching(dialect, args, place, order);
  return passesAll(args) ? conditions : sql`${dialect.inTime}${conditions}`;
}

/** The records of the store, for what looks at all of them. */
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
 * The live records in `place` that the filter lets pass. The place comes last: PostgreSQL looks at conditions of equal cost
 * as they are written, and a store that is worth a scan has its partition nearly for itself, so that comparing its id
 * leaves hardly a record out (measured: a tenth of a search for equality).
 */
function matching(
  dialect: SqlDialect,
  { expiredUpTo, where }: LiveRecords & { readonly where: Filter },
  place: Sql,
  order?: Order,
): Sql {
  const condition = isEverything(where) ? NOTHING : sql`${filterToSql(dialect, where, order?.column)} AND `;
  return sql`${condition}${place}${andLive(expiredUpTo)}`;
}

/** Whether the filter lets one record pass at most, by its form. */
function namesOne(where: Filter): boolean {
  if ('all' in where) return where.all.some(namesOne);
  return !('any' in where) && (where.column === 'id' || where.column === 'seq') && where.op === 'eq';
}

export function* countRecords(
  dialect: SqlDialect,
  args: LiveRecords & { readonly where: Filter },
): Steps<number> {
  // A count that looks at nothing is quickest along the narrowest index.
  const { from, conditions } = passesAll(args)
    ? { from: RECORDS, conditions: byKey(dialect, args) }
    : inNoOrder(dialect, args);
  const rows = yield statement(dialect, sql`SELECT count(*) FROM ${from} WHERE ${conditions}`);
  return numberCell(onlyRow(rows)[0]);
}

export function* aggregateRecords(
  dialect: SqlDialect,
  args: LiveRecords & { readonly where: Filter; readonly op: AggregateOp; readonly slot: Slot },
): Steps<number | null> {
  const { op, slot } = args;
  const { expression } = placeColumn(dialect, slot);
  const { from, conditions } = inNoOrder(dialect, args);
  const select = (list: Sql) => statement(dialect, sql`SELECT ${list} FROM ${from} WHERE ${conditions}`);
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
