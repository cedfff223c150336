import { createHash } from 'node:crypto';
import Database from 'better-sqlite3';
import pg from 'pg';

type Row = Readonly<Record<string, unknown>>;

/** The rows of every table in a stable order, read without Vitrine. */
export type DatabaseDump = Readonly<Record<string, readonly Row[]>>;

/** Columns that every request changes: the last use of a key and, on SQLite, the count of such changes (`look_ups`). */
const MOVING = new Set(['last_used_at', 'changes']);

export function dumpSqlite(path: string): DatabaseDump {
  const database = new Database(path, { readonly: true });
  try {
    const names = database
      .prepare<[], string>(
        "SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite_%' ORDER BY name",
      )
      .pluck()
      .all();
    return Object.fromEntries(
      names.map((name) => [name, sorted(database.prepare<[], Row>(`SELECT * FROM "${name}"`).all())]),
    );
  } finally {
    database.close();
  }
}

export async function dumpPostgres(url: string): Promise<DatabaseDump> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    const tables = await client.query<{ name: string }>(
      // Unlogged tables hold what only columns in memory need.
      "SELECT relname AS name FROM pg_class WHERE relkind IN ('r', 'p') AND relpersistence = 'p' AND NOT relispartition AND relnamespace = current_schema()::regnamespace ORDER BY relname",
    );
    const dump: [string, readonly Row[]][] = [];
    for (const { name } of tables.rows) {
      dump.push([name, sorted((await client.query<Row>(`SELECT * FROM "${name}"`)).rows)]);
    }
    return Object.fromEntries(dump);
  } finally {
    await client.end();
  }
}

function sorted(rows: readonly Row[]): Row[] {
  return rows
    .map((row) =>
      Object.fromEntries(Object.entries(row).map(([column, value]) => [column, shown(column, value)])),
    )
    .toSorted((a, b) => (JSON.stringify(a) < JSON.stringify(b) ? -1 : 1));
}

function shown(column: string, value: unknown): unknown {
  if (MOVING.has(column)) return null;
  return value instanceof Uint8Array ? createHash('sha256').update(value).digest('hex') : value;
}

/** Returns the rows of an account: those that name the account, one of its stores or one of its maps. */
export function rowsOfAccount(dump: DatabaseDump, accountId: string): DatabaseDump {
  const own = (table: string, column: string) =>
    (dump[table] ?? []).filter((row) => row.account_id === accountId).map((row) => row[column]);
  // SQLite identifies a store in records by its number, PostgreSQL by its id.
  const stores = new Set([...own('stores', 'id'), ...own('stores', 'seq')]);
  const maps = new Set(own('maps', 'map_key'));
  return Object.fromEntries(
    Object.entries(dump).map(([table, rows]) => [
      table,
      rows.filter(
        (row) =>
          row.account_id === accountId ||
          stores.has(row.store_id) ||
          stores.has(row.store_number) ||
          maps.has(row.map_key),
      ),
    ]),
  );
}
