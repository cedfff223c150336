import type { DatabaseName } from './bench-database.ts';
import { COLORS, sampleRecord, scatter, skuOf } from './sample-records.ts';

export interface BenchRequest {
  readonly method: string;
  /** The path after `/v2/stores/{storeId}/records`. */
  readonly path: string;
  readonly body?: unknown;
}

export interface OperationContext {
  /** Number of seeded records; their indexes are below it. */
  readonly records: number;
  /** Cursors by operation, different on each server. */
  readonly cursors: Readonly<Record<string, string>>;
}

export interface Operation {
  readonly name: string;
  /** The share of the floor's rate to reach; null if there is no target. */
  readonly target: Readonly<Record<DatabaseName, number>> | null;
  /** The share of the lean floor's rate to reach on SQLite at 32 connections. */
  readonly leanTarget?: number;
  /** The database on which the target applies at 32 connections only. */
  readonly targetOnlyConcurrent?: DatabaseName;
  /** The requests of a walk through pages, and the depth of the page that the operation requests. */
  readonly walk?: { page(cursor: string | undefined): BenchRequest; readonly pages: number };
  /** The number of records `DEL-…` that the operation consumes. They are added before each of its rows. */
  readonly consumes?: { readonly alone: number; readonly concurrent: number };
  request(index: number, context: OperationContext): BenchRequest;
}

const anyIndex = (index: number, { records }: OperationContext) => scatter(index) % records;
const post = (path: string, body: unknown): BenchRequest => ({ method: 'POST', path, body });
const get = (path: string): BenchRequest => ({ method: 'GET', path });
const color = (index: number) => COLORS[index % COLORS.length] ?? '';

/** Returns the requests of a walk through a list. */
export function listPage(path: string): (cursor: string | undefined) => BenchRequest {
  return (cursor) => get(cursor === undefined ? path : `${path}&cursor=${cursor}`);
}

/** Returns a page of the records of one color, a tenth of all. Eight a page, so that 100,000 records have 1,000 pages. */
function queryPage(cursor: string | undefined): BenchRequest {
  const filters = [{ field: 'color', op: 'eq', value: color(0) }];
  return post('/query', { filters, limit: 8, ...(cursor === undefined ? {} : { cursor }) });
}

function summarize(group: { readonly field: string; readonly bucket?: string }): BenchRequest {
  return post('/summarize', { groupBy: [group], measures: [{ op: 'sum', field: 'price' }] });
}

const POINT = { sqlite: 0.6, postgres: 0.7 };
const SCAN = { sqlite: 0.7, postgres: 0.6 };
const QUERY = { sqlite: 0.7, postgres: 0.7 };
const EXPORT = { sqlite: 0.6, postgres: 0.6 };
const INSERT = { sqlite: 0.6, postgres: 0.6 };
const BATCH = { sqlite: 0.5, postgres: 0.7 };

