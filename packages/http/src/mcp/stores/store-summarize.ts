import type {
  GroupCondition,
  RecordGroup,
  SearchFilter,
  SummaryGrouping,
  SummaryMeasure,
} from '@vitrine/core/contracts';
import { bodyContract, z } from '@vitrine/core/contracts';
import { describeReach } from '../tools/descriptions.ts';
import { fitItems, RESULT_MAX_BYTES } from '../tools/result-size.ts';
import {
  inputSchema,
  readArguments,
  resultSchema,
  type StoreTool,
  shownAsText,
  withoutUnset,
} from '../tools/tool.ts';
import {
  filters,
  limitArgument,
  listArgument,
  match,
  q,
  readJsonText,
  readList,
  readStructureText,
} from '../tools/tool-arguments.ts';
import { compact, compactGroups, type ShownGroup } from './compact-rows.ts';
import { aboutStore, requireStoreId, storeId } from './target-store.ts';

const LIMIT_DEFAULT = 100;
const LIMIT_MAX = 1_000;

const OPS = ['count', 'countDistinct', 'sum', 'avg', 'min', 'max', 'median', 'p90', 'p95', 'p99'];
const MEASURES_MESSAGE = 'Expected a list of measures such as [{"op": "sum", "field": "price"}].';
const GROUP_BY_MESSAGE = 'Expected a list of fields such as [{"field": "city"}].';
const HAVING_MESSAGE =
  'Expected a list of conditions such as [{"measure": "count", "op": "gte", "value": "10"}].';

/** Measures, groupings and conditions as clients see them. Core validates their members, which depend on the store. */
const Measure = z
  .looseObject(
    {
      op: shownAsText({ enum: OPS }),
      field: shownAsText({
        description:
          'Or {"dateDiff": {"from": "opened", "to": "closed", "unit": "day"}} (hour, minute), or {"length": "title"}.',
      }).optional(),
      as: shownAsText({ description: 'Name in values.' }).optional(),
    },
    'Expected an object with op and field.',
  )
  .meta({ additionalProperties: false });

const Grouping = z
  .looseObject(
    {
      field: shownAsText({}),
      bucket: shownAsText({
        description:
          'hour, day, week, month, quarter, year, weekday (1 Monday), hourOfDay; width of numbers.',
      }).optional(),
      timeZone: shownAsText({ description: 'IANA. Default UTC.' }).optional(),
      caseInsensitive: shownAsText({ description: 'true joins texts that differ in case.' }).optional(),
      as: shownAsText({ description: 'Name in key.' }).optional(),
    },
    'Expected an object with field.',
  )
  .meta({ additionalProperties: false });

const Condition = z
  .looseObject(
    { measure: shownAsText({}), op: shownAsText({}), value: shownAsText({}) },
    'Expected an object with measure, op and value.',
  )
  .meta({ additionalProperties: false });

const Arguments = bodyContract({
  measures: listArgument(Measure, MEASURES_MESSAGE).meta({ description: '1 to 8.' }),
  groupBy: listArgument(Grouping, GROUP_BY_MESSAGE).optional().meta({ description: 'At most two.' }),
  // The list of tools says once what a filter is.
  filters: filters.meta({ description: 'As in store_query; so match, q.', items: { type: 'object' } }),
  match,
  q,
  having: listArgument(Condition, HAVING_MESSAGE)
    .optional()
    .meta({ description: 'On measures or count: eq ne gt gte lt lte.' }),
  storeId,
  sortBy: z
    .string('Expected the name of a measure, a field of groupBy, or count.')
    .optional()
    .meta({ description: 'A name in values or key, or count (default).' }),
  sortDir: z
    .enum(['asc', 'desc'], 'Expected "asc" or "desc".')
    .optional()
    .meta({ description: 'Default asc for a name in key, else desc.' }),
  limit: limitArgument(LIMIT_MAX, LIMIT_DEFAULT),
  compact: compact.meta({ type: 'boolean', description: 'As in store_query.' }),
});

