import type { SearchFilter } from '@vitrine/core/contracts';
import { bodyContract, z } from '@vitrine/core/contracts';
import { describeReach, FILTER_GUIDE, USER_DATA } from './descriptions.ts';
import { fitRecord, PAGE_CONTENT_MAX_BYTES } from './result-size.ts';
import { aboutStore, requireStoreId, storeId } from './target-store.ts';
import { objectSchema, readArguments, type StoreTool, shownRecord } from './tool.ts';
import { filters, limitArgument, readList } from './tool-arguments.ts';

/** The limits of a search (docs/rules.md#limits). */
const LIMIT_DEFAULT = 25;
const LIMIT_MAX = 50;

const Arguments = bodyContract({
  mode: z
    .enum(['count', 'search'], 'Expected "count" for the number of matches or "search" for the records.')
    .meta({ description: 'count: how many records match. search: the records themselves.' }),
  filters,
  storeId,
  sortBy: z
    .string('Expected the name of a property.')
    .optional()
    .meta({ description: 'A property, id, date_created or date_updated. Left out: newest first.' }),
  sortDir: z
    .enum(['asc', 'desc'], 'Expected "asc" or "desc".')
    .optional()
    .meta({ description: 'asc when sortBy is given.' }),
  limit: limitArgument(
    LIMIT_MAX,
    `Default ${LIMIT_DEFAULT}; values above ${LIMIT_MAX} are lowered to ${LIMIT_MAX}.`,
  ),
  cursor: z.string('Expected the cursor of an earlier result.').optional().meta({
    description: 'The cursor of the result before, unchanged, with the same filters, sortBy and sortDir.',
  }),
});

const Result = z.object({
  mode: z.string().meta({ enum: ['count', 'search'] }),
  count: z.number().optional().meta({ type: 'integer', description: 'Only in mode count.' }),
  records: z
    .array(shownRecord)
    .optional()
    .meta({ description: 'Only in mode search, as the members below.' }),
  returned: z.number().optional().meta({ type: 'integer' }),
  limit: z.number().optional().meta({ type: 'integer', description: 'The limit that was applied.' }),
  truncated: z.boolean().optional().meta({ description: 'Not everything that matches is shown.' }),
  cursor: z.string().optional().meta({ description: 'Pass it to get the records after these.' }),
  advice: z.string().optional(),
});

/** Counts or lists the records that match filters. */
export const storeQuery: StoreTool = {
  name: 'store_query',
  title: 'Count or list records',
  inputSchema: objectSchema(Arguments, 'input'),
  needsStore: true,
  outputSchema: objectSchema(Result, 'output'),

  describe(audience) {
    const store = audience.scope === 'account' ? '"storeId": "<storeId from store_access>", ' : '';
    return [
      'Counts the records of a store that match filters (mode "count"), or lists them (mode "search"). Call store_access ' +
        'before, to know the names and types of the properties. For totals use count, however many records there are; ' +
        `search shows ${LIMIT_DEFAULT} records, at most ${LIMIT_MAX}, and says with truncated whether more match; the cursor of a result leads to the next ones.`,
      describeReach(audience),
      FILTER_GUIDE,
      `Example: {${store}"mode": "count", "filters": [{"field": "price", "op": "lt", "value": "20"}]}.`,
      `Example: {${store}"mode": "search", "filters": [], "sortBy": "date_created", "sortDir": "desc", "limit": 10}.`,
      USER_DATA,
    ].join('\n');
  },

  async run(call, given) {
    const { vitrine, principal, signal } = call;
    const { mode, filters: listed = [], sortBy, sortDir, ...rest } = readArguments(Arguments, given);
    const id = requireStoreId(call, rest.storeId);
    // Core validates them by its own contract.
    const filters = listed.map(readList) as SearchFilter[];
    if (mode === 'count') {
      return {
        mode,
        ...(await aboutStore(call, id, () => vitrine.records.count(principal, id, { filters }, { signal }))),
      };
    }
    const limit = Math.min(rest.limit ?? LIMIT_DEFAULT, LIMIT_MAX);
    const request = {
      filters,
      limit,
      ...(sortBy === undefined ? {} : { sortBy }),
      ...(sortDir === undefined ? {} : { sortDir }),
      ...(rest.cursor === undefined ? {} : { cursor: rest.cursor }),
    };
    const { items, cursor } = await aboutStore(call, id, () =>
      vitrine.records.query(principal, id, request, { signal, maxBytes: PAGE_CONTENT_MAX_BYTES }),
    );
    // Only a single record exceeds the size, because core ends a page at `maxBytes` after the first one.
    const fitted = items.map((item) => fitRecord(item, PAGE_CONTENT_MAX_BYTES));
    const isShort = cursor !== undefined && items.length < limit;
    const isCut = isShort || fitted.some((one) => one.isCut);
    const truncated = cursor !== undefined || isCut;
    return {
      mode,
      records: fitted.map(({ record }) => record),
      returned: fitted.length,
      limit,
      truncated,
      ...(cursor === undefined ? {} : { cursor }),
      ...(truncated ? { advice: isCut ? SIZE_ADVICE : LIMIT_ADVICE } : {}),
    };
  },
};

const LIMIT_ADVICE =
  'More records match. Use mode "count" for the total, add filters to narrow the search, or pass cursor with the same ' +
  'filters and order for the next records.';
const SIZE_ADVICE =
  'The records are long, so not all of them fit into one answer, or texts were cut. Use mode "count" for the total, add ' +
  'filters, pass the cursor (if there is one) with the same filters and order for the next records, or read single ' +
  'records with store_get_record.';
