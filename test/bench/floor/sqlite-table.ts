import Database from 'better-sqlite3';
import type { FloorTable, SummaryRow } from './app.ts';
import { cellsOf, type RecordJson, type RecordTableRow, type RowForm } from './record-rows.ts';
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

const SQL: Omit<FloorSql, 'form'> = {
  parameter: () => '?',
  contains: (text, needle) => `instr(${text}, ${needle}) > 0`,
  like: (text, pattern) => `${text} LIKE ${pattern}`,
  month: (column) => `strftime('%Y-%m', ${column} / 1000, 'unixepoch')`,
};

/** The bytes of the file that the lean floor maps. */
const MAPPED_BYTES = 256 * 1024 * 1024;

function tableOf(form: RowForm): string {
  const folded = form.isLean ? '' : 'name_folded TEXT, ';
  const date = form.isLean ? 'TEXT' : 'INTEGER';
  return `CREATE TABLE IF NOT EXISTS records (
    seq INTEGER PRIMARY KEY, sku TEXT NOT NULL, name TEXT, ${folded}color TEXT, price REAL, stock REAL,
    active INTEGER, released ${date}, link TEXT, created_at ${date} NOT NULL, updated_at ${date} NOT NULL);
    CREATE UNIQUE INDEX IF NOT EXISTS records_sku ON records (sku);`;
}

/** For the questions of `compare-columns.ts`. Each has an index in which the engine finds all that it reads. */
const INDEXES = `
  CREATE INDEX IF NOT EXISTS records_name ON records (name);
  CREATE INDEX IF NOT EXISTS records_color ON records (color, price);
  CREATE INDEX IF NOT EXISTS records_stock ON records (stock, price);
  CREATE INDEX IF NOT EXISTS records_active ON records (active, released, price);`;

/** Opens a hand-written implementation for this table on SQLite, with the durability that Vitrine guarantees. */
export function openSqliteTable(file: string, form: RowForm, isIndexed = false): FloorTable {
  const sql: FloorSql = { ...SQL, form };
  const columns = form.writtenColumns;
  const db = new Database(file);
  db.pragma('journal_mode = WAL');
  db.pragma('synchronous = FULL');
  db.pragma('cache_size = -65536');
  if (form.isLean) db.pragma(`mmap_size = ${MAPPED_BYTES}`);
  db.exec(tableOf(form));
  if (isIndexed) db.exec(INDEXES);
  const write = writeQueue(db);
  const statements = new Map<string, Database.Statement<unknown[]>>();

  function statement(text: string): Database.Statement<unknown[]> {
    let found = statements.get(text);
    if (found === undefined) {
      found = db.prepare<unknown[]>(text);
      statements.set(text, found);
    }
    return found;
  }

  const rows = ({ sql: text, params }: Query) => statement(text).all(...params) as RecordTableRow[];
  const value = (text: string, params: unknown[]) =>
    statement(text)
      .pluck()
      .get(...params) as number | null;
  const getRow = db.prepare<[string], RecordTableRow>('SELECT * FROM records WHERE sku = ?');
  const deleteRow = db.prepare<[string]>('DELETE FROM records WHERE sku = ?');
  const insert = `INSERT INTO records (${columns.join(', ')}) VALUES (${columns.map(() => '?').join(', ')})`;
  const insertRow = db.prepare<unknown[]>(insert);
  const replaced = columns.filter((column) => column !== 'sku' && column !== 'created_at');
  const replaceRow = db.prepare<unknown[], { created: number }>(
    `${insert} ON CONFLICT (sku) DO UPDATE SET ${replaced.map((column) => `${column} = excluded.${column}`).join(', ')}
      RETURNING created_at = updated_at AS created`,
  );

  function upsert(body: RecordJson, now: number): 'created' | 'updated' {
    const { sql: assignments, params } = changeOf(sql, body, now);
    const { changes } = statement(`UPDATE records SET ${assignments} WHERE sku = ?`).run(...params, body.sku);
    if (changes === 1) return 'updated';
    insertRow.run(...cellsOf(form, body, now));
    return 'created';
  }

  /** Upserts with one statement. Takes a record for new if its times are equal. */
  function replace(body: RecordJson, now: number): 'created' | 'updated' {
    return replaceRow.get(...cellsOf(form, body, now))?.created === 1 ? 'created' : 'updated';
  }

  const putRow = form.isLean ? replace : upsert;

  return {
    get: (sku) => getRow.get(sku),
    list: (query) => rows(listOf(sql, query)),
    search: (body, limit) => rows(searchOf(sql, body, limit)),
    query: (body, before, limit) => rows(queryOf(sql, body, before, limit)),
    summarize(body) {
      const { sql: text, params } = summaryOf(sql, body);
      return statement(text).all(...params) as SummaryRow[];
    },
    count(body) {
      const { sql: where, params } = whereOf(sql, body);
      return value(`SELECT count(*) FROM records${where}`, params) ?? 0;
    },
    aggregate(body, op, field) {
      const { sql: where, params } = whereOf(sql, body);
      return value(`SELECT ${op}(${field}) FROM records${where}`, params);
    },
    insert: (body, now) =>
      write(() => {
        insertRow.run(...cellsOf(form, body, now));
      }),
    upsert: (bodies, now) => write(() => bodies.map((body) => putRow(body, now))),
    patch: (sku, change, now) => {
      const { sql: assignments, params } = changeOf(sql, change, now);
      const text = `UPDATE records SET ${assignments} WHERE sku = ? RETURNING *`;
      return write(() => statement(text).get(...params, sku) as RecordTableRow | undefined);
    },
    delete: (sku) => write(() => deleteRow.run(sku).changes),
    close() {
      db.close();
    },
  };
}
