import { dealByAccount, turnsAfter } from '@vitrine/core/adapter';
import { numberCell, onlyRow, textCell } from './cells.ts';
import { and, list } from './clauses.ts';
import type { SqlDialect } from './dialect.ts';
import { NOTHING, type Row, type Sql, sql } from './sql.ts';
import { type Steps, statement } from './statement.ts';

/** A queue whose rows carry the account that they are due for. */
export interface AccountQueue<Claim> {
  readonly name: 'geocoding' | 'jobs' | 'webhooks';
  readonly table: Sql;
  /** The columns that `claim` reads, after the account. */
  readonly columns: readonly Sql[];
  readonly account: Sql;
  readonly order: Sql;
  /** The condition of the partial index by account: the row waits, due or not. */
  readonly waits: Sql;
  /** The conditions that the row is due now. */
  readonly isDue: readonly Sql[];
  /** Claims a row of `columns`. Returns null if another caller was first. */
  claim(row: Row): Steps<Claim | null>;
}

/**
 * The number of due rows that are read first, in the order of their times. If there are fewer, their accounts take
 * turns. Otherwise the accounts with due rows are looked up, each with one step in the index by account, so that the
 * rows of an account are not counted.
 */
const LOOKED_AT = 64;

/** Claims at most `limit` due rows. Accounts take turns (`dealByAccount`). */
export function* claimByAccount<Claim>(
  dialect: SqlDialect,
  queue: AccountQueue<Claim>,
  limit: number,
): Steps<Claim[]> {
  const accountOf = (row: Row) => textCell(row[0]);
  let due = yield statement(dialect, selectDue(queue, [], LOOKED_AT));
  if (due.length === 0) return [];
  let turns: ReadonlyMap<string, number>;
  if (due.length < LOOKED_AT) {
    turns = yield* readTurns(dialect, queue, [...new Set(due.map(accountOf))]);
  } else {
    const accounts = (yield statement(dialect, selectAccounts(queue, limit))).map(accountOf);
    turns = new Map(accounts.map((account, i) => [account, i]));
    const rows: Row[] = [];
    for (const account of accounts) {
      const own = [sql`${queue.account} = ${account}`];
      rows.push(...(yield statement(dialect, selectDue(queue, own, limit))));
    }
    due = rows;
  }
  const claimed: Claim[] = [];
  const served: string[] = [];
  for (const row of dealByAccount(due, accountOf, (account) => turns.get(account))) {
    if (claimed.length === limit) break;
    const claim = yield* queue.claim(row);
    if (claim === null) continue;
    claimed.push(claim);
    served.push(accountOf(row));
  }
  yield* writeTurns(dialect, queue, served);
  return claimed;
}

function selectDue(
  { table, columns, account, order, isDue }: AccountQueue<unknown>,
  conditions: readonly Sql[],
  limit: number,
): Sql {
  return sql`
    SELECT ${list([account, ...columns])}
    FROM ${table}
    WHERE ${and([...isDue, ...conditions])}
    ORDER BY ${order}
    LIMIT ${limit}`;
}

/**
 * Selects the accounts with due rows whose last turns are longest ago. `LIMIT 1` in the search for a due row keeps
 * PostgreSQL from joining all due rows.
 */
function selectAccounts(queue: AccountQueue<unknown>, limit: number): Sql {
  const { name, table, account, waits, isDue } = queue;
  const first = (condition: Sql) => sql`
      SELECT ${account}
      FROM ${table}
      WHERE ${waits}
        ${condition}
      ORDER BY ${account}
      LIMIT 1`;
  return sql`
    WITH RECURSIVE waiting (holder) AS (
      SELECT (
        ${first(NOTHING)}
      )
      UNION ALL
      SELECT (
        ${first(sql`AND ${account} > holder`)}
      )
      FROM waiting
      WHERE holder IS NOT NULL
    )
    SELECT holder
    FROM waiting
    LEFT JOIN account_turns
      ON queue = ${name} AND account_turns.account_id = holder
    WHERE holder IS NOT NULL
      AND (
        SELECT 1
        FROM ${table}
        WHERE ${and([sql`${account} = holder`, ...isDue])}
        LIMIT 1
      ) = 1
    ORDER BY turn NULLS FIRST, holder
    LIMIT ${limit}`;
}

function* readTurns(
  dialect: SqlDialect,
  { name }: AccountQueue<unknown>,
  accounts: readonly string[],
): Steps<Map<string, number>> {
  // A single account needs no order.
  if (accounts.length < 2) return new Map();
  const rows = yield statement(
    dialect,
    sql`
      SELECT account_id, turn
      FROM account_turns
      WHERE queue = ${name}
        AND account_id IN (${list(accounts)})`,
  );
  return new Map(rows.map((row) => [textCell(row[0]), numberCell(row[1])]));
}

function* writeTurns(
  dialect: SqlDialect,
  { name }: AccountQueue<unknown>,
  served: readonly string[],
): Steps<void> {
  if (served.length === 0) return;
  const last = yield statement(
    dialect,
    sql`
      SELECT coalesce(max(turn), 0)
      FROM account_turns
      WHERE queue = ${name}`,
  );
  const turns = turnsAfter(served, numberCell(onlyRow(last)[0]));
  // In the same order for all callers, which prevents deadlocks.
  for (const [account, turn] of [...turns].sort(([a], [b]) => (a < b ? -1 : 1))) {
    yield statement(
      dialect,
      sql`
        INSERT INTO account_turns (queue, account_id, turn)
        VALUES (${name}, ${account}, ${turn})
        ON CONFLICT (queue, account_id) DO UPDATE
        SET turn = excluded.turn`,
    );
  }
}
