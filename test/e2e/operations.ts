import type { Client } from './client.ts';

/** Ids that a request is made of: whose resources they are is up to the test. */
export interface Targets {
  readonly storeId: string;
  readonly recordId: string;
  readonly keyId: string;
}

export interface OperationCall {
  readonly method: string;
  readonly path: (targets: Targets) => string;
  /** A body that the operation accepts. */
  readonly json?: (targets: Targets) => object;
  /** Which keys reach it: `both`, or the account's alone (403 for a store key). */
  readonly keys: 'both' | 'account';
  /** Whether it names a store: then another's is 404. */
  readonly isOfStore: boolean;
}

const store = ({ storeId }: Targets) => `/v2/stores/${storeId}`;
const records = (targets: Targets) => `${store(targets)}/records`;
const record = (targets: Targets) => `${records(targets)}/${targets.recordId}`;

const ofAccount = { keys: 'account', isOfStore: false } as const;
const anyKey = { keys: 'both', isOfStore: false } as const;
const ofSchema = { keys: 'account', isOfStore: true } as const;
const ofRecords = { keys: 'both', isOfStore: true } as const;

/** Every operation that there is, by its operationId; the store has the properties sku (unique) and note. */
export const operations: Readonly<Record<string, OperationCall>> = {
  WhoAmI: { method: 'GET', path: () => '/v2/whoami', ...anyKey },
  ListStores: { method: 'GET', path: () => '/v2/stores', ...anyKey },
  CreateStore: {
    method: 'POST',
    path: () => '/v2/stores',
    json: () => ({ name: 'New', properties: [{ name: 'p', type: 'string' }] }),
    ...ofAccount,
  },
  GetStoreAccess: { method: 'GET', path: () => '/v2/stores/access', ...anyKey },
  GetStore: { method: 'GET', path: store, ...ofRecords },
  UpdateStore: { method: 'PATCH', path: store, json: () => ({ name: 'Renamed' }), ...ofSchema },
  AddStoreProperty: {
    method: 'POST',
    path: (targets) => `${store(targets)}/properties`,
    json: () => ({ name: 'more', type: 'string' }),
    ...ofSchema,
  },
  UpdateStoreProperty: {
    method: 'PATCH',
    path: (targets) => `${store(targets)}/properties/note`,
    json: () => ({ description: 'changed' }),
    ...ofSchema,
  },
  DeleteStoreProperty: {
    method: 'DELETE',
    path: (targets) => `${store(targets)}/properties/note`,
    ...ofSchema,
  },
  ListStoreRecords: { method: 'GET', path: records, ...ofRecords },
  AddStoreRecord: { method: 'POST', path: records, json: () => ({ sku: 'added' }), ...ofRecords },
  GetStoreRecord: { method: 'GET', path: record, ...ofRecords },
  PatchStoreRecord: { method: 'PATCH', path: record, json: () => ({ note: 'changed' }), ...ofRecords },
  BatchUpsertStoreRecords: {
    method: 'POST',
    path: (targets) => `${records(targets)}/batch`,
    json: ({ recordId }) => ({ records: [{ sku: recordId, note: 'changed' }, { sku: 'batched' }] }),
    ...ofRecords,
  },
  LookupStoreRecord: {
    method: 'POST',
    path: (targets) => `${records(targets)}/lookup`,
    json: ({ recordId }) => ({ sku: recordId }),
    ...ofRecords,
  },
  ValidateStoreRecord: {
    method: 'POST',
    path: (targets) => `${records(targets)}/validate`,
    json: () => ({ sku: 'candidate' }),
    ...ofRecords,
  },
  SearchStoreRecords: {
    method: 'POST',
    path: (targets) => `${records(targets)}/search`,
    json: () => ({}),
    ...ofRecords,
  },
  CountStoreRecords: {
    method: 'POST',
    path: (targets) => `${records(targets)}/count`,
    json: () => ({}),
    ...ofRecords,
  },
  AggregateStoreRecords: {
    method: 'POST',
    path: (targets) => `${records(targets)}/aggregate`,
    json: () => ({ field: 'amount', op: 'sum' }),
    ...ofRecords,
  },
  ExportStoreRecords: { method: 'GET', path: (targets) => `${records(targets)}/export`, ...ofRecords },
  DeleteStoreRecord: { method: 'DELETE', path: record, ...ofRecords },
  DeleteStoreRecordByKey: {
    method: 'POST',
    path: (targets) => `${records(targets)}/delete-by-key`,
    json: ({ recordId }) => ({ sku: recordId }),
    ...ofRecords,
  },
  BatchDeleteStoreRecords: {
    method: 'POST',
    path: (targets) => `${records(targets)}/batch-delete`,
    json: ({ recordId }) => ({ ids: [recordId] }),
    ...ofRecords,
  },
  DeleteStore: { method: 'DELETE', path: store, ...ofSchema },
  CreateApiKey: {
    method: 'POST',
    path: () => '/admin/keys',
    json: ({ storeId }) => ({ name: 'made', storeId }),
    ...ofAccount,
  },
  ListApiKeys: { method: 'GET', path: () => '/admin/keys', ...ofAccount },
  RevokeApiKey: { method: 'DELETE', path: ({ keyId }) => `/admin/keys/${keyId}`, ...ofAccount },
};

export function call(client: Client, operation: OperationCall, targets: Targets) {
  const json = operation.json?.(targets);
  return client.send(operation.method, operation.path(targets), json === undefined ? {} : { json });
}
