import type { AggregateOp, Slot } from '@vitrine/core/storage';
import { placeColumn } from '../../layout/record-layout.ts';
import { numberCell, numberOrNull, onlyRow } from '../../statements/cells.ts';
import type { SqlDialect } from '../../statements/dialect.ts';
import { type Sql, sql } from '../../statements/sql.ts';
import { type Steps, statement } from '../../statements/statement.ts';
import { inNoOrder, type MatchingRecords, toCount } from './selection.ts';

export function* countRecords(dialect: SqlDialect, args: MatchingRecords): Steps<number> {
  const { from, conditions } = toCount(dialect, args);
  const rows = yield statement(
    dialect,
    sql`
      SELECT count(*)
      FROM ${from}
      WHERE ${conditions}`,
  );
  return numberCell(onlyRow(rows)[0]);
}

export interface AggregateRecords extends MatchingRecords {
  readonly op: AggregateOp;
  readonly slot: Slot;
}

/** Returns null if no matching record has a value. */
export function* aggregateRecords(dialect: SqlDialect, args: AggregateRecords): Steps<number | null> {
  const { op, slot } = args;
  const { expression } = placeColumn(dialect, slot);
  const { from, conditions } = inNoOrder(dialect, args);
  const rows = yield statement(
    dialect,
    sql`
      SELECT ${aggregateToSql(dialect, op, expression)}
      FROM ${from}
      WHERE ${conditions}`,
  );
  return numberOrNull(onlyRow(rows)[0]);
}

/** Returns the aggregate of an expression. Null over no values. */
export function aggregateToSql(dialect: SqlDialect, op: AggregateOp, expression: Sql): Sql {
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
