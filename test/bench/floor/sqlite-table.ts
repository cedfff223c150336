import Database from 'better-sqlite3';
import type { FloorTable, SummaryRow } from './app.ts';
import { cellsOf, type RecordJson, type RecordTableRow, WRITTEN_COLUMNS } from './record-rows.ts';
import {
  changeOf,
  type FloorSql,
  listOf,
  type Query,
  queryOf,
  searchOf,
  summaryOf,
  whereOf,
} from './search-sql.ts';
import { writeQueue } from './write-queue.ts';

const SQL: FloorSql = {
  parameter: () => '?',
  contains: (text, needle) => `instr(${text}, ${needle}) > 0`,
  month: (column) => `strftime('%Y-%m', ${column} / 1000, 'unixepoch')`,
};

/** Opens a hand-written implementation for this table on SQLite, with the durability that Vitrine guarantees. */
export function openSqliteTable(file: string): FloorTable {
  const db = new Database(file);
  db.pragma('journal_mode = WAL');
  db.pragma('synchronous = FULL');
  db.pragma('cache_size = -65536');
  db.exec(`CREATE TABLE IF NOT EXISTS records (
    seq INTEGER PRIMARY KEY, sku TEXT NOT NULL, name TEXT, name_folded TEXT, color TEXT, price REAL, stock REAL,
    active INTEGER, released INTEGER, link TEXT, created_at INTEGER NOT NULL, updated_at INTEGER NOT NULL);
    CREATE UNIQUE INDEX IF NOT EXISTS records_sku ON records (sku);`);
  const write = writeQueue(db);
  const statements = new Map<string, Database.Statement<unknown[]>>();

  function statement(sql: string): Database.Statement<unknown[]> {
    let found = statements.get(sql);
    if (found === undefined) {
      found = db.prepare<unknown[]>(sql);
      statements.set(sql, found);
    }
    return found;
  }

  const rows = ({ sql, params }: Query) => statement(sql).all(...params) as RecordTableRow[];
  const value = (sql: string, params: unknown[]) =>
    statement(sql)
      .pluck()
      .get(...params) as number | null;
  const getRow = db.prepare<[string], RecordTableRow>('SELECT * FROM records WHERE sku = ?');
  const deleteRow = db.prepare<[string]>('DELETE FROM records WHERE sku = ?');
  const insertRow = db.prepare<unknown[]>(
    `INSERT INTO records (${WRITTEN_COLUMNS.join(', ')}) VALUES (${WRITTEN_COLUMNS.map(() => '?').join(', ')})`,
  );

  function upsert(body: RecordJson, now: number): 'created' | 'updated' {
    const { sql, params } = changeOf(SQL, body, now);
    const { changes } = statement(`UPDATE records SET ${sql} WHERE sku = ?`).run(...params, body.sku);
    if (changes === 1) return 'updated';
    insertRow.run(...cellsOf(body, now));
    return 'created';
  }

  return {
    get: (sku) => getRow.get(sku),
    list: (query) => rows(listOf(SQL, query)),
    search: (body, limit) => rows(searchOf(SQL, body, limit)),
    query: (body, before, limit) => rows(queryOf(SQL, body, before, limit)),
    summarize(body) {
      const { sql, params } = summaryOf(SQL, body);
      return statement(sql).all(...params) as SummaryRow[];
    },
    count(body) {
      const { sql, params } = whereOf(SQL, body);
      return value(`SELECT count(*) FROM records${sql}`, params) ?? 0;
    },
    aggregate(body, op, field) {
      const { sql, params } = whereOf(SQL, body);
      return value(`SELECT ${op}(${field}) FROM records${sql}`, params);
    },
    insert: (body, now) =>
      write(() => {
        insertRow.run(...cellsOf(body, now));
      }),
    upsert: (bodies, now) => write(() => bodies.map((body) => upsert(body, now))),
    patch: (sku, change, now) => {
      const { sql, params } = changeOf(SQL, change, now);
      const text = `UPDATE records SET ${sql} WHERE sku = ? RETURNING *`;
      return write(() => statement(text).get(...params, sku) as RecordTableRow | undefined);
    },
    delete: (sku) => write(() => deleteRow.run(sku).changes),
    close() {
      db.close();
    },
  };
}
