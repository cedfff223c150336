import { acceptedElements, parseContract, rawMember } from '../../../contracts/ground/contract.ts';
import {
  type RecordGroup,
  SummarizeRecordsRequest,
  SummaryGrouping,
  SummaryMeasure,
} from '../../../contracts/records/record-summaries.ts';
import { SearchFilter } from '../../../contracts/records/records.ts';
import { type Issue, ValidationError } from '../../../ground/errors.ts';
import { FILTERS_MAX, GROUP_BY_MAX, MEASURES_MAX, PAGE_MAX_BYTES } from '../../../ground/limits.ts';
import type { SlotValue, StoreRow } from '../../../ground/rows.ts';
import type { SummaryGroup } from '../../../query/summary.ts';
import { readFilters, readMatch } from '../../../schema/queries/read-query.ts';
import {
  type ReadGrouping,
  type ReadMeasure,
  readGroupings,
  readHaving,
  readMeasures,
  readSummarySort,
} from '../../../schema/queries/read-summary.ts';
import { takeLoopTurn } from '../../../turns/loop-turn.ts';
import { showValue } from '../../../values/value.ts';
import { isClockPart, showZoned } from '../../../zones/time-bucket.ts';
import { zoneOffsets } from '../../../zones/zone-offsets.ts';
import type { ServiceContext } from '../../calls/context.ts';
import { LONG_BYTES, membersBytes } from '../../calls/page-size.ts';
import { openStore } from '../../stores/open-store.ts';
import type { RecordService } from '../service/record-service.ts';

export function recordSummary(context: ServiceContext): Pick<RecordService, 'summarize'> {
  const { storage, clock } = context;
  return {
    async summarize(principal, storeId, request, options = {}) {
      const { maxBytes = PAGE_MAX_BYTES } = options;
      const store = await openStore(context, principal, storeId);
      const given = parseContract(SummarizeRecordsRequest, request, (input) => findIssues(store, input));
      const { where, issues } = readMatch(store, given);
      const { groupings, issues: groupIssues } = readGroupings(store, given.groupBy ?? []);
      const { measures, issues: measureIssues } = readMeasures(store, given.measures);
      const found = [...issues, ...groupIssues, ...measureIssues];
      const { having, issues: havingIssues } = readHaving(measures, given.having ?? []);
      const { sort, issues: sortIssues } = readSummarySort(groupings, measures, given.sortBy);
      // With a refused field or measure, the names to sort by and to compare may be right.
      if (found.length === 0) found.push(...havingIssues, ...sortIssues);
      if (found.length > 0) throw new ValidationError(found);
      const { groups, more } = await storage.records.summarize(
        store,
        {
          where,
          groupBy: groupings.map(({ grouping }) => grouping),
          measures: measures.map(({ measure }) => measure),
          having,
          sort: { ...sort, direction: given.sortDir ?? (sort.by === 'key' ? 'asc' : 'desc') },
          limit: given.limit,
        },
        clock(),
        options,
      );
      if (weighGroups(groups) > LONG_BYTES)
        await takeLoopTurn({ account: store.accountId, signal: options.signal });
      const shown = fitGroups(groups, groupings, measures, maxBytes);
      return { groups: shown, limit: given.limit, truncated: more || shown.length < groups.length };
    },
  };
}

/** Semantic errors in a request that has syntax errors elsewhere. */
function findIssues(store: StoreRow, input: unknown): Issue[] {
  return [
    ...readFilters(store, acceptedElements(SearchFilter, input, 'filters', FILTERS_MAX), 'all').issues,
    ...readGroupings(store, acceptedGroupings(input)).issues,
    ...readMeasures(store, acceptedElements(SummaryMeasure, input, 'measures', MEASURES_MAX)).issues,
  ];
}

/** Whether a time zone is right depends on the bucket, so one beside a refused bucket is not examined. */
function acceptedGroupings(input: unknown) {
  const given = rawMember(input, 'groupBy');
  const accepted = acceptedElements(SummaryGrouping, input, 'groupBy', GROUP_BY_MAX);
  return accepted.map(({ timeZone, ...grouping }, index) => {
    const hasBucket = Array.isArray(given) && rawMember(given[index], 'bucket') !== undefined;
    const isRefused = hasBucket && grouping.bucket === undefined;
    return timeZone === undefined || isRefused ? grouping : { ...grouping, timeZone };
  });
}

/** Bytes of a measure or of a count, approximately. */
const NUMBER_BYTES = 20;

/** Returns the approximate size of groups in a response. */
function weighGroups(groups: readonly SummaryGroup[]): number {
  let bytes = 0;
  for (const { key, values } of groups) {
    bytes += NUMBER_BYTES * (values.length + 1);
    for (const part of key) if (typeof part === 'string') bytes += part.length;
  }
  return bytes;
}

/** The bytes of a group besides its key, its values and its count, with a comma after it. */
const FRAME_BYTES = '{"key":"values":"count":},'.length;

/** Returns as many of the first groups as take at most `maxBytes` of JSON together; at least one of some. */
function fitGroups(
  groups: readonly SummaryGroup[],
  groupings: readonly ReadGrouping[],
  measures: readonly ReadMeasure[],
  maxBytes: number,
): RecordGroup[] {
  const shown: RecordGroup[] = [];
  const nameBytes = new Map<string, number>();
  let bytes = 0;
  for (const group of groups) {
    const next = showGroup(group, groupings, measures);
    bytes += FRAME_BYTES + membersBytes(next.key, nameBytes) + membersBytes(next.values, nameBytes);
    bytes += String(next.count).length;
    if (bytes > maxBytes && shown.length > 0) break;
    shown.push(next);
  }
  return shown;
}

function showGroup(
  { key, values, count }: SummaryGroup,
  groupings: readonly ReadGrouping[],
  measures: readonly ReadMeasure[],
): RecordGroup {
  // Not by assignment: a property may be called `__proto__`.
  return {
    key: Object.fromEntries(groupings.map((one, i) => [one.name, showKey(one, key[i] ?? null)])),
    values: Object.fromEntries(
      measures.map(({ name, type }, i) => [name, showMeasure(type, values[i] ?? null)]),
    ),
    count,
  };
}

function showKey({ type, grouping }: ReadGrouping, part: SlotValue) {
  if (grouping.kind !== 'time' || typeof part !== 'number') return showValue(type, part);
  return isClockPart(grouping.unit) ? part : showZoned(zoneOffsets(grouping.timeZone), part);
}

function showMeasure(type: ReadMeasure['type'], value: number | null): number | string | null {
  const shown = showValue(type, value);
  return typeof shown === 'boolean' ? Number(shown) : shown;
}
