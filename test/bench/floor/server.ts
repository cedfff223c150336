import { serve } from '@hono/node-server';
import type Database from 'better-sqlite3';
import { type Context, Hono } from 'hono';
import {
  fold,
  openRecordsTable,
  PROPERTIES,
  type Property,
  type RecordJson,
  type RecordTableRow,
  showRow,
  toCell,
} from './records-table.ts';
import { behind, orderOf, type SearchBody, whereOf } from './search-sql.ts';
import { writeQueue } from './write-queue.ts';

// The record routes of Vitrine for one table known beforehand, without schemas, checks of values, or problem bodies.
// `node server.ts <file> <port> <key>`

const [file = ':memory:', port = '0', key = ''] = process.argv.slice(2);
const keys = new Map([[key, { accountId: 'floor' }]]);
const db = openRecordsTable(file);
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

const rows = (sql: string, params: unknown[]) => statement(sql).all(...params) as RecordTableRow[];
const getRow = db.prepare<[string], RecordTableRow>('SELECT * FROM records WHERE sku = ?');
const deleteRow = db.prepare<[string]>('DELETE FROM records WHERE sku = ?');
const columns = [...PROPERTIES, 'name_folded', 'created_at', 'updated_at'];
const insertRow = db.prepare<unknown[]>(
  `INSERT INTO records (${columns.join(', ')}) VALUES (${columns.map(() => '?').join(', ')})`,
);

function insert(body: RecordJson, now: number): void {
  const cells = PROPERTIES.map((property) => toCell(property, body[property]));
  insertRow.run(...cells, body.name === null ? null : fold(body.name ?? ''), now, now);
}

/** `SET …` for the properties a body names. */
function changeOf(body: Partial<RecordJson>, now: number): { set: string; params: unknown[] } {
  const names = PROPERTIES.filter((property) => property !== 'sku' && body[property] !== undefined);
  const sets = names.map((property) => `${property} = ?`);
  const params = names.map((property) => toCell(property, body[property]));
  if (body.name !== undefined) {
    sets.push('name_folded = ?');
    params.push(body.name === null ? null : fold(body.name));
  }
  return { set: [...sets, 'updated_at = ?'].join(', '), params: [...params, now] };
}

function upsert(body: RecordJson, now: number): 'created' | 'updated' {
  const { set, params } = changeOf(body, now);
  if (statement(`UPDATE records SET ${set} WHERE sku = ?`).run(...params, body.sku).changes === 1)
    return 'updated';
  insert(body, now);
  return 'created';
}

const answer = (c: Context, row: RecordTableRow | undefined) =>
  row === undefined ? c.json({ title: 'Not Found', status: 404 }, 404) : c.json(showRow(row));

const app = new Hono();
app.get('/healthz', (c) => c.text('ok'));
app.use('/v2/*', async (c, next) => {
  const token = c.req.header('authorization');
  if (token === undefined || keys.get(token.slice(7)) === undefined) {
    return c.json({ title: 'Unauthorized', status: 401 }, 401);
  }
  return next();
});

const AGGREGATES = { sum: 'sum', avg: 'avg', min: 'min', max: 'max' };
const base = '/v2/stores/floor/records';

app.get(base, (c) => {
  const limit = Math.min(Number(c.req.query('limit') ?? 50), 100);
  const sortBy = c.req.query('sortBy') as Property | undefined;
  const sortDir = c.req.query('sortDir');
  const cursor = c.req.query('cursor');
  const after =
    cursor === undefined
      ? null
      : behind(sortBy, sortDir, JSON.parse(Buffer.from(cursor, 'base64url').toString()));
  const where = after === null ? '' : ` WHERE ${after.sql}`;
  const found = rows(`SELECT * FROM records${where}${orderOf(sortBy, sortDir)} LIMIT ?`, [
    ...(after?.params ?? []),
    limit + 1,
  ]);
  const page = found.length > limit ? found.slice(0, limit) : found;
  const last = found.length > limit ? page[limit - 1] : undefined;
  if (last === undefined) return c.json({ items: page.map(showRow), limit });
  const place = JSON.stringify([sortBy === undefined ? null : last[sortBy], last.seq]);
  return c.json({ items: page.map(showRow), limit, cursor: Buffer.from(place).toString('base64url') });
});

