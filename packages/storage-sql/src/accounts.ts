import type { AccountRow, AccountStorage } from '@vitrine/core/storage';
import { numberCell, textCell } from './cells.ts';
import type { SqlDialect } from './dialect.ts';
import type { SqlDriver } from './driver.ts';
import { type Program, statement } from './program.ts';
import { reserveNumber } from './sequences.ts';
import { type Row, sql } from './sql.ts';

const ACCOUNT = sql`id, name, created_at`;

function readAccount(row: Row): AccountRow {
  return { id: textCell(row[0]), name: textCell(row[1]), createdAt: numberCell(row[2]) };
}

export function* insertAccount(
  dialect: SqlDialect,
  { account }: { readonly account: AccountRow },
): Program<null> {
  const seq = yield* reserveNumber(dialect, 'accounts');
  const { id, name, createdAt } = account;
  yield statement(
    dialect,
    sql`INSERT INTO accounts (id, seq, name, created_at) VALUES (${id}, ${seq}, ${name}, ${createdAt})`,
  );
  return null;
}

export function* getAccount(
  dialect: SqlDialect,
  { accountId }: { readonly accountId: string },
): Program<AccountRow | null> {
  const [row] = yield statement(dialect, sql`SELECT ${ACCOUNT} FROM accounts WHERE id = ${accountId}`);
  return row === undefined ? null : readAccount(row);
}

export function* listAccounts(dialect: SqlDialect, _: null): Program<AccountRow[]> {
  const rows = yield statement(dialect, sql`SELECT ${ACCOUNT} FROM accounts ORDER BY seq`);
  return rows.map(readAccount);
}

export function sqlAccounts(driver: SqlDriver): AccountStorage {
  return {
    async insert({ id, name, createdAt }) {
      await driver.run('write', 'insertAccount', { account: { id, name, createdAt } });
    },
    get: (accountId) => driver.run('read', 'getAccount', { accountId }),
    list: () => driver.run('read', 'listAccounts', null),
  };
}
