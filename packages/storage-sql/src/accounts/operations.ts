import type { AccountLimits, AccountRow } from '@vitrine/core/storage';
import { read, write } from '../operation.ts';
import { changedRows, numberCell, textCell, textOrNull } from '../statements/cells.ts';
import type { SqlDialect } from '../statements/dialect.ts';
import { reserveNumber } from '../statements/numbers.ts';
import { type Row, sql } from '../statements/sql.ts';
import { type Steps, statement } from '../statements/statement.ts';

export const accountOperations = {
  getAccount: read(getAccount),
  insertAccount: write(insertAccount),
  listAccounts: read(listAccounts),
  setAccountLimits: write(setAccountLimits),
  setImageHosts: write(setImageHosts),
};

const ACCOUNT = sql`id, name, created_at, limits, image_hosts`;

function readAccount(row: Row): AccountRow {
  const limits = textOrNull(row[3]);
  const imageHosts = textOrNull(row[4]);
  return {
    id: textCell(row[0]),
    name: textCell(row[1]),
    createdAt: numberCell(row[2]),
    limits: limits === null ? {} : JSON.parse(limits),
    imageHosts: imageHosts === null ? [] : JSON.parse(imageHosts),
  };
}

function* insertAccount(dialect: SqlDialect, { account }: { readonly account: AccountRow }): Steps<null> {
  const seq = yield* reserveNumber(dialect, 'accounts');
  const { id, name, createdAt, limits, imageHosts } = account;
  yield statement(
    dialect,
    sql`
      INSERT INTO accounts (id, seq, name, created_at, limits, image_hosts)
      VALUES (${id}, ${seq}, ${name}, ${createdAt}, ${limitsCell(limits)}, ${hostsCell(imageHosts)})`,
  );
  return null;
}

function limitsCell(limits: AccountLimits): string | null {
  return Object.keys(limits).length === 0 ? null : JSON.stringify(limits);
}

function hostsCell(hosts: readonly string[]): string | null {
  return hosts.length === 0 ? null : JSON.stringify(hosts);
}

function* setAccountLimits(
  dialect: SqlDialect,
  { accountId, limits }: { readonly accountId: string; readonly limits: AccountLimits },
): Steps<boolean> {
  const rows = yield statement(
    dialect,
    sql`
      UPDATE accounts
      SET limits = ${limitsCell(limits)}
      WHERE id = ${accountId}`,
  );
  return changedRows(rows) > 0;
}

function* setImageHosts(
  dialect: SqlDialect,
  { accountId, hosts }: { readonly accountId: string; readonly hosts: readonly string[] },
): Steps<boolean> {
  const rows = yield statement(
    dialect,
    sql`
      UPDATE accounts
      SET image_hosts = ${hostsCell(hosts)}
      WHERE id = ${accountId}`,
  );
  return changedRows(rows) > 0;
}

function* getAccount(
  dialect: SqlDialect,
  { accountId }: { readonly accountId: string },
): Steps<AccountRow | null> {
  const [row] = yield statement(
    dialect,
    sql`
      SELECT ${ACCOUNT}
      FROM accounts
      WHERE id = ${accountId}`,
  );
  return row === undefined ? null : readAccount(row);
}

function* listAccounts(dialect: SqlDialect, _: null): Steps<AccountRow[]> {
  const rows = yield statement(
    dialect,
    sql`
      SELECT ${ACCOUNT}
      FROM accounts
      ORDER BY seq`,
  );
  return rows.map(readAccount);
}
