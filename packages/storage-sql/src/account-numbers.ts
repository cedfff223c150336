import type { AccountNumberStorage, NumberedKind } from '@vitrine/core/storage';
import { changedRows, numberCell, onlyRow } from './cells.ts';
import type { SqlDialect } from './dialect.ts';
import type { SqlDriver } from './driver.ts';
import { type Program, statement } from './program.ts';
import { sql } from './sql.ts';

/** What is numbered within an account; drafts only for the order of those of one millisecond. */
type Numbered = NumberedKind | 'timer_frames';

/**
 * Takes the next number of the kind in the account, the first being `first`; none is given twice. Part of the write that
 * uses it, and until that is done others of the same account and kind wait here.
 */
export function* reserveAccountNumber(
  dialect: SqlDialect,
  accountId: string,
  kind: Numbered,
  first = 1,
): Program<number> {
  const rows = yield statement(
    dialect,
    sql`INSERT INTO account_numbers (account_id, kind, last) VALUES (${accountId}, ${kind}, ${first}) ON CONFLICT (account_id, kind) DO UPDATE SET last = account_numbers.last + 1 RETURNING last`,
  );
  return numberCell(onlyRow(rows)[0]);
}

/**
 * Takes this number and all below it, so that later ones are higher; for copies. False when it was taken before: then nothing
 * is changed.
 */
export function* takeAccountNumber(
  dialect: SqlDialect,
  accountId: string,
  kind: Numbered,
  number: number,
): Program<boolean> {
  const rows = yield statement(
    dialect,
    sql`INSERT INTO account_numbers (account_id, kind, last) VALUES (${accountId}, ${kind}, ${number}) ON CONFLICT (account_id, kind) DO UPDATE SET last = excluded.last WHERE account_numbers.last < excluded.last`,
  );
  return changedRows(rows) > 0;
}

interface Counter {
  readonly accountId: string;
  readonly kind: NumberedKind;
}

export function* getLastAccountNumber(
  dialect: SqlDialect,
  { accountId, kind }: Counter,
): Program<number | null> {
  const [row] = yield statement(
    dialect,
    sql`SELECT last FROM account_numbers WHERE account_id = ${accountId} AND kind = ${kind}`,
  );
  return row === undefined ? null : numberCell(row[0]);
}

export function* raiseAccountNumber(
  dialect: SqlDialect,
  { accountId, kind, number }: Counter & { readonly number: number },
): Program<boolean> {
  return yield* takeAccountNumber(dialect, accountId, kind, number);
}

export function sqlAccountNumbers(driver: SqlDriver): AccountNumberStorage {
  return {
    last: (accountId, kind) => driver.run('read', 'getLastAccountNumber', { accountId, kind }),
    async raise(accountId, kind, number) {
      await driver.run('write', 'raiseAccountNumber', { accountId, kind, number });
    },
  };
}
