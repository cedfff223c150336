import {
  AggregateRecordsRequest,
  AggregateRecordsResponse,
  CountRecordsRequest,
  CountRecordsResponse,
  DeleteRecordResponse,
  ExportStoreRecordsQuery,
  SearchRecordsRequest,
  SearchRecordsResponse,
  StoreRecordRequest,
  StoreRecordResponse,
  ValidateStoreRecordQuery,
} from '@vitrine/core/contracts';
import { recordToJson, whenHere } from '@vitrine/core/server';
import { type KeyedRoute, route } from '../../call/route.ts';
import { exportReply } from '../../response/export-body.ts';
import { ETAG_HEADER, json, jsonText, recordPage, recordReply } from '../../response/reply.ts';

const tag = 'Records';
const keys = ['account', 'store'] as const;
const params = { storeId: 'The id of the store.' };
const noStore = { description: 'No such store.' };
const byKey = 'The body contains all unique values; other known properties are ignored.';

/** Finding records by key or filter, counting, aggregating, exporting and validating them. */
export const recordSearchRoutes: readonly KeyedRoute[] = [
  route({
    operation: 'DeleteStoreRecordByKey',
    isIdempotent: true,
    method: 'POST',
    path: '/v2/stores/:storeId/records/delete-by-key',
    keys,
    tag,
    summary: 'Delete a record by its unique values',
    description: byKey,
    params,
    body: StoreRecordRequest,
    responses: { 200: { description: 'Deleted.', schema: DeleteRecordResponse }, 404: noStore },
    handle: async ({ vitrine, principal, param, body, once }) =>
      json(await vitrine.records.deleteByKey(principal, param('storeId'), await body(), once)),
  }),
  route({
    operation: 'LookupStoreRecord',
    method: 'POST',
    isSafe: true,
    path: '/v2/stores/:storeId/records/lookup',
    keys,
    tag,
    summary: 'Read a record by its unique values',
    description: byKey,
    params,
    body: StoreRecordRequest,
    responses: {
      200: { description: 'The record.', schema: StoreRecordResponse, headers: ETAG_HEADER },
      404: { description: 'No such store or record.' },
    },
    handle: ({ vitrine, principal, param, body }) =>
      whenHere(body(), (key) =>
        whenHere(vitrine.direct.records.lookup(principal, param('storeId'), key), (record) =>
          recordReply(record),
        ),
      ),
  }),
  route({
    operation: 'ValidateStoreRecord',
    method: 'POST',
    isSafe: true,
    path: '/v2/stores/:storeId/records/validate',
    keys,
    tag,
    summary: 'Validate a record without storing it',
    description:
      'Makes the same checks as adding it, or with mode=upsert as a batch, which merges it into a record that exists. The id ' +
      'is null if it would be random.',
    params,
    query: ValidateStoreRecordQuery,
    body: StoreRecordRequest,
    responses: {
      200: {
        description: 'The record as it would be stored.',
        schema: StoreRecordResponse,
        headers: { 'Vitrine-Outcome': 'With mode=upsert `created`, `updated` or `unchanged`.' },
      },
      404: noStore,
    },
    handle: async ({ vitrine, principal, param, query, body }) => {
      const storeId = param('storeId');
      const given = query();
      if (given.mode !== 'upsert') {
        return jsonText(
          recordToJson(await vitrine.records.validate(principal, storeId, await body(), given)),
        );
      }
      const { record, outcome } = await vitrine.records.previewUpsert(principal, storeId, await body());
      return jsonText(recordToJson(record), 200, { 'Vitrine-Outcome': outcome });
    },
  }),
  route({
    operation: 'SearchStoreRecords',
    method: 'POST',
    isSafe: true,
    path: '/v2/stores/:storeId/records/search',
    keys,
    tag,
    summary: 'Find records by filters',
    description: 'Returns up to 100 hits. `truncated` is true if more records match.',
    params,
    body: SearchRecordsRequest,
    responses: { 200: { description: 'The hits.', schema: SearchRecordsResponse }, 404: noStore },
    handle: async (call) => {
      const { vitrine, principal, param, body } = call;
      const { items, ...rest } = await vitrine.records.search(
        principal,
        param('storeId'),
        await body(),
        call,
      );
      return recordPage(items, rest);
    },
  }),
  route({
    operation: 'CountStoreRecords',
    method: 'POST',
    isSafe: true,
    path: '/v2/stores/:storeId/records/count',
    keys,
    tag,
    summary: 'Count records',
    description: 'Without filters it counts the whole store.',
    params,
    body: CountRecordsRequest,
    responses: { 200: { description: 'The count.', schema: CountRecordsResponse }, 404: noStore },
    handle: async (call) => {
      const { vitrine, principal, param, body } = call;
      return json(await vitrine.records.count(principal, param('storeId'), await body(), call));
    },
  }),
  route({
    operation: 'AggregateStoreRecords',
    method: 'POST',
    isSafe: true,
    path: '/v2/stores/:storeId/records/aggregate',
    keys,
    tag,
    summary: 'Compute the sum, average, minimum or maximum of a number property',
    params,
    body: AggregateRecordsRequest,
    responses: { 200: { description: 'The result.', schema: AggregateRecordsResponse }, 404: noStore },
    handle: async (call) => {
      const { vitrine, principal, param, body } = call;
      return json(await vitrine.records.aggregate(principal, param('storeId'), await body(), call));
    },
  }),
  route({
    operation: 'ExportStoreRecords',
    audit: 'records.exported',
    method: 'GET',
    path: '/v2/stores/:storeId/records/export',
    keys,
    tag,
    summary: 'Export up to 10,000 records, newest first',
    description:
      'JSON is one array. CSV follows RFC 4180: an unset value is an empty cell, an empty string is `""`.',
    params,
    query: ExportStoreRecordsQuery,
    responses: {
      200: {
        description: 'The exported records.',
        contentTypes: ['application/json', 'text/csv'],
        headers: {
          'Content-Disposition': 'Always `attachment`, with a file name.',
          'Vitrine-Truncated': '`true` if more records exist than were exported.',
        },
      },
      404: noStore,
    },
    handle: async ({ vitrine, principal, param, query, signal }) =>
      exportReply(await vitrine.records.export(principal, param('storeId'), query(), { signal })),
  }),
];