/** Reads come first, so that all of them see only the seeded records. */
export const OPERATIONS: readonly Operation[] = [
  {
    name: 'get',
    target: POINT,
    leanTarget: 0.8,
    request: (index, context) => get(`/${skuOf(anyIndex(index, context))}`),
  },
  {
    name: 'lookup',
    target: POINT,
    leanTarget: 0.8,
    request: (index, context) => post('/lookup', { sku: skuOf(anyIndex(index, context)) }),
  },
  { name: 'list, first page', target: POINT, leanTarget: 0.75, request: () => get('?limit=50') },
  {
    name: 'list, page 1,000',
    target: POINT,
    leanTarget: 0.75,
    walk: { page: listPage('?limit=50'), pages: 999 },
    request: (_, { cursors }) => get(`?limit=50&cursor=${cursors['list, page 1,000']}`),
  },
  // Without an index on the property both servers scan and sort all records.
  {
    name: 'list by number, first page',
    target: SCAN,
    request: () => get('?limit=50&sortBy=price&sortDir=asc'),
  },
  {
    name: 'list by number, page 101',
    target: SCAN,
    walk: { page: listPage('?limit=50&sortBy=price&sortDir=asc'), pages: 100 },
    request: (_, { cursors }) =>
      get(`?limit=50&sortBy=price&sortDir=asc&cursor=${cursors['list by number, page 101']}`),
  },
  {
    name: 'search eq, selective',
    target: SCAN,
    request: (index, context) => {
      const { name } = sampleRecord(anyIndex(index, context));
      return post('/search', { filters: [{ field: 'name', op: 'eq', value: name }] });
    },
  },
  {
    name: 'search eq, unselective',
    target: SCAN,
    request: (index) => post('/search', { filters: [{ field: 'color', op: 'eq', value: color(index) }] }),
  },
  {
    name: 'search contains',
    target: SCAN,
    request: () => post('/search', { filters: [{ field: 'name', op: 'contains', value: 'ZEPHyr' }] }),
  },
  {
    name: 'search range + sort',
    target: SCAN,
    request: (index) =>
      post('/search', {
        filters: [
          { field: 'price', op: 'gte', value: 100 + (index % 500) },
          { field: 'price', op: 'lt', value: 200 + (index % 500) },
        ],
        sortBy: 'released',
        sortDir: 'desc',
      }),
  },
  {
    name: 'count with filter',
    target: SCAN,
    request: (index) =>
      post('/count', {
        filters: [
          { field: 'color', op: 'eq', value: color(index) },
          { field: 'price', op: 'gt', value: 500 },
        ],
      }),
  },
  {
    name: 'sum with filter',
    target: SCAN,
    request: (index) =>
      post('/aggregate', {
        field: 'price',
        op: 'sum',
        filters: [{ field: 'stock', op: 'gte', value: 500 + (index % 100) }],
      }),
  },
  { name: 'query of 10 %, page 1', target: QUERY, request: () => queryPage(undefined) },
  {
    name: 'query of 10 %, page 1,000',
    target: QUERY,
    walk: { page: queryPage, pages: 999 },
    request: (_, { cursors }) => queryPage(cursors['query of 10 %, page 1,000']),
  },
  {
    name: 'search in of 20',
    target: QUERY,
    request: (index) => {
      const value = Array.from({ length: 20 }, (_, place) => scatter(index * 20 + place) % 1_000);
      return post('/search', { filters: [{ field: 'stock', op: 'in', value }] });
    },
  },
  {
    name: 'count in of 20',
    target: QUERY,
    request: (index) => {
      const value = Array.from({ length: 20 }, (_, place) => scatter(index * 20 + place) % 1_000);
      return post('/count', { filters: [{ field: 'stock', op: 'in', value }] });
    },
  },
  { name: 'summarize by text', target: QUERY, request: () => summarize({ field: 'color' }) },
  {
    name: 'summarize by month',
    target: QUERY,
    request: () => summarize({ field: 'released', bucket: 'month' }),
  },
  {
    name: 'export of 10,000',
    target: EXPORT,
    leanTarget: 0.8,
    request: () => get('/export?format=json'),
  },
  {
    name: 'patch',
    target: null,
    leanTarget: 0.65,
    request: (index, context) => ({
      method: 'PATCH',
      path: `/${skuOf(anyIndex(index, context))}`,
      body: { stock: index % 1_000, price: (index % 10_000) / 100 },
    }),
  },
  {
    name: 'insert',
    target: INSERT,
    leanTarget: 0.65,
    targetOnlyConcurrent: 'sqlite',
    request: (index) => post('', sampleRecord(index, 'NEW')),
  },
  {
    name: 'batch upsert of 100',
    target: BATCH,
    leanTarget: 0.7,
    // Half of each batch exists.
    request: (index, context) =>
      post('/batch', {
        records: Array.from({ length: 100 }, (_, place) =>
          place % 2 === 0
            ? sampleRecord(anyIndex(index * 100 + place, context))
            : sampleRecord(index * 50 + (place >> 1), 'UPS'),
        ),
      }),
  },
  {
    name: 'delete',
    target: null,
    consumes: { alone: 40_000, concurrent: 100_000 },
    request: (index) => ({ method: 'DELETE', path: `/${skuOf(index, 'DEL')}` }),
  },
];
