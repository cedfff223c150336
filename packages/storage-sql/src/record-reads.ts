import type { AggregateOp, Filter, Millis, Order, Position, Slot } from '@vitrine/core/storage';
import { numberCell, numberOrNull, onlyRow } from './cells.ts';
import type { NumberedStore, SqlDialect } from './dialect.ts';
import { filterToSql, isEverything } from './filter-sql.ts';
import { behind, orderToSql } from './order-sql.ts';
import { BOUND, type Program, statement, statementText } from './program.ts';
import { placeColumn, selectList, shapeNamed } from './record-layout.ts';
import { NOTHING, type Row, type Sql, type Statement, sql } from './sql.ts';

/** The live records of a store. */
export interface LiveRecords extends NumberedStore {
  /** A record last written at or before this is expired. Null: none expires. */
  readonly expiredUpTo: Millis | null;
}

/** Behind `WHERE store_id = ?`: only what has not expired. */
export function andLive(expiredUpTo: Millis | null): Sql {
  return expiredUpTo === null ? NOTHING : sql` AND updated_at > ${expiredUpTo}`;
}

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
): Program<Row | null> {
  const { expiredUpTo, shape, id } = args;
  const store = dialect.storeKey(args);
  const rows =
    expiredUpTo === null
      ? yield { text: getText(dialect, shape), values: [store, id] }
      : yield { text: getLiveText(dialect, shape), values: [store, id, expiredUpTo] };
  return rows[0] ?? null;
}

export interface FindRecords extends LiveRecords {
  readonly shape: string;
  readonly where: Filter;
  readonly order: Order;
  readonly after: Position | null;
  readonly limit: number;
}

export function* findRecords(dialect: SqlDialect, args: FindRecords): Program<readonly Row[]> {
  return yield selectRecords(dialect, args);
}

/** The statement of `findRecords`, and of exports, which stream its rows. */
export function selectRecords(dialect: SqlDialect, args: FindRecords): Statement {
  const { shape, order, limit } = args;
  const columns = selectList(dialect, shapeNamed(shape));
  const found = sql`FROM records WHERE ${matching(dialect, args, inOrder(dialect, args), order)}`;
  const ordered = sql`ORDER BY ${orderToSql(dialect, order)}`;
  if (!isSorted(order)) return statement(dialect, sql`SELECT ${columns} ${found} ${ordered} LIMIT ${limit}`);
  // Only numbers go through the sort; the records of the page are looked up by them. That halves what a page costs.
  return statement(
    dialect,
    sql`SELECT ${columns} FROM (SELECT seq AS found ${found} ${ordered} LIMIT ${limit}) AS page CROSS JOIN records WHERE ${dialect.inStore(args)} AND seq = found ${ordered}`,
  );
}

/** Whether no index has this order, so that all that is found goes through a sort. */
function isSorted({ column }: Order): boolean {
  return column !== 'seq' && column !== 'id' && column !== 'created_at';
}

/** The records of the store behind the position, by whatever the order is walked along. */
function inOrder(dialect: SqlDialect, args: FindRecords): Sql {
  const { order, after, where } = args;
  if (order.column === 'seq' && !namesId(where)) {
    if (after === null) return dialect.inStore(args);
    return dialect.inStore(args, order.direction === 'asc' ? { above: after.seq } : { below: after.seq });
  }
  const isIndexed = order.column === 'id' || order.column === 'created_at' || namesId(where);
  const store = isIndexed ? byKey(dialect, args) : dialect.inStore(args);
  return after === null ? store : sql`${behind(dialect, order, after)} AND ${store}`;
}

/** The records of the store, for what looks at all of them. */
function inNoOrder(dialect: SqlDialect, args: LiveRecords & { readonly where: Filter }): Sql {
  return namesId(args.where) ? byKey(dialect, args) : dialect.inStore(args);
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

/** Whether the filter lets one id pass at most, by its form. */
function namesId(where: Filter): boolean {
  if ('all' in where) return where.all.some(namesId);
  return !('any' in where) && where.column === 'id' && where.op === 'eq';
}

export function* countRecords(
  dialect: SqlDialect,
  args: LiveRecords & { readonly where: Filter },
): Program<number> {
  // A count that looks at nothing is quickest along the narrowest index.
  const isWhole = isEverything(args.where) && args.expiredUpTo === null;
  const store = isWhole ? byKey(dialect, args) : inNoOrder(dialect, args);
  const rows = yield statement(
    dialect,
    sql`SELECT count(*) FROM records WHERE ${matching(dialect, args, store)}`,
  );
  return numberCell(onlyRow(rows)[0]);
}

export function* aggregateRecords(
  dialect: SqlDialect,
  args: LiveRecords & { readonly where: Filter; readonly op: AggregateOp; readonly slot: Slot },
): Program<number | null> {
  const { op, slot } = args;
  const { expression } = placeColumn(dialect, slot);
  const select = (list: Sql) =>
    statement(
      dialect,
      sql`SELECT ${list} FROM records WHERE ${matching(dialect, args, inNoOrder(dialect, args))}`,
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
