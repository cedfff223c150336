import { InferStoreQuery, InferStoreResponse } from '@vitrine/core/contracts';
import { json } from '../response/reply.ts';
import { type KeyedRoute, route } from '../route.ts';

const tag = 'Extensions';
const keys = ['account', 'store'] as const;

/** Files of records (docs/rules.md#imports). */
export const importRoutes: readonly KeyedRoute[] = [
  route({
    operation: 'InferStore',
    method: 'POST',
    isSafe: true,
    path: '/v2/stores/infer',
    keys,
    tag,
    summary: 'Propose the properties of a store for a file',
    description:
      'Examines the first 1,000 rows, and at most 4 MiB, of CSV, TSV, a JSON array or NDJSON. Stores nothing. Send the ' +
      'beginning of a larger file: the rest is not read.',
    query: InferStoreQuery,
    file: { max: 1024 ** 3, maxName: '1 GiB' },
    responses: { 200: { description: 'What was found.', schema: InferStoreResponse } },
    handle: async ({ vitrine, principal, query, file }) =>
      json(await vitrine.imports.infer(principal, query(), file)),
  }),
];
