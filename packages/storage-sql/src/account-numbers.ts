import { changedRows, numberCell, onlyRow } from './cells.ts';
import type { SqlDialect } from './dialect.ts';
import { type Program, statement } from './program.ts';
import { sql } from './sql.ts';

/** What is numbered within an account. */
export type NumberedKind = 'images' | 'fonts' | 'timer_frames' | 'maps';

/**
 * Takes the next number of the kind in the account, the first being `first`; none is given twice. Part of the write that
 * uses it, and until that is done others of the same account and kind wait here.
 */
export function* reserveAccountNumber(
  dialect: SqlDialect,
  accountId: string,
  kind: NumberedKind,
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
  kind: NumberedKind,
  number: number,
): Program<boolean> {
  const rows = yield statement(
    dialect,
    sql`INSERT INTO account_numbers (account_id, kind, last) VALUES (${accountId}, ${kind}, ${number}) ON CONFLICT (account_id, kind) DO UPDATE SET last = excluded.last WHERE account_numbers.last < excluded.last`,
  );
  return changedRows(rows) > 0;
}
