import type { AggregateOp, Slot } from '@vitrine/core/storage';
import { numberCell, numberOrNull, onlyRow } from '../cells.ts';
import type { SqlDialect } from '../dialect.ts';
import { placeColumn } from '../layout/record-layout.ts';
import { type Sql, sql } from '../sql.ts';
import { type Steps, statement } from '../statement.ts';
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
  const select = (cells: Sql) =>
    statement(
      dialect,
      sql`
        SELECT ${cells}
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
