import pg from 'pg';
import type { FloorTable, SummaryRow } from './app.ts';
import { cellsOf, type RecordJson, type RecordTableRow, type RowForm } from './record-rows.ts';
import { changeOf, type FloorSql, listOf, queryOf, searchOf, summaryOf, whereOf } from './search-sql.ts';

/** The same number of connections as Vitrine opens. */
const POOL = 20;
/** The type bigint of PostgreSQL, which pg returns as text by default. All values here are below 2^53. */
const BIGINT = 20;

const SQL: Omit<FloorSql, 'form'> = {
  parameter: (position) => `$${position}`,
  contains: (text, needle) => `strpos(${text}, ${needle}) > 0`,
  like: (text, pattern) => `${text} ILIKE ${pattern}`,
  month: (column) => `to_char(to_timestamp(${column} / 1000) AT TIME ZONE 'UTC', 'YYYY-MM')`,
};

function tableOf(form: RowForm): string {
  const folded = form.isLean ? '' : 'name_folded text COLLATE "C", ';
  const date = form.isLean ? 'text COLLATE "C"' : 'bigint';
  return `CREATE TABLE IF NOT EXISTS records (
    seq bigint GENERATED ALWAYS AS IDENTITY, sku text COLLATE "C" PRIMARY KEY, name text COLLATE "C", ${folded}
    color text COLLATE "C", price double precision, stock double precision, active boolean, released ${date},
    link text COLLATE "C", created_at ${date} NOT NULL, updated_at ${date} NOT NULL);
    CREATE UNIQUE INDEX IF NOT EXISTS records_seq ON records (seq);`;
}

/** For the questions of `compare-columns.ts`. Each has an index in which the engine finds all that it reads. */
const INDEXES = `
  CREATE INDEX IF NOT EXISTS records_name ON records (name);
  CREATE INDEX IF NOT EXISTS records_color ON records (color, price);
  CREATE INDEX IF NOT EXISTS records_stock ON records (stock, price);
  CREATE INDEX IF NOT EXISTS records_active ON records (active, released, price);`;

function typeOf(form: RowForm, column: string): string {
  if (column === 'price' || column === 'stock') return 'double precision';
  if (column === 'active') return 'boolean';
  const isDate = column === 'released' || column === 'created_at' || column === 'updated_at';
  return isDate && !form.isLean ? 'bigint' : 'text';
}

function insertOf({ writtenColumns }: RowForm): string {
  const places = writtenColumns.map((_, i) => `$${i + 1}`);
  return `INSERT INTO records (${writtenColumns.join(', ')}) VALUES (${places.join(', ')})`;
}

/** Returns one statement for a batch. Rows are ordered by key, so that two batches can't deadlock. */
function upsertOf(form: RowForm): string {
  const columns = form.writtenColumns.join(', ');
  const lists = form.writtenColumns.map((column, i) => `$${i + 1}::${typeOf(form, column)}[]`);
  const changes = form.writtenColumns
    .filter((column) => column !== 'sku' && column !== 'created_at')
    .map((column) => `${column} = excluded.${column}`);
  return `INSERT INTO records (${columns}) SELECT * FROM unnest(${lists.join(', ')}) AS given (${columns})
    ORDER BY sku COLLATE "C" ON CONFLICT (sku) DO UPDATE SET ${changes.join(', ')} RETURNING sku, xmax = 0 AS created`;
}

/** Opens a hand-written implementation for this table on PostgreSQL, with a pool and prepared statements. */
export async function openPostgresTable(url: string, form: RowForm, isIndexed = false): Promise<FloorTable> {
  const sql: FloorSql = { ...SQL, form };
  const insert = insertOf(form);
  const upsert = upsertOf(form);
  const pool = new pg.Pool({ connectionString: url, max: POOL });
  pg.types.setTypeParser(BIGINT, Number);
  await pool.query(tableOf(form));
  if (isIndexed) await pool.query(INDEXES);
  const names = new Map<string, string>();

  async function rows<Row extends pg.QueryResultRow = RecordTableRow>(
    text: string,
    values: unknown[],
  ): Promise<Row[]> {
    let name = names.get(text);
    if (name === undefined) {
      name = `s${names.size}`;
      names.set(text, name);
    }
    return (await pool.query<Row>({ name, text, values })).rows;
  }

  return {
    get: async (sku) => (await rows('SELECT * FROM records WHERE sku = $1', [sku]))[0],
    list(query) {
      const { sql: text, params } = listOf(sql, query);
      return rows(text, params);
    },
    search(body, limit) {
      const { sql: text, params } = searchOf(sql, body, limit);
      return rows(text, params);
    },
    query(body, before, limit) {
      const { sql: text, params } = queryOf(sql, body, before, limit);
      return rows(text, params);
    },
    summarize(body) {
      const { sql: text, params } = summaryOf(sql, body);
      return rows<SummaryRow>(text, params);
    },
    async count(body) {
      const { sql: where, params } = whereOf(sql, body);
      const [row] = await rows<{ count: number }>(`SELECT count(*) FROM records${where}`, params);
      return row?.count ?? 0;
    },
    async aggregate(body, op, field) {
      const { sql: where, params } = whereOf(sql, body);
      const [row] = await rows<{ result: number | null }>(
        `SELECT ${op}(${field}) AS result FROM records${where}`,
        params,
      );
      return row?.result ?? null;
    },
    async insert(body, now) {
      await rows(insert, cellsOf(form, body, now));
    },
    async upsert(bodies, now) {
      // A statement can't change a row twice, so the last of equal keys counts.
      const latest = [...new Map(bodies.map((body) => [body.sku, body])).values()];
      const cells = latest.map((body) => cellsOf(form, body, now));
      const given = form.writtenColumns.map((_, column) => cells.map((row) => row[column]));
      const written = await rows<{ sku: string; created: boolean }>(upsert, given);
      const created = new Set(written.filter((row) => row.created).map(({ sku }) => sku));
      return bodies.map(({ sku }: RecordJson) => (created.delete(sku) ? 'created' : 'updated'));
    },
    async patch(sku, change, now) {
      const { sql: assignments, params } = changeOf(sql, change, now);
      return (
        await rows(`UPDATE records SET ${assignments} WHERE sku = $${params.push(sku)} RETURNING *`, params)
      )[0];
    },
    delete: async (sku) => (await rows('DELETE FROM records WHERE sku = $1 RETURNING sku', [sku])).length,
    close: () => pool.end(),
  };
}
