import type { SearchFilter } from '@vitrine/core/contracts';
import { bodyContract, z } from '@vitrine/core/contracts';
import { describeReach, FILTER_GUIDE, USER_DATA } from '../tools/descriptions.ts';
import { fitRecord, PAGE_CONTENT_MAX_BYTES } from '../tools/result-size.ts';
import { inputSchema, readArguments, resultSchema, type StoreTool } from '../tools/tool.ts';
import { filters, limitArgument, match, q, readList, readStructureText } from '../tools/tool-arguments.ts';
import { compact, compactItems } from './compact-rows.ts';
import { aboutStore, requireStoreId, storeId } from './target-store.ts';

/** The limits of a search (docs/rules.md#limits). */
const LIMIT_DEFAULT = 25;
const LIMIT_MAX = 50;

const FIELDS_MESSAGE = 'Expected a list of names such as ["sku", "price"].';

const Arguments = bodyContract({
  mode: z.enum(
    ['count', 'search'],
    'Expected "count" for the number of matches or "search" for the records.',
  ),
  filters: filters.meta({ description: 'Left out: every record.' }),
  match: match.meta({ description: 'Default all.' }),
  q: q.meta({ description: 'Text in any property, or a key or number.' }),
  storeId,
  fields: z
    .preprocess(readStructureText, z.array(z.string(FIELDS_MESSAGE), FIELDS_MESSAGE))
    .optional()
    .meta({ description: 'Only these properties, besides id.' }),
  sortBy: z.preprocess(readStructureText, z.unknown()).optional().meta({
    type: 'string',
    description:
      'A property, or several: [{"field": "city"}, {"field": "price", "dir": "desc"}]. Default newest first.',
  }),
  sortDir: z.enum(['asc', 'desc'], 'Expected "asc" or "desc".').optional(),
  limit: limitArgument(LIMIT_MAX, LIMIT_DEFAULT),
  compact,
  cursor: z.string('Expected the cursor of an earlier result.').optional().meta({
    description: 'Of the last result, with the same filters and order.',
  }),
});

/** Counts or lists the records that match filters. */
export const storeQuery: StoreTool = {
  name: 'store_query',
  title: 'Count or list records',
  inputSchema: inputSchema(Arguments),
  needsStore: true,
  outputSchema: resultSchema(
    { mode: 'string' },
    { count: 'integer', records: 'array', truncated: 'boolean', cursor: 'string' },
  ),

  describe(audience) {
    const store = audience.scope === 'account' ? '"storeId": "<storeId>", ' : '';
    return [
      'Counts the records of a store (mode "count") or lists them (mode "search"). Call store_access before. For totals use ' +
        'count; name the fields that you need; truncated says whether more match, and the cursor leads to them.',
      ...describeReach(audience),
      FILTER_GUIDE,
      `Example: {${store}"mode": "count", "filters": [{"field": "price", "op": "lt", "value": "20"}]}.`,
      `Example: {${store}"mode": "search", "q": "lamp", "fields": ["title"], "sortBy": "price", "limit": 10}.`,
      USER_DATA,
    ].join('\n');
  },

  async run(call, given) {
    const { vitrine, principal, signal } = call;
    const { mode, filters: listed = [], ...rest } = readArguments(Arguments, given);
    const id = requireStoreId(call, rest.storeId);
    // Core validates them by its own contract.
    const selected = { filters: listed.map(readList) as SearchFilter[], match: rest.match, q: rest.q };
    if (mode === 'count') {
      const counted = await aboutStore(call, id, () =>
        vitrine.records.count(principal, id, selected, { signal }),
      );
      return { mode, ...counted };
    }
    const limit = Math.min(rest.limit ?? LIMIT_DEFAULT, LIMIT_MAX);
    const { fields, sortDir, cursor: after } = rest;
    const sortBy = rest.sortBy as string | undefined;
    const request = { ...selected, limit, fields, sortBy, sortDir, cursor: after };
    const { items, cursor } = await aboutStore(call, id, () =>
      vitrine.records.query(principal, id, request, { signal, maxBytes: PAGE_CONTENT_MAX_BYTES }),
    );
    // Only a single record exceeds the size, because core ends a page at `maxBytes` after the first one.
    const fitted = items.map((item) => fitRecord(item, PAGE_CONTENT_MAX_BYTES));
    const isShort = cursor !== undefined && items.length < limit;
    const isCut = isShort || fitted.some((one) => one.isCut);
    const truncated = cursor !== undefined || isCut;
    const records = fitted.map(({ record }) => record);
    const rows = rest.compact === true ? compactItems(records) : null;
    return {
      mode,
      ...(rows === null ? { records } : { columns: rows.columns, records: rows.rows }),
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
