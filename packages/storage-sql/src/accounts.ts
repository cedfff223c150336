import type { AccountLimits, AccountRow, AccountStorage } from '@vitrine/core/storage';
import { changedRows, numberCell, textCell, textOrNull } from './cells.ts';
import type { SqlDialect } from './dialect.ts';
import type { SqlDriver } from './driver.ts';
import { type Program, statement } from './program.ts';
import { reserveNumber } from './sequences.ts';
import { type Row, sql } from './sql.ts';

const ACCOUNT = sql`id, name, created_at, limits`;

function readAccount(row: Row): AccountRow {
  const limits = textOrNull(row[3]);
  return {
    id: textCell(row[0]),
    name: textCell(row[1]),
    createdAt: numberCell(row[2]),
    limits: limits === null ? {} : JSON.parse(limits),
  };
}

export function* insertAccount(
  dialect: SqlDialect,
  { account }: { readonly account: AccountRow },
): Program<null> {
  const seq = yield* reserveNumber(dialect, 'accounts');
  const { id, name, createdAt, limits } = account;
  yield statement(
    dialect,
    sql`INSERT INTO accounts (id, seq, name, created_at, limits) VALUES (${id}, ${seq}, ${name}, ${createdAt}, ${limitsCell(limits)})`,
  );
  return null;
}

function limitsCell(limits: AccountLimits): string | null {
  return Object.keys(limits).length === 0 ? null : JSON.stringify(limits);
}

export function* setAccountLimits(
  dialect: SqlDialect,
  { accountId, limits }: { readonly accountId: string; readonly limits: AccountLimits },
): Program<boolean> {
  const rows = yield statement(
    dialect,
    sql`UPDATE accounts SET limits = ${limitsCell(limits)} WHERE id = ${accountId}`,
  );
  return changedRows(rows) > 0;
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
    async insert({ id, name, createdAt, limits }) {
      await driver.run('write', 'insertAccount', { account: { id, name, createdAt, limits } });
    },
    get: (accountId) => driver.run('read', 'getAccount', { accountId }),
    list: () => driver.run('read', 'listAccounts', null),
    setLimits: (accountId, limits) => driver.run('write', 'setAccountLimits', { accountId, limits }),
  };
}
