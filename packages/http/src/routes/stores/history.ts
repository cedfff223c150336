import {
  CursorPageOfDeletedRecord,
  CursorPageOfRecordHistoryEntry,
  CursorPageOfRestoreResult,
  ListDeletedRecordsQuery,
  PurgeDeletedRecordsRequest,
  PurgeDeletedRecordsResponse,
  RecordHistoryQuery,
  RestoreJob,
  RestoreRecordsRequest,
  RestoreRecordsResponse,
  RestoreResultsQuery,
} from '@vitrine/core/contracts';
import { type KeyedRoute, route } from '../../call/route.ts';
import { json } from '../../response/reply.ts';

const tag = 'Extensions';
const keys = ['account', 'store'] as const;
const storeId = 'The id of the store.';
const restoreParams = { storeId, restoreId: 'The id of the restore.' };
const noStore = { description: 'No such store.' };
const noRestore = { description: 'No such store or restore.' };

/** What records were, and deleted records (docs/history.md). */
export const historyRoutes: readonly KeyedRoute[] = [
  route({
    operation: 'ListRecordHistory',
    method: 'GET',
    path: '/v2/stores/:storeId/records/:recordId/history',
    keys,
    tag,
    summary: 'List the changes of a record, newest first',
    description: 'Stores with `history` keep them for that time. A record without history has an empty list.',
    params: { storeId, recordId: 'The id of the record, percent-encoded.' },
    query: RecordHistoryQuery,
    responses: {
      200: { description: 'A page of changes.', schema: CursorPageOfRecordHistoryEntry },
      404: noStore,
    },
    handle: async ({ vitrine, principal, param, query }) =>
      json(await vitrine.history.list(principal, param('storeId'), param('recordId'), query())),
  }),
  route({
    operation: 'ListDeletedRecords',
    method: 'GET',
    path: '/v2/stores/:storeId/deleted-records',
    keys,
    tag,
    summary: 'List deleted records, the last deletion first',
    description: 'With `q`, a page may have fewer items than its limit, or none, and a cursor.',
    params: { storeId },
    query: ListDeletedRecordsQuery,
    responses: {
      200: { description: 'A page of deleted records.', schema: CursorPageOfDeletedRecord },
      404: noStore,
    },
    handle: async ({ vitrine, principal, param, query }) =>
      json(await vitrine.history.listDeleted(principal, param('storeId'), query())),
  }),
  route({
    operation: 'RestoreRecords',
    method: 'POST',
    path: '/v2/stores/:storeId/records/restore',
    keys,
    tag,
    summary: 'Bring deleted records back, or take changes back',
    description:
      'Takes exactly one member: `ids` of deleted records, `importId` for the changes of an import, or `since` for all ' +
      'changes of records after a position. Nothing that was changed since is overwritten. Up to 100 records are restored at ' +
      'once; a job restores more.',
    params: { storeId },
    body: RestoreRecordsRequest,
    requiresBody: true,
    responses: {
      200: { description: 'What became of each record.', schema: RestoreRecordsResponse },
      202: {
        description: 'A job restores the records.',
        schema: RestoreJob,
        headers: { Location: 'The path of the job.' },
      },
      404: noStore,
      409: { description: 'Another job restores records of the store, or the import has not ended.' },
      410: { description: 'The history does not go back that far.' },
    },
    handle: async ({ vitrine, principal, param, body }) => {
      const response = await vitrine.history.restore(principal, param('storeId'), await body());
      if (!('restoreId' in response)) return json(response);
      const [store, restore] = [param('storeId'), response.restoreId].map(encodeURIComponent);
      return json(response, 202, { Location: `/v2/stores/${store}/restores/${restore}` });
    },
  }),
  route({
    operation: 'GetRestore',
    method: 'GET',
    path: '/v2/stores/:storeId/restores/:restoreId',
    keys,
    tag,
    summary: 'Read the state of a restore',
    description: 'It is kept for seven days after its end.',
    params: restoreParams,
    responses: { 200: { description: 'The restore.', schema: RestoreJob }, 404: noRestore },
    handle: async ({ vitrine, principal, param }) =>
      json(await vitrine.history.getRestore(principal, param('storeId'), param('restoreId'))),
  }),
  route({
    operation: 'ListRestoreResults',
    method: 'GET',
    path: '/v2/stores/:storeId/restores/:restoreId/results',
    keys,
    tag,
    summary: 'List what became of each record of a restore',
    params: restoreParams,
    query: RestoreResultsQuery,
    responses: {
      200: { description: 'A page of results, by record id.', schema: CursorPageOfRestoreResult },
      404: noRestore,
    },
    handle: async ({ vitrine, principal, param, query }) =>
      json(
        await vitrine.history.listRestoreResults(principal, param('storeId'), param('restoreId'), query()),
      ),
  }),
  route({
    operation: 'PurgeDeletedRecords',
    audit: 'records.purged',
    method: 'POST',
    path: '/v2/stores/:storeId/deleted-records/purge',
    keys: ['account'],
    refusal: 'service',
    tag,
    summary: 'Remove deleted records for good',
    description:
      'Removes the values of these deleted records, or of all, from the history. A call removes at most 10,000: repeat it ' +
      'while `more` is true.',
    params: { storeId },
    body: PurgeDeletedRecordsRequest,
    responses: {
      200: { description: 'What was removed.', schema: PurgeDeletedRecordsResponse },
      404: noStore,
    },
    handle: async ({ vitrine, principal, param, body }) =>
      json(await vitrine.history.purgeDeleted(principal, param('storeId'), await body())),
  }),
];
