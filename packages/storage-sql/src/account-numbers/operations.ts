import type { NumberedKind } from '@vitrine/core/storage';
import { read, write } from '../operation.ts';
import { numberCell } from '../statements/cells.ts';
import type { SqlDialect } from '../statements/dialect.ts';
import { takeAccountNumber } from '../statements/numbers.ts';
import { sql } from '../statements/sql.ts';
import { type Steps, statement } from '../statements/statement.ts';

export const accountNumberOperations = {
  getLastAccountNumber: read(getLastAccountNumber),
  raiseAccountNumber: write(raiseAccountNumber),
};

export interface Counter {
  readonly accountId: string;
  readonly kind: NumberedKind;
}

function* getLastAccountNumber(dialect: SqlDialect, { accountId, kind }: Counter): Steps<number | null> {
  const [row] = yield statement(
    dialect,
    sql`
      SELECT last
      FROM account_numbers
      WHERE account_id = ${accountId}
        AND kind = ${kind}`,
  );
  return row === undefined ? null : numberCell(row[0]);
}

function* raiseAccountNumber(
  dialect: SqlDialect,
  { accountId, kind, number }: Counter & { readonly number: number },
): Steps<boolean> {
  return yield* takeAccountNumber(dialect, accountId, kind, number);
}
