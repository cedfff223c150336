import type { AggregateOp, Filter, Millis, Order, Position, Slot } from '@vitrine/core/storage';
import { numberCell, numberOrNull, onlyRow } from './cells.ts';
import type { SqlDialect } from './dialect.ts';
import { filterToSql, isEverything } from './filter-sql.ts';
import { behind, orderToSql } from './order-sql.ts';
import { BOUND, type Program, statement, statementText } from './program.ts';
import { placeColumn, selectList, shapeNamed } from './record-layout.ts';
import { NOTHING, type Row, type Sql, type Statement, sql } from './sql.ts';

/** The live records of a store. */
export interface LiveRecords {
  readonly storeId: string;
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
  const { storeId, expiredUpTo, shape, id } = args;
  const rows =
    expiredUpTo === null
      ? yield { text: getText(dialect, shape), values: [storeId, id] }
      : yield { text: getLiveText(dialect, shape), values: [storeId, id, expiredUpTo] };
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
  const { shape, order, after, limit } = args;
  return statement(
    dialect,
    sql`SELECT ${selectList(dialect, shapeNamed(shape))} FROM records WHERE ${matching(dialect, args, order)}${
      after === null ? NOTHING : sql` AND ${behind(dialect, order, after)}`
    } ORDER BY ${orderToSql(dialect, order)} LIMIT ${limit}`,
  );
}

function matching(
  dialect: SqlDialect,
  { storeId, expiredUpTo, where }: LiveRecords & { readonly where: Filter },
  order?: Order,
): Sql {
  const condition = isEverything(where) ? NOTHING : sql` AND ${filterToSql(dialect, where, order?.column)}`;
  return sql`store_id = ${storeId}${andLive(expiredUpTo)}${condition}`;
}

export function* countRecords(
  dialect: SqlDialect,
  args: LiveRecords & { readonly where: Filter },
): Program<number> {
  const rows = yield statement(dialect, sql`SELECT count(*) FROM records WHERE ${matching(dialect, args)}`);
  return numberCell(onlyRow(rows)[0]);
}

export function* aggregateRecords(
  dialect: SqlDialect,
  args: LiveRecords & { readonly where: Filter; readonly op: AggregateOp; readonly slot: Slot },
): Program<number | null> {
  const { expression } = placeColumn(dialect, args.slot);
  const rows = yield statement(
    dialect,
    sql`SELECT ${aggregateToSql(dialect, args.op, expression)} FROM records WHERE ${matching(dialect, args)}`,
  );
  return numberOrNull(onlyRow(rows)[0]);
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
