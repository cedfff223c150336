import {
  CursorPageOfImportSummary,
  ImportResponse,
  InferStoreQuery,
  InferStoreResponse,
  ListImportsQuery,
  RefusedRecordsQuery,
  StartImportQuery,
  StartImportResponse,
} from '@vitrine/core/contracts';
import { type KeyedRoute, route } from '../../call/route.ts';
import { refusedReply } from '../../response/refused-body.ts';
import { json, noContent } from '../../response/reply.ts';

const tag = 'Extensions';
const keys = ['account', 'store'] as const;
const file = { max: 1024 ** 3, maxName: '1 GiB' };
const params = { storeId: 'The id of the store.', importId: 'The id of the import.' };
const noImport = { description: 'No such store or import.' };

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
    file,
    responses: { 200: { description: 'What was found.', schema: InferStoreResponse } },
    handle: async ({ vitrine, principal, query, file }) =>
      json(await vitrine.imports.infer(principal, query(), file)),
  }),
  route({
    operation: 'StartImport',
    audit: 'records.imported',
    method: 'POST',
    path: '/v2/stores/:storeId/imports',
    keys,
    tag,
    summary: 'Import a file of records',
    description:
      'The file is stored, then a job writes its records in batches. A file that can not be read, or whose columns have no ' +
      'property, is refused at once.',
    params: { storeId: params.storeId },
    query: StartImportQuery,
    file,
    responses: {
      202: {
        description: 'The import waits for its turn.',
        schema: StartImportResponse,
        headers: { Location: 'The path of the import.' },
      },
      404: { description: 'No such store.' },
    },
    handle: async ({ vitrine, principal, param, query, file: open }) => {
      const started = await vitrine.imports.start(principal, param('storeId'), query(), open);
      const { importId } = started;
      const location = `/v2/stores/${param('storeId')}/imports/${importId}`;
      return { ...json(started, 202, { Location: location }), audited: { importId } };
    },
  }),
  route({
    operation: 'ListImports',
    method: 'GET',
    path: '/v2/stores/:storeId/imports',
    keys,
    tag,
    summary: 'List the imports of a store, newest first',
    description: 'Without the refused records and the changes of a dry run: read the import for those.',
    params: { storeId: params.storeId },
    query: ListImportsQuery,
    responses: {
      200: { description: 'A page of imports.', schema: CursorPageOfImportSummary },
      404: { description: 'No such store.' },
    },
    handle: async ({ vitrine, principal, param, query }) =>
      json(await vitrine.imports.list(principal, param('storeId'), query())),
  }),
  route({
    operation: 'GetImport',
    method: 'GET',
    path: '/v2/stores/:storeId/imports/:importId',
    keys,
    tag,
    summary: 'Read the progress of an import',
    description: 'Imports are kept for 7 days after their end, or until they are removed.',
    params,
    responses: { 200: { description: 'The import.', schema: ImportResponse }, 404: noImport },
    handle: async ({ vitrine, principal, param }) =>
      json(await vitrine.imports.get(principal, param('storeId'), param('importId'))),
  }),
  route({
    operation: 'GetRefusedRecords',
    method: 'GET',
    path: '/v2/stores/:storeId/imports/:importId/refused',
    keys,
    tag,
    summary: 'Export the refused records of an import as CSV',
    description:
      'The first column is `error`, the others are those of the file. At most the first 1,000 refused records are kept.',
    params,
    query: RefusedRecordsQuery,
    responses: {
      200: {
        description: 'The records.',
        contentTypes: ['text/csv'],
        headers: { 'Vitrine-Truncated': '`true` if more records were refused than are kept.' },
      },
      404: noImport,
    },
    handle: async ({ vitrine, principal, param, query }) =>
      refusedReply(await vitrine.imports.refused(principal, param('storeId'), param('importId'), query())),
  }),
  route({
    operation: 'CancelImport',
    method: 'DELETE',
    path: '/v2/stores/:storeId/imports/:importId',
    keys,
    tag,
    summary: 'Cancel an import, or remove one that has ended',
    description:
      'The records that it has written stay. An import that has ended is removed with its refused records.',
    params,
    responses: { 204: { description: 'Cancelled, or removed.' }, 404: noImport },
    handle: async ({ vitrine, principal, param }) => {
      await vitrine.imports.cancel(principal, param('storeId'), param('importId'));
      return noContent();
    },
  }),
];
