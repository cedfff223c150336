import { SummarizeRecordsRequest, SummarizeRecordsResponse } from '@vitrine/core/contracts';
import { type KeyedRoute, route } from '../../call/route.ts';
import { json } from '../../response/reply.ts';

/** Sums, counts and other measures of records by group. */
export const recordSummaryRoutes: readonly KeyedRoute[] = [
  route({
    operation: 'SummarizeRecords',
    method: 'POST',
    isSafe: true,
    path: '/v2/stores/:storeId/records/summarize',
    keys: ['account', 'store'],
    tag: 'Extensions',
    summary: 'Summarize records by group',
    description:
      'Groups the matching records by up to two fields, and computes up to eight measures of each group. ' +
      'Without `groupBy` all matching records are one group.',
    params: { storeId: 'The id of the store.' },
    body: SummarizeRecordsRequest,
    requiresBody: true,
    responses: {
      200: { description: 'The groups.', schema: SummarizeRecordsResponse },
      404: { description: 'No such store.' },
    },
    handle: async (call) => {
      const { vitrine, principal, param, body } = call;
      return json(await vitrine.records.summarize(principal, param('storeId'), await body(), call));
    },
  }),
];
