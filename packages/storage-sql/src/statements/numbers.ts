import type { NumberedKind } from '@vitrine/core/storage';
import { changedRows, numberCell, onlyRow } from './cells.ts';
import type { NumberedStore, ReservedRecords, SequenceName, SqlDialect } from './dialect.ts';
import { sql } from './sql.ts';
import { keptStatement, keptStatements, type Steps, statement } from './statement.ts';

const reserveFrom = keptStatements<SequenceName, object>({
  key: (name) => name,
  build: (dialect, _, name) => dialect.reserve(name),
});

/** Reserves an insertion number. Part of the write that uses it. */
export function* reserveNumber(dialect: SqlDialect, name: SequenceName): Steps<number> {
  const rows = yield reserveFrom(dialect, name, {});
  return numberCell(onlyRow(rows)[0]);
}

const reserveRecords = keptStatement<ReservedRecords>(({ recordNumbers }, named) => {
  if (recordNumbers.kind === 'drawn') throw new Error('numbers that are drawn can not be reserved');
  return recordNumbers.reserve(named);
});

/** Reserves `count` consecutive insertion numbers for records of a store. Returns the first one. */
export function* reserveRecordNumbers(
  dialect: SqlDialect,
  { storeId, storeNumber }: NumberedStore,
  count: number,
): Steps<number> {
  const rows = yield reserveRecords(dialect, { storeId, storeNumber, count });
  return numberCell(onlyRow(rows)[0]) - count + 1;
}

/**
 * What is numbered within an account. Drafts of timers are numbered to order those of the same millisecond; inserts of
 * stores by name, and transactions that rely on the absence of records, are numbered so that they wait for each other.
 */
type Numbered = NumberedKind | 'timer_frames' | 'ensured_stores' | 'record_transactions';

/**
 * Reserves the next number of the kind in the account, starting with `first`. Each number is given once. Part of the
 * write that uses it: until that ends, other writes that reserve a number of the same account and kind wait here.
 */
export function* reserveAccountNumber(
  dialect: SqlDialect,
  accountId: string,
  kind: Numbered,
  first = 1,
): Steps<number> {
  const rows = yield statement(
    dialect,
    sql`
      INSERT INTO account_numbers (account_id, kind, last)
      VALUES (${accountId}, ${kind}, ${first})
      ON CONFLICT (account_id, kind) DO UPDATE
      SET last = account_numbers.last + 1
      RETURNING last`,
  );
  return numberCell(onlyRow(rows)[0]);
}

/**
 * Reserves this number and all lower ones, so that later numbers are higher; for copies. Returns false, and changes
 * nothing, if the number was reserved before.
 */
export function* takeAccountNumber(
  dialect: SqlDialect,
  accountId: string,
  kind: Numbered,
  number: number,
): Steps<boolean> {
  const rows = yield statement(
    dialect,
    sql`
      INSERT INTO account_numbers (account_id, kind, last)
      VALUES (${accountId}, ${kind}, ${number})
      ON CONFLICT (account_id, kind) DO UPDATE
      SET last = excluded.last
      WHERE account_numbers.last < excluded.last`,
  );
  return changedRows(rows) > 0;
}
