import { z } from 'zod';
import { PAGE_DEFAULT, PROPERTIES_MAX, QUERY_MAX, SEARCH_MAX } from '../../ground/limits.ts';
import { body } from '../ground/contract.ts';
import { cursor, cursorPage, limit, sortDir } from '../ground/shared.ts';
import { exportFormat, exportFormulas, filters, match, orderBy, q, RecordValue, sortBy } from './records.ts';

/** All properties of a store, and id, date_created and date_updated. */
const FIELDS_MAX = PROPERTIES_MAX + 3;

/** Names of members that a response has. Which names exist depends on the store (`services/records/reads/record-selection.ts`). */
const fields = z
  .array(z.string('Expected the name of a property.'), 'Expected a list of names.')
  .max(FIELDS_MAX, `Expected at most ${FIELDS_MAX} names.`);

const besidesId = fields.optional().meta({
  description: 'Properties, date_created or date_updated to return besides id. Default: all.',
});

export const SearchRecordsRequest = body({
  filters,
  match,
  sortBy,
  sortDir,
  fields: besidesId,
  limit: limit(SEARCH_MAX, SEARCH_MAX),
}).meta({ id: 'SearchRecordsRequest' });
export type SearchRecordsRequest = z.input<typeof SearchRecordsRequest>;

export const QueryRecordsRequest = body({
  filters,
  match,
  q,
  sortBy: orderBy,
  sortDir,
  fields: besidesId,
  limit: limit(PAGE_DEFAULT, QUERY_MAX),
  cursor,
  total: z
    .boolean('Expected true or false.')
    .optional()
    .meta({ description: 'Whether to count all matches too. Default false.' }),
}).meta({ id: 'QueryRecordsRequest' });
export type QueryRecordsRequest = z.input<typeof QueryRecordsRequest>;

/** A record with `id` and the requested fields. */
export const QueriedRecord = z
  .object({ id: z.string() })
  .catchall(RecordValue)
  .meta({ id: 'QueriedRecord', description: 'A record with its id and the requested fields.' });
export type QueriedRecord = { id: string } & { [field: string]: RecordValue };

export const SearchRecordsResponse = z
  .object({
    items: z.array(QueriedRecord),
    limit: z.int(),
    truncated: z.boolean().meta({ description: 'True: more records match; narrow the filters.' }),
  })
  .meta({ id: 'SearchRecordsResponse' });
export interface SearchRecordsResponse {
  items: QueriedRecord[];
  limit: number;
  truncated: boolean;
}

export const QueryRecordsResponse = cursorPage(QueriedRecord)
  .extend({
    total: z
      .int()
      .optional()
      .meta({ description: 'The number of matches on all pages. Present if total is true in the request.' }),
  })
  .meta({ id: 'QueryRecordsResponse' });
export interface QueryRecordsResponse {
  items: QueriedRecord[];
  limit: number;
  cursor?: string;
  total?: number;
}

export const ExportRecordsRequest = body({
  format: exportFormat,
  filters,
  match,
  q,
  sortBy: orderBy,
  sortDir,
  fields: fields.min(1, 'Expected at least one name.').optional().meta({
    description: 'The columns in their order: properties, id, date_created, date_updated. Default: all.',
  }),
  formulas: exportFormulas,
  liveLinks: z
    .int32('Expected the id of a live image.')
    .positive('Expected the id of a live image.')
    .optional()
    .meta({
      description:
        'The id of a live image: each record has two more members, `liveUrl` and `liveClickUrl`. The variables are the ' +
        'properties of the same names; URLs of an image with signed access are signed. Needs an account key.',
    }),
}).meta({ id: 'ExportRecordsRequest' });
export type ExportRecordsRequest = z.input<typeof ExportRecordsRequest>;
