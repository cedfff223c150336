import { createServer, type IncomingMessage } from 'node:http';
import pg from 'pg';

// `node json-batches.ts <database url> <port>`
//
// Writes batches as PostgREST does: the body of the request is the only parameter of a statement, in which the database
// reads the JSON, in a transaction with settings of the request. It checks no key and no value, and its response is a number.

const [url = '', port = '0'] = process.argv.slice(2);
const POOL = 20;

const TYPES = {
  sku: 'text',
  name: 'text',
  color: 'text',
  price: 'double precision',
  stock: 'double precision',
  active: 'boolean',
  released: 'timestamptz',
  link: 'text',
};
const columns = Object.keys(TYPES);
const typed = Object.entries(TYPES).map(([column, type]) => `${column} ${type}`);
const changes = columns
  .filter((column) => column !== 'sku')
  .map((column) => `${column} = excluded.${column}`);

const SETTINGS = `SELECT
  set_config('search_path', 'public', true),
  set_config('request.method', $1, true),
  set_config('request.path', $2, true)`;

/** Each key once and in order, which PostgREST does not see to, so that no batch fails and two can't deadlock. */
const UPSERT = `WITH written AS (
  INSERT INTO records (${columns.join(', ')})
  SELECT DISTINCT ON (sku) ${columns.join(', ')}
  FROM json_to_recordset(CAST($1 AS json) -> 'records') AS given (${typed.join(', ')})
  ORDER BY sku
  ON CONFLICT (sku) DO UPDATE SET ${changes.join(', ')}
  RETURNING 1)
SELECT CAST(count(*) AS integer) AS count FROM written`;

const pool = new pg.Pool({ connectionString: url, max: POOL });
await pool.query(`CREATE TABLE IF NOT EXISTS records (${typed.join(', ')}, PRIMARY KEY (sku))`);

async function readBody(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString();
}

/** Returns the number of records. */
async function upsert(path: string, body: string): Promise<number> {
  const client = await pool.connect();
  try {
    await client.query('BEGIN');
    await client.query({ name: 'settings', text: SETTINGS, values: ['POST', path] });
    const { rows } = await client.query({ name: 'upsert', text: UPSERT, values: [body] });
    await client.query('COMMIT');
    return rows[0].count;
  } finally {
    client.release();
  }
}

const server = createServer(async (request, response) => {
  const path = request.url ?? '';
  if (path.endsWith('/batch')) {
    const created = await upsert(path, await readBody(request));
    response.writeHead(201, { 'content-type': 'application/json' });
    response.end(JSON.stringify({ created }));
  } else response.end();
}).listen(Number(port), '127.0.0.1');
process.once('SIGTERM', async () => {
  server.close();
  server.closeIdleConnections();
  await pool.end();
  process.exit(0);
});
