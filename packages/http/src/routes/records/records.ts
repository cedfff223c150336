import {
  BatchDeleteRecordsRequest,
  BatchDeleteRecordsResponse,
  BatchUpsertRecordsRequest,
  BatchUpsertRecordsResponse,
  CursorPageOfStoreRecordResponse,
  DeleteRecordQuery,
  DeleteRecordResponse,
  ListStoreRecordsQuery,
  StoreRecordRequest,
  StoreRecordResponse,
} from '@vitrine/core/contracts';
import { whenHere } from '@vitrine/core/server';
import { type KeyedRoute, route } from '../../call/route.ts';
import { ETAG_HEADER, json, recordPage, recordReply, recordUnlessKnown } from '../../response/reply.ts';

const tag = 'Records';
/** All record routes accept both kinds of keys. Core limits a store key to its own store. */
const keys = ['account', 'store'] as const;
const storeId = 'The id of the store.';
const recordId = 'The id of the record, percent-encoded once.';
/** The one id that GET can't read, because its path is that of the export. */
const UNREADABLE_ID = 'export';
const noStore = { description: 'No such store.' };
const noRecord = { description: 'No such store or record.' };
const ifMatch = { 'If-Match': 'Entity tags. If none is that of the record, the response is 412.' };
const changed = { description: 'The record has none of the entity tags of If-Match. Nothing was changed.' };

/**
 * Reading and writing records one at a time, in pages and in batches. Searches are in `record-search.ts`, queries in
 * `record-query.ts`.
 */
export const recordRoutes: readonly KeyedRoute[] = [
  route({
    operation: 'ListStoreRecords',
    method: 'GET',
    path: '/v2/stores/:storeId/records',
    keys,
    tag,
    summary: 'List records, newest first by default',
    params: { storeId },
    query: ListStoreRecordsQuery,
    responses: {
      200: { description: 'A page of records.', schema: CursorPageOfStoreRecordResponse },
      404: noStore,
    },
    handle: async (call) => {
      const { vitrine, principal, param, query } = call;
      const { items, ...rest } = await vitrine.records.list(principal, param('storeId'), query(), call);
      return recordPage(items, rest);
    },
  }),
  route({
    operation: 'AddStoreRecord',
    isIdempotent: true,
    method: 'POST',
    path: '/v2/stores/:storeId/records',
    keys,
    tag,
    summary: 'Add a record',
    description:
      'If a record with the same unique values exists, the response is 400 `record_exists` and nothing changes.',
    params: { storeId },
    body: StoreRecordRequest,
    responses: {
      201: {
        description: 'The new record.',
        schema: StoreRecordResponse,
        headers: { Location: 'The path of the record. Absent for the id `export`.', ...ETAG_HEADER },
      },
      404: noStore,
    },
    handle: async ({ vitrine, principal, param, body, once }) => {
      const store = param('storeId');
      const record = await vitrine.records.add(principal, store, await body(), once);
      const { id } = record;
      if (id === null || id === UNREADABLE_ID) return recordReply(record, 201);
      const path = `/v2/stores/${encodeURIComponent(store)}/records/${encodeURIComponent(id)}`;
      return recordReply(record, 201, { Location: path });
    },
  }),
  route({
    operation: 'GetStoreRecord',
    method: 'GET',
    path: '/v2/stores/:storeId/records/:recordId',
    keys,
    tag,
    summary: 'Read a record',
    description:
      'A record with the id `export` can not be read here, because this path is the export of all records. Use the lookup, ' +
      'or a search with a filter on `id`. PATCH and DELETE reach it.',
    params: { storeId, recordId },
    requestHeaders: { 'If-None-Match': 'Entity tags. If one is that of the record, the response is 304.' },
    responses: {
      200: { description: 'The record.', schema: StoreRecordResponse, headers: ETAG_HEADER },
      304: { description: 'The client has the record already.', headers: ETAG_HEADER },
      404: noRecord,
    },
    handle: ({ vitrine, principal, param, header }) =>
      whenHere(vitrine.direct.records.get(principal, param('storeId'), param('recordId')), (record) =>
        recordUnlessKnown(record, header('if-none-match')),
      ),
  }),
  route({
    operation: 'PatchStoreRecord',
    method: 'PATCH',
    path: '/v2/stores/:storeId/records/:recordId',
    keys,
    tag,
    summary: 'Change fields of a record',
    description:
      'JSON Merge Patch (RFC 7396): null unsets a value, omitted fields stay. Unique values cannot be changed.',
    params: { storeId, recordId },
    body: StoreRecordRequest,
    requestHeaders: ifMatch,
    responses: {
      200: { description: 'The record after the change.', schema: StoreRecordResponse, headers: ETAG_HEADER },
      404: noRecord,
      412: changed,
    },
    handle: async ({ vitrine, principal, param, body, header }) => {
      const record = await vitrine.records.patch(
        principal,
        param('storeId'),
        param('recordId'),
        await body(),
        { ifMatch: header('if-match') },
      );
      return recordReply(record);
    },
  }),
  route({
    operation: 'DeleteStoreRecord',
    method: 'DELETE',
    path: '/v2/stores/:storeId/records/:recordId',
    keys,
    tag,
    summary: 'Delete a record',
    description:
      'Succeeds even if the record was deleted before. With `purge=true` its history is removed too, also that of a record ' +
      'that was deleted before; this needs an account key.',
    params: { storeId, recordId },
    query: DeleteRecordQuery,
    requestHeaders: ifMatch,
    responses: {
      200: { description: 'Deleted.', schema: DeleteRecordResponse },
      404: noStore,
      412: changed,
    },
    handle: async ({ vitrine, principal, param, header, query }) => {
      const options = { ifMatch: header('if-match') };
      const [storeId, recordId] = [param('storeId'), param('recordId')];
      return json(await vitrine.records.delete(principal, storeId, recordId, options, query()));
    },
  }),
  route({
    operation: 'BatchUpsertStoreRecords',
    isIdempotent: true,
    method: 'POST',
    path: '/v2/stores/:storeId/records/batch',
    keys,
    tag,
    summary: 'Create or update up to 100 records',
    description:
      'Each record is written independently, in order. If its key exists, the given fields are merged in.',
    params: { storeId },
    body: BatchUpsertRecordsRequest,
    responses: {
      200: { description: 'The result for each record.', schema: BatchUpsertRecordsResponse },
      404: noStore,
    },
    handle: async ({ vitrine, principal, param, body, once }) =>
      json(await vitrine.records.batchUpsert(principal, param('storeId'), await body(), once)),
  }),
  route({
    operation: 'BatchDeleteStoreRecords',
    isIdempotent: true,
    method: 'POST',
    path: '/v2/stores/:storeId/records/batch-delete',
    keys,
    tag,
    summary: 'Delete up to 100 records by id',
    description: 'Unknown ids count as already deleted; a repeated id counts once.',
    params: { storeId },
    body: BatchDeleteRecordsRequest,
    responses: {
      200: { description: 'The result for each id.', schema: BatchDeleteRecordsResponse },
      404: noStore,
    },
    handle: async ({ vitrine, principal, param, body, once }) =>
      json(await vitrine.records.batchDelete(principal, param('storeId'), await body(), once)),
  }),
];
