import pg from 'pg';
import type { FloorTable, SummaryRow } from './app.ts';
import { cellsOf, type RecordJson, type RecordTableRow, WRITTEN_COLUMNS } from './record-rows.ts';
import { changeOf, type FloorSql, listOf, queryOf, searchOf, summaryOf, whereOf } from './search-sql.ts';

/** The same number of connections as Vitrine opens. */
const POOL = 20;
/** The type bigint of PostgreSQL, which pg returns as text by default. All values here are below 2^53. */
const BIGINT = 20;

const SQL: FloorSql = {
  parameter: (position) => `$${position}`,
  contains: (text, needle) => `strpos(${text}, ${needle}) > 0`,
  month: (column) => `to_char(to_timestamp(${column} / 1000) AT TIME ZONE 'UTC', 'YYYY-MM')`,
};

const TABLE = `CREATE TABLE IF NOT EXISTS records (
    seq bigint GENERATED ALWAYS AS IDENTITY, sku text COLLATE "C" PRIMARY KEY, name text COLLATE "C",
    name_folded text COLLATE "C", color text COLLATE "C", price double precision, stock double precision,
    active boolean, released bigint, link text COLLATE "C", created_at bigint NOT NULL, updated_at bigint NOT NULL);
    CREATE UNIQUE INDEX IF NOT EXISTS records_seq ON records (seq);`;

const TYPES: Readonly<Record<string, string>> = {
  price: 'double precision',
  stock: 'double precision',
  active: 'boolean',
  released: 'bigint',
  created_at: 'bigint',
  updated_at: 'bigint',
};

const columns = WRITTEN_COLUMNS.join(', ');
const INSERT = `INSERT INTO records (${columns}) VALUES (${WRITTEN_COLUMNS.map((_, i) => `$${i + 1}`).join(', ')})`;
/** One statement for a batch. Rows are ordered by key, so that two batches can't deadlock. */
const UPSERT = `INSERT INTO records (${columns}) SELECT * FROM unnest(${WRITTEN_COLUMNS.map(
  (column, i) => `$${i + 1}::${TYPES[column] ?? 'text'}[]`,
).join(
  ', ',
)}) AS given (${columns}) ORDER BY sku COLLATE "C" ON CONFLICT (sku) DO UPDATE SET ${WRITTEN_COLUMNS.filter(
  (column) => column !== 'sku' && column !== 'created_at',
)
  .map((column) => `${column} = excluded.${column}`)
  .join(', ')} RETURNING sku, xmax = 0 AS created`;

/** Opens a hand-written implementation for this table on PostgreSQL, with a pool and prepared statements. */
export async function openPostgresTable(url: string): Promise<FloorTable> {
  const pool = new pg.Pool({ connectionString: url, max: POOL });
  pg.types.setTypeParser(BIGINT, Number);
  await pool.query(TABLE);
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
      const { sql, params } = listOf(SQL, query);
      return rows(sql, params);
    },
    search(body, limit) {
      const { sql, params } = searchOf(SQL, body, limit);
      return rows(sql, params);
    },
    query(body, before, limit) {
      const { sql, params } = queryOf(SQL, body, before, limit);
      return rows(sql, params);
    },
    summarize(body) {
      const { sql, params } = summaryOf(SQL, body);
      return rows<SummaryRow>(sql, params);
    },
    async count(body) {
      const { sql, params } = whereOf(SQL, body);
      const [row] = await rows<{ count: number }>(`SELECT count(*) FROM records${sql}`, params);
      return row?.count ?? 0;
    },
    async aggregate(body, op, field) {
      const { sql, params } = whereOf(SQL, body);
      const [row] = await rows<{ result: number | null }>(
        `SELECT ${op}(${field}) AS result FROM records${sql}`,
        params,
      );
      return row?.result ?? null;
    },
    async insert(body, now) {
      await rows(INSERT, cellsOf(body, now));
    },
    async upsert(bodies, now) {
      // A statement can't change a row twice, so the last of equal keys counts.
      const latest = [...new Map(bodies.map((body) => [body.sku, body])).values()];
      const cells = latest.map((body) => cellsOf(body, now));
      const given = WRITTEN_COLUMNS.map((_, column) => cells.map((row) => row[column]));
      const written = await rows<{ sku: string; created: boolean }>(UPSERT, given);
      const created = new Set(written.filter((row) => row.created).map(({ sku }) => sku));
      return bodies.map(({ sku }: RecordJson) => (created.delete(sku) ? 'created' : 'updated'));
    },
    async patch(sku, change, now) {
      const { sql, params } = changeOf(SQL, change, now);
      return (
        await rows(`UPDATE records SET ${sql} WHERE sku = $${params.push(sku)} RETURNING *`, params)
      )[0];
    },
    delete: async (sku) => (await rows('DELETE FROM records WHERE sku = $1 RETURNING sku', [sku])).length,
    close: () => pool.end(),
  };
}
