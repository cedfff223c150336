import type { SearchFilter, SummaryGrouping, SummaryMeasure } from '@vitrine/core/contracts';
import { bodyContract, z } from '@vitrine/core/contracts';
import { describeReach, FILTER_GUIDE, USER_DATA } from './descriptions.ts';
import { fitItems, RESULT_MAX_BYTES } from './result-size.ts';
import { aboutStore, requireStoreId, storeId } from './target-store.ts';
import { objectSchema, readArguments, type StoreTool, shownAsText, withoutUnset } from './tool.ts';
import { filters, limitArgument, readJsonText, readList } from './tool-arguments.ts';

const LIMIT_DEFAULT = 100;
const LIMIT_MAX = 1_000;

const OPS = ['count', 'sum', 'avg', 'min', 'max', 'countDistinct'];
const MEASURES_MESSAGE = 'Expected a list of measures such as [{"op": "sum", "field": "price"}].';
const GROUP_BY_MESSAGE = 'Expected a list of fields such as [{"field": "city"}].';

/** Measures and groupings as clients see them. Core validates their members, which depend on the store. */
const Measure = z
  .looseObject(
    {
      op: shownAsText({ enum: OPS }),
      field: shownAsText({ description: 'A property. Only count may leave it out.' }).optional(),
      as: shownAsText({
        description: 'The name in values. Left out: op_field, such as sum_price.',
      }).optional(),
    },
    'Expected an object with op and field.',
  )
  .meta({ additionalProperties: false });

const Grouping = z
  .looseObject(
    {
      field: shownAsText({ description: 'A property, id, date_created or date_updated.' }),
      bucket: shownAsText({
        description:
          'For a datetime: hour, day, week, month, quarter or year. For a number: the width, such as "10". Left out: each value.',
      }).optional(),
      timeZone: shownAsText({
        description: 'For a bucket of a datetime: an IANA name such as Europe/Berlin. Left out: UTC.',
      }).optional(),
    },
    'Expected an object with field.',
  )
  .meta({ additionalProperties: false });

const Arguments = bodyContract({
  measures: z
    .preprocess(readJsonText, z.array(z.preprocess(readJsonText, Measure), MEASURES_MESSAGE))
    .meta({ description: 'What to compute for each group, 1 to 8 of them.' }),
  groupBy: z
    .preprocess(readJsonText, z.array(z.preprocess(readJsonText, Grouping), GROUP_BY_MESSAGE))
    .optional()
    .meta({ description: 'At most two fields. Left out: all matching records are one group.' }),
  filters,
  storeId,
  sortBy: z
    .string('Expected the name of a measure, a field of groupBy, or count.')
    .optional()
    .meta({ description: 'A name in values, a field of groupBy, or count. Left out: count.' }),
  sortDir: z
    .enum(['asc', 'desc'], 'Expected "asc" or "desc".')
    .optional()
    .meta({ description: 'Left out: asc for a field of groupBy, otherwise desc.' }),
  limit: limitArgument(
    LIMIT_MAX,
    `Groups. Default ${LIMIT_DEFAULT}; above ${LIMIT_MAX} it is lowered to ${LIMIT_MAX}.`,
  ),
});

/** Returns the contract of an object with members of any name. */
const named = (description: string) => z.looseObject({}).meta({ additionalProperties: true, description });

const Result = z.object({
  groups: z.array(
    z.object({
      key: named('By field of groupBy. null: the value is unset.'),
      values: named('By name of the measure. null: no record has a value.'),
      count: z.number().meta({ type: 'integer', description: 'Records of the group.' }),
    }),
  ),
  returned: z.number().meta({ type: 'integer' }),
  limit: z.number().meta({ type: 'integer', description: 'The limit that was applied.' }),
  truncated: z.boolean().meta({ description: 'More groups exist.' }),
  advice: z.string().optional(),
});

/** Computes measures of groups of records. */
export const storeSummarize: StoreTool = {
  name: 'store_summarize',
  title: 'Compute totals of records by group',
  inputSchema: objectSchema(Arguments, 'input'),
  needsStore: true,
  outputSchema: objectSchema(Result, 'output'),

  describe(audience) {
    const store = audience.scope === 'account' ? '"storeId": "<storeId from store_access>", ' : '';
    return [
      'Computes sums, averages, smallest and largest values and counts over all matching records of a store, in groups if ' +
        'groupBy is given: per value of a property, per month of a datetime, per range of a number. Call store_access before, ' +
        'to know the names and types of the properties. Use it for every total: it reads all records, however many there are.',
      describeReach(audience),
      'sum and avg take number properties, min and max numbers and datetimes, count and countDistinct any property. Groups ' +
        'come largest first; for the top five by a measure pass sortBy with its name and limit 5.',
      `Example: {${store}"measures": [{"op": "sum", "field": "price"}], "groupBy": [{"field": "city"}], "sortBy": "sum_price", "limit": 5}.`,
      `Example: {${store}"measures": [{"op": "count"}], "groupBy": [{"field": "date_created", "bucket": "month"}], "sortBy": "date_created"}.`,
      FILTER_GUIDE,
      USER_DATA,
    ].join('\n');
  },

  async run(call, given) {
    const { vitrine, principal, signal } = call;
    const { measures, groupBy = [], filters: listed = [], ...rest } = readArguments(Arguments, given);
    const id = requireStoreId(call, rest.storeId);
    const limit = Math.min(rest.limit ?? LIMIT_DEFAULT, LIMIT_MAX);
    // Core validates them by its own contract.
    const request = {
      measures: measures.map((one) => withoutUnset(Measure, one)) as SummaryMeasure[],
      groupBy: groupBy.map((one) => readGrouping(withoutUnset(Grouping, one))) as SummaryGrouping[],
      filters: listed.map(readList) as SearchFilter[],
      limit,
      ...(rest.sortBy === undefined ? {} : { sortBy: rest.sortBy }),
      ...(rest.sortDir === undefined ? {} : { sortDir: rest.sortDir }),
    };
    const summary = await aboutStore(call, id, () =>
      vitrine.records.summarize(principal, id, request, { signal, maxBytes: RESULT_MAX_BYTES }),
    );
    const groups = fitItems(summary.groups);
    const truncated = summary.truncated || groups.length < summary.groups.length;
    return { groups, returned: groups.length, limit, truncated, ...(truncated ? { advice: ADVICE } : {}) };
  },
};

const ADVICE =
  'More groups exist. Raise limit, use a larger bucket, add filters, or sort by what matters with sortBy.';

/** Reads a width that arrived as text: `{"bucket": "10"}`. */
function readGrouping(given: Readonly<Record<string, unknown>>): Record<string, unknown> {
  const bucket = readJsonText(given.bucket);
  const read = typeof bucket === 'number' ? { width: bucket } : bucket;
  return 'bucket' in given ? { ...given, bucket: read } : { ...given };
}