app.post(base, async (c) => {
  const body = await c.req.json<RecordJson>();
  const now = Date.now();
  await write(() => insert(body, now));
  const date = new Date(now).toISOString();
  const released = body.released === null ? null : new Date(body.released).toISOString();
  c.header('Location', `${base}/${encodeURIComponent(body.sku)}`);
  return c.json({ id: body.sku, ...body, released, date_created: date, date_updated: date }, 201);
});

app.post(`${base}/batch`, async (c) => {
  const { records } = await c.req.json<{ records: RecordJson[] }>();
  const now = Date.now();
  const results = await write(() =>
    records.map((body, index) => ({ index, id: body.sku, status: upsert(body, now) })),
  );
  const created = results.filter(({ status }) => status === 'created').length;
  return c.json({ results, created, updated: results.length - created, failed: 0 });
});

app.post(`${base}/lookup`, async (c) => answer(c, getRow.get((await c.req.json<RecordJson>()).sku)));

app.post(`${base}/search`, async (c) => {
  const body = await c.req.json<SearchBody>();
  const limit = Math.min(body.limit ?? 100, 100);
  const where = whereOf(body);
  const sql = `SELECT * FROM records${where.sql}${orderOf(body.sortBy, body.sortDir)} LIMIT ?`;
  const found = rows(sql, [...where.params, limit + 1]);
  return c.json({ items: found.slice(0, limit).map(showRow), limit, truncated: found.length > limit });
});

app.post(`${base}/count`, async (c) => {
  const where = whereOf(await c.req.json<SearchBody>());
  const count = statement(`SELECT count(*) FROM records${where.sql}`)
    .pluck()
    .get(...where.params);
  return c.json({ count });
});

app.post(`${base}/aggregate`, async (c) => {
  const body = await c.req.json<SearchBody & { field: Property; op: 'sum' | 'avg' | 'min' | 'max' }>();
  if (!PROPERTIES.includes(body.field)) throw new Error(`No property ${body.field}`);
  const where = whereOf(body);
  const sql = `SELECT ${AGGREGATES[body.op]}(${body.field}) FROM records${where.sql}`;
  const result = statement(sql)
    .pluck()
    .get(...where.params);
  return c.json({ field: body.field, op: body.op, result });
});

app.get(`${base}/export`, (c) => {
  const found = rows('SELECT * FROM records ORDER BY seq DESC LIMIT ?', [10_001]);
  c.header('Content-Disposition', 'attachment; filename="floor.json"');
  if (found.length > 10_000) c.header('Vitrine-Truncated', 'true');
  return c.json(found.slice(0, 10_000).map(showRow));
});

app.get(`${base}/:id`, (c) => answer(c, getRow.get(c.req.param('id'))));

app.patch(`${base}/:id`, async (c) => {
  const { set, params } = changeOf(await c.req.json<Partial<RecordJson>>(), Date.now());
  const id = c.req.param('id');
  const sql = `UPDATE records SET ${set} WHERE sku = ? RETURNING *`;
  return answer(c, await write(() => statement(sql).get(...params, id) as RecordTableRow | undefined));
});

app.delete(`${base}/:id`, async (c) => {
  const id = c.req.param('id');
  const { changes } = await write(() => deleteRow.run(id));
  return c.json({ id, status: changes === 1 ? 'deleted' : 'already_deleted' });
});

const server = serve({ fetch: app.fetch, hostname: '127.0.0.1', port: Number(port) });
process.once('SIGTERM', () => {
  server.close();
  db.close();
  process.exit(0);
});
