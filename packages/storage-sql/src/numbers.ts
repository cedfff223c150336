import type { NumberedKind } from '@vitrine/core/storage';
import { changedRows, numberCell, onlyRow } from './cells.ts';
import type { NumberedStore, SequenceName, SqlDialect } from './dialect.ts';
import { type Sql, sql } from './sql.ts';
import { type Steps, statement, statementText } from './statement.ts';

const textByName: Record<SequenceName, ReturnType<typeof statementText>> = {
  accounts: statementText((dialect) => dialect.reserve('accounts')),
  api_keys: statementText((dialect) => dialect.reserve('api_keys')),
  stores: statementText((dialect) => dialect.reserve('stores')),
};

/** Takes an insertion number. Part of the write that uses it. */
export function* reserveNumber(dialect: SqlDialect, name: SequenceName): Steps<number> {
  const rows = yield { text: textByName[name](dialect), values: [] };
  return numberCell(onlyRow(rows)[0]);
}

const recordsText = statementText((dialect) => reservation(dialect, { storeId: '', storeNumber: 0 }, 0));

function reservation({ recordNumbers }: SqlDialect, store: NumberedStore, count: number): Sql {
  if (recordNumbers.kind === 'drawn') throw new Error('numbers that are drawn can not be reserved');
  return recordNumbers.reserve(store, count);
}

/** Takes `count` insertion numbers for records of a store, which follow each other, and answers the first. */
export function* reserveRecordNumbers(
  dialect: SqlDialect,
  store: NumberedStore,
  count: number,
): Steps<number> {
  const { values } = reservation(dialect, store, count);
  const rows = yield { text: recordsText(dialect), values };
  return numberCell(onlyRow(rows)[0]) - count + 1;
}

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
): Steps<number> {
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
): Steps<boolean> {
  const rows = yield statement(
    dialect,
    sql`INSERT INTO account_numbers (account_id, kind, last) VALUES (${accountId}, ${kind}, ${number}) ON CONFLICT (account_id, kind) DO UPDATE SET last = excluded.last WHERE account_numbers.last < excluded.last`,
  );
  return changedRows(rows) > 0;
}
