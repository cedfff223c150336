/** Samples of a store of products, by the ids of contracts. */

const CREATED = '2026-01-02T03:04:05.678Z';
const STORE_ID = 'p7Qm2XaT9LkB4cVn';

const title = { name: 'title', type: 'string', required: false, unique: false, description: null };
const sku = { name: 'sku', type: 'string', required: true, unique: true, description: 'Article number' };
const price = {
  ...{ name: 'price', type: 'number', required: true, unique: false, description: null },
  format: { style: 'currency', currency: 'EUR', decimals: 2 },
};

const store = {
  id: STORE_ID,
  name: 'Products',
  description: 'What the shop sells',
  status: 'ACTIVE',
  store_type: 'api_key:0198f2d4-6c1e-7b3a-9f10-5d2c8e4a7b61',
  recordTtl: null,
  date_created: CREATED,
  date_updated: CREATED,
};

const record = {
  id: 'A-1',
  sku: 'A-1',
  title: 'Coffee mug',
  price: 12.5,
  date_created: CREATED,
  date_updated: CREATED,
};

const change = {
  position: '0000000000q-Tz6mHn0vQ1oXk2dYc8sLwA',
  type: 'record.updated',
  recordId: 'A-1',
  at: CREATED,
  version: 26,
  changed: ['price'],
};

const filters = [{ field: 'price', op: 'lt', value: '20' }];

const view = {
  id: '0198f2d4-8c3d-7e5f-a071-2b3c4d5e6f70',
  name: 'Below 20',
  kind: 'records',
  query: { filters, sortBy: 'price' },
  display: { columns: { hidden: ['date_updated'] } },
  date_created: CREATED,
  date_updated: CREATED,
};

export const storeExamples = {
  CreateStoreRequest: {
    name: 'Products',
    description: 'What the shop sells',
    properties: [
      { name: 'sku', type: 'string', unique: true, description: 'Article number' },
      { name: 'title', type: 'string' },
      { name: 'price', type: 'number', required: true },
    ],
  },
  UpdateStoreRequest: { description: 'What the shop sells', recordTtl: 86_400 },
  StorePropertyRequest: { name: 'released', type: 'datetime' },
  UpdatePropertyRequest: { required: true },
  RenamePropertyRequest: { name: 'retail price' },
  StoreDetail: { ...store, changes: false, history: 'P30D', properties: [sku, title, price], recordCount: 1 },
  CursorPageOfStoreSummary: { items: [store], limit: 50 },
  StoreAccessResponse: { scope: 'store', accountId: 'Zk4TqP0sLr', storeId: STORE_ID },
  DeleteStoreResponse: { id: STORE_ID, status: 'DELETED' },

  Change: change,
  ChangePage: { items: [change], cursor: change.position, limit: 100 },
  QueryChangesRequest: { since: change.position, types: ['record.*'], include: 'record', filters },

  StoreRecordRequest: { sku: 'A-1', title: 'Coffee mug', price: 12.5 },
  StoreRecordResponse: record,
  CursorPageOfStoreRecordResponse: { items: [record], limit: 50 },
  DeleteRecordResponse: { id: 'A-1', status: 'deleted' },
  BatchUpsertRecordsRequest: {
    records: [
      { sku: 'A-1', title: 'Coffee mug', price: 12.5 },
      { sku: 'A-2', title: 'Tea pot', price: 30 },
    ],
  },
  BatchUpsertRecordsResponse: {
    results: [
      { index: 0, id: 'A-1', status: 'updated' },
      { index: 1, id: 'A-2', status: 'created' },
    ],
    created: 1,
    updated: 1,
    failed: 0,
  },
  BatchDeleteRecordsRequest: { ids: ['A-1', 'A-2'] },
  BatchDeleteRecordsResponse: {
    results: [
      { id: 'A-1', status: 'deleted' },
      { id: 'A-2', status: 'already_deleted' },
    ],
    deleted: 1,
    alreadyDeleted: 1,
  },

  SearchRecordsRequest: { filters, match: 'all', sortBy: 'price', sortDir: 'desc', limit: 10 },
  SearchRecordsResponse: { items: [record], limit: 10, truncated: false },
  CountRecordsRequest: { filters },
  CountRecordsResponse: { count: 1 },
  AggregateRecordsRequest: { field: 'price', op: 'avg', filters },
  AggregateRecordsResponse: { field: 'price', op: 'avg', result: 12.5 },
  SummarizeRecordsRequest: {
    groupBy: [{ field: 'date_created', bucket: 'month' }],
    measures: [{ op: 'sum', field: 'price' }],
  },
  SummarizeRecordsResponse: {
    groups: [{ key: { date_created: '2026-01-01T00:00:00Z' }, values: { sum_price: 12.5 }, count: 1 }],
    limit: 1_000,
    truncated: false,
  },
  QueryRecordsRequest: {
    filters,
    q: 'lamp',
    fields: ['title', 'price'],
    sortBy: [{ field: 'price', dir: 'desc' }, { field: 'title' }],
    limit: 100,
    total: true,
  },
  QueryRecordsResponse: { items: [{ id: 'A-1', title: 'Coffee mug', price: 12.5 }], limit: 100, total: 1 },
  ExportRecordsRequest: { format: 'csv', filters, fields: ['sku', 'price'], sortBy: 'sku' },
  CreateViewRequest: { name: view.name, kind: view.kind, query: view.query, display: view.display },
  UpdateViewRequest: { name: 'Under 20' },
  ViewResponse: view,
  CursorPageOfViewResponse: { items: [view], limit: 50 },
  StartImportResponse: { importId: '0198f2d4-7a2b-7c4d-8e6f-1a2b3c4d5e6f', status: 'queued' },
} as const;
