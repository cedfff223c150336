import { type Context, Hono } from 'hono';
import {
  PROPERTIES,
  type Property,
  type RecordJson,
  type RecordTableRow,
  type RowForm,
} from './record-rows.ts';
import type { ListQuery, SearchBody, SummaryBody } from './search-sql.ts';

type MaybePromise<Value> = Value | Promise<Value>;

/** The only table, hand-written for its database. Writes are durable when they are acknowledged. */
export interface FloorTable {
  get(sku: string): MaybePromise<RecordTableRow | undefined>;
  list(query: ListQuery): MaybePromise<RecordTableRow[]>;
  search(body: SearchBody, limit: number): MaybePromise<RecordTableRow[]>;
  /** Returns matching rows before a number, newest first. */
  query(body: SearchBody, before: number | null, limit: number): MaybePromise<RecordTableRow[]>;
  summarize(body: SummaryBody): MaybePromise<SummaryRow[]>;
  count(body: SearchBody): MaybePromise<number>;
  aggregate(body: SearchBody, op: string, field: Property): MaybePromise<number | null>;
  insert(body: RecordJson, now: number): MaybePromise<void>;
  upsert(bodies: RecordJson[], now: number): MaybePromise<('created' | 'updated')[]>;
  patch(sku: string, change: Partial<RecordJson>, now: number): MaybePromise<RecordTableRow | undefined>;
  /** Returns the number of deleted records. */
  delete(sku: string): MaybePromise<number>;
  close(): MaybePromise<void>;
}

export interface SummaryRow {
  readonly key: string | null;
  readonly sum: number | null;
  readonly count: number;
}

const OPS = ['sum', 'avg', 'min', 'max'];
const EXPORTED = 10_000;
const base = '/v2/stores/floor/records';

/**
 * Returns the record routes of Vitrine for one fixed table, without schemas, validation of values, or problem bodies.
 * The lean floor checks no key, and takes a full page for a page with another after it.
 */
export function floorApp(table: FloorTable, form: RowForm, key: string): Hono {
  const keys = new Map([[key, { accountId: 'floor' }]]);
  const { show } = form;
  /** Rows that are read beyond a page, to know whether there are more. */
  const ahead = form.isLean ? 0 : 1;
  const cut = (found: RecordTableRow[], limit: number) => ({
    page: found.length > limit ? found.slice(0, limit) : found,
    more: found.length === limit + ahead,
  });
  const answer = (c: Context, row: RecordTableRow | undefined) =>
    row === undefined ? c.json({ title: 'Not Found', status: 404 }, 404) : c.json(show(row));
  const app = new Hono();
  app.get('/healthz', (c) => c.text('ok'));
  if (!form.isLean)
    app.use('/v2/*', async (c, next) => {
      const token = c.req.header('authorization');
      if (token === undefined || keys.get(token.slice(7)) === undefined) {
        return c.json({ title: 'Unauthorized', status: 401 }, 401);
      }
      return next();
    });

  app.get(base, async (c) => {
    const limit = Math.min(Number(c.req.query('limit') ?? 50), 100);
    const sortBy = c.req.query('sortBy') as Property | undefined;
    const sortDir = c.req.query('sortDir');
    const cursor = c.req.query('cursor');
    const after = cursor === undefined ? null : JSON.parse(Buffer.from(cursor, 'base64url').toString());
    const { page, more } = cut(await table.list({ sortBy, sortDir, after, limit: limit + ahead }), limit);
    const last = more ? page[limit - 1] : undefined;
    if (last === undefined) return c.json({ items: page.map(show), limit });
    const place = JSON.stringify([sortBy === undefined ? null : last[sortBy], last.seq]);
    return c.json({ items: page.map(show), limit, cursor: Buffer.from(place).toString('base64url') });
  });

  app.post(base, async (c) => {
    const body = await c.req.json<RecordJson>();
    const now = Date.now();
    await table.insert(body, now);
    const date = new Date(now).toISOString();
    const released =
      body.released === null || form.isLean ? body.released : new Date(body.released).toISOString();
    c.header('Location', `${base}/${encodeURIComponent(body.sku)}`);
    return c.json({ id: body.sku, ...body, released, date_created: date, date_updated: date }, 201);
  });

  app.post(`${base}/batch`, async (c) => {
    const { records } = await c.req.json<{ records: RecordJson[] }>();
    const statuses = await table.upsert(records, Date.now());
    const results = statuses.map((status, index) => ({ index, id: records[index]?.sku, status }));
    const created = results.filter(({ status }) => status === 'created').length;
    return c.json({ results, created, updated: results.length - created, failed: 0 });
  });

  app.post(`${base}/lookup`, async (c) => answer(c, await table.get((await c.req.json<RecordJson>()).sku)));

  app.post(`${base}/search`, async (c) => {
    const body = await c.req.json<SearchBody>();
    const limit = Math.min(body.limit ?? 100, 100);
    const { page, more } = cut(await table.search(body, limit + ahead), limit);
    return c.json({ items: page.map(show), limit, truncated: more });
  });

  app.post(`${base}/query`, async (c) => {
    const body = await c.req.json<SearchBody & { cursor?: string }>();
    const limit = Math.min(body.limit ?? 50, 1_000);
    const before =
      body.cursor === undefined ? null : Number(Buffer.from(body.cursor, 'base64url').toString());
    const { page, more } = cut(await table.query(body, before, limit + ahead), limit);
    const items = page.map(show);
    if (!more) return c.json({ items, limit });
    const cursor = Buffer.from(String(page[limit - 1]?.seq)).toString('base64url');
    return c.json({ items, limit, cursor });
  });

  app.post(`${base}/summarize`, async (c) => {
    const body = await c.req.json<SummaryBody>();
    const [{ field, bucket }] = body.groupBy;
    const found = await table.summarize(body);
    const groups = found.slice(0, 1_000).map(({ key, sum, count }) => ({
      key: { [field]: bucket === undefined || key === null ? key : `${key}-01T00:00:00+00:00` },
      values: { [`sum_${body.measures[0].field}`]: sum },
      count,
    }));
    return c.json({ groups, limit: 1_000, truncated: found.length > 1_000 });
  });

  app.post(`${base}/count`, async (c) =>
    c.json({ count: await table.count(await c.req.json<SearchBody>()) }),
  );

  app.post(`${base}/aggregate`, async (c) => {
    const body = await c.req.json<SearchBody & { field: Property; op: string }>();
    const { field, op } = body;
    if (!PROPERTIES.includes(field)) throw new Error(`No property ${field}`);
    if (!OPS.includes(op)) throw new Error(`No aggregate ${op}`);
    return c.json({ field, op, result: await table.aggregate(body, op, field) });
  });

  app.get(`${base}/export`, async (c) => {
    const { page, more } = cut(await table.search({}, EXPORTED + ahead), EXPORTED);
    c.header('Content-Disposition', 'attachment; filename="floor.json"');
    if (more) c.header('Vitrine-Truncated', 'true');
    return c.json(page.map(show));
  });

  app.get(`${base}/:id`, async (c) => answer(c, await table.get(c.req.param('id'))));

  app.patch(`${base}/:id`, async (c) => {
    const change = await c.req.json<Partial<RecordJson>>();
    return answer(c, await table.patch(c.req.param('id'), change, Date.now()));
  });

  app.delete(`${base}/:id`, async (c) => {
    const id = c.req.param('id');
    return c.json({ id, status: (await table.delete(id)) === 1 ? 'deleted' : 'already_deleted' });
  });

  return app;
}