/** Computes measures of groups of records. */
export const storeSummarize: StoreTool = {
  name: 'store_summarize',
  title: 'Compute totals of records by group',
  inputSchema: inputSchema(Arguments),
  needsStore: true,
  outputSchema: resultSchema({ groups: 'array', truncated: 'boolean' }),

  describe(audience) {
    const store = audience.scope === 'account' ? '"storeId": "<storeId>", ' : '';
    return [
      'Computes measures over all matching records, by group: use it for every total, average, median, top list and ' +
        'distribution. Call store_access before. A group has its key, values and count.',
      ...describeReach(audience),
      `Example: {${store}"measures": [{"op": "sum", "field": "price"}], "groupBy": [{"field": "city"}], "sortBy": "sum_price", "limit": 5}.`,
      `Example: {${store}"measures": [{"op": "count"}], "groupBy": [{"field": "date_created", "bucket": "month"}], "sortBy": "date_created"}.`,
    ].join('\n');
  },

  async run(call, given) {
    const { vitrine, principal, signal } = call;
    const {
      measures,
      groupBy = [],
      filters: listed = [],
      having = [],
      ...rest
    } = readArguments(Arguments, given);
    const id = requireStoreId(call, rest.storeId);
    const limit = Math.min(rest.limit ?? LIMIT_DEFAULT, LIMIT_MAX);
    const { match: how, q: text, sortBy, sortDir } = rest;
    // Core validates them by its own contract.
    const request = {
      measures: measures.map((one) => readMeasure(withoutUnset(Measure, one))) as SummaryMeasure[],
      groupBy: groupBy.map((one) => readGrouping(withoutUnset(Grouping, one))) as SummaryGrouping[],
      filters: listed.map(readList) as SearchFilter[],
      having: having as GroupCondition[],
      ...{ match: how, q: text, limit, sortBy, sortDir },
    };
    const summary = await aboutStore(call, id, () =>
      vitrine.records.summarize(principal, id, request, { signal, maxBytes: RESULT_MAX_BYTES }),
    );
    const groups = fitItems(summary.groups.map(showOnce(request.measures)));
    const truncated = summary.truncated || groups.length < summary.groups.length;
    const rows = rest.compact === true ? compactGroups(groups) : null;
    const shown = rows === null ? { groups } : { columns: rows.columns, groups: rows.rows };
    return { ...shown, returned: groups.length, limit, truncated, ...(truncated ? { advice: ADVICE } : {}) };
  },
};

const ADVICE =
  'More groups exist. Raise limit, use a larger bucket, add filters, or sort by what matters with sortBy.';

/** Returns a function that leaves out what a group says twice: its number of records, which a measure may be too. */
function showOnce(measures: readonly SummaryMeasure[]) {
  const counts = measures.filter(({ op, field }) => op === 'count' && field === undefined);
  return ({ key, values, count }: RecordGroup): ShownGroup => {
    const { count: _same, ...others } = values;
    const named = counts.some(({ as }) => as !== undefined);
    const shown = counts.some(({ as }) => as === undefined) ? others : values;
    return {
      key,
      ...(Object.keys(shown).length === 0 ? {} : { values: shown }),
      ...(named ? {} : { count }),
    };
  };
}

function readMeasure({ field, ...given }: Readonly<Record<string, unknown>>): Record<string, unknown> {
  return field === undefined ? given : { ...given, field: readStructureText(field) };
}

/** Reads a width and a switch that arrived as text: `{"bucket": "10"}`. */
function readGrouping(given: Readonly<Record<string, unknown>>): Record<string, unknown> {
  const { bucket, caseInsensitive, ...others } = given;
  return {
    ...others,
    ...(bucket === undefined ? {} : { bucket: readBucket(bucket) }),
    ...(caseInsensitive === undefined ? {} : { caseInsensitive: readJsonText(caseInsensitive) }),
  };
}

function readBucket(bucket: unknown): unknown {
  const read = readJsonText(bucket);
  return typeof read === 'number' ? { width: read } : read;
}
