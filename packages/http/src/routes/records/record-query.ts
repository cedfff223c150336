import { ExportRecordsRequest, QueryRecordsRequest, QueryRecordsResponse } from '@vitrine/core/contracts';
import { type KeyedCall, type KeyedRoute, route } from '../../call/route.ts';
import { exportReply } from '../../response/export-body.ts';
import { recordPage } from '../../response/reply.ts';

const tag = 'Extensions';
const keys = ['account', 'store'] as const;
const params = { storeId: 'The id of the store.' };
const noStore = { description: 'No such store.' };

/** Returns the header that tells operators what answered. Storages with only one way have none. */
function answeredBy({ answerers }: KeyedCall): Readonly<Record<string, string>> | undefined {
  return answerers.length === 0 ? undefined : { 'Vitrine-Answered-By': answerers.join(', ') };
}

/** Queries of any number of records: in pages, and as an export. */
export const recordQueryRoutes: readonly KeyedRoute[] = [
  route({
    operation: 'QueryStoreRecords',
    method: 'POST',
    isSafe: true,
    path: '/v2/stores/:storeId/records/query',
    keys,
    tag,
    summary: 'Find records by filters, page by page',
    description:
      'Filters and order are those of the search. The cursor is valid only with the same filters, match and order. ' +
      'A page has fewer items than its limit if the whole records exceed 4 MiB.',
    params,
    body: QueryRecordsRequest,
    responses: {
      200: {
        description: 'A page of records.',
        schema: QueryRecordsResponse,
        headers: {
          'Vitrine-Answered-By':
            'For account keys: what answered the search of the page, and with `total` that of the count: `id`, `index`, ' +
            '`near`, `candidates`, `columns` or `scan`. For finding out why a search is slow; its names may change.',
        },
      },
      404: noStore,
    },
    handle: async (call) => {
      const { vitrine, principal, param, body } = call;
      const { items, ...rest } = await vitrine.records.query(principal, param('storeId'), await body(), call);
      return recordPage(items, rest, principal.kind === 'account' ? answeredBy(call) : undefined);
    },
  }),
  route({
    operation: 'ExportMatchingRecords',
    audit: 'records.exported',
    method: 'POST',
    isSafe: true,
    path: '/v2/stores/:storeId/records/export',
    keys,
    tag,
    summary: 'Export the records that match filters',
    description:
      'The format is that of the other export, for any number of records. `fields` selects the columns and their order; ' +
      '`id` is exported only if it is among them.',
    params,
    body: ExportRecordsRequest,
    responses: {
      200: {
        description: 'The exported records.',
        contentTypes: ['application/json', 'text/csv'],
        headers: { 'Content-Disposition': 'Always `attachment`, with a file name.' },
      },
      404: noStore,
    },
    handle: async ({ vitrine, principal, param, body, signal }) =>
      exportReply(
        await vitrine.records.exportMatching(principal, param('storeId'), await body(), { signal }),
      ),
  }),
];
