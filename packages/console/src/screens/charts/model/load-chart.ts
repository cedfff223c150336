import type { AnyStore, AnyValue, NumberFormat, Store, SummarizeRequest } from '@vitrine/client';
import type { Column } from '../../../records/value-types.ts';
import type { FilterSet } from '../../../records/views/filter-set.ts';
import { sentFilters } from '../../../records/views/sent-filters.ts';
import { isCount } from './axis.ts';
import { type Bucketing, unitFor, widthFor } from './buckets.ts';
import { type ChartGrouping, type ChartView, TIME_UNITS, type TimeUnit } from './chart-address.ts';

/** A field by which records are grouped, with its buckets. */
export interface ChartField {
  readonly column: Column;
  readonly bucketing: Bucketing;
}

export interface ChartGroup {
  /** One value for each field: the value, or where its bucket begins. Null: unset. */
  readonly key: readonly AnyValue[];
  /** What is measured, exactly as the server says it. Null: no record of the group has a value. */
  readonly value: number | null;
  /** Records of the group. */
  readonly count: number;
}

export interface ChartData {
  readonly fields: readonly ChartField[];
  readonly groups: readonly ChartGroup[];
  /** There are more groups than the server returned. */
  readonly isTruncated: boolean;
  /** How the measured numbers are shown; undefined: as they are. */
  readonly format: NumberFormat | undefined;
}

/** Groups at most: what the server returns. */
const GROUPS_MAX = 1_000;

/** Buckets that an automatic choice makes at most, of the first and of the second field. */
const BUCKETS = [
  { numbers: 24, times: 60 },
  { numbers: 6, times: 8 },
] as const;

type Request = SummarizeRequest<AnyStore>;

/** Computes the groups of a chart. Sends one request, and before it one for each field whose buckets are automatic. */
export async function loadChart(
  store: Store<AnyStore>,
  columns: readonly Column[],
  view: ChartView,
  filters: FilterSet,
  signal: AbortSignal,
): Promise<ChartData> {
  const matching = sentFilters(filters.filters, filters.match);
  const fields: ChartField[] = [];
  for (const [place, grouping] of view.by.entries()) {
    const column = columns.find(({ name }) => name === grouping.field);
    if (column === undefined) continue;
    const bucketing = fixedBucketing(column, grouping) ?? (await fitBuckets(column, grouping, place));
    fields.push({ column, bucketing });
  }
  const request = requestOf(view, fields, matching);
  const { groups, truncated } = await store.summarize(request, { signal });
  const name = measureName(fields);
  const shown = groups.map(({ key, values, count }) => ({
    key: fields.map(({ column }) => key[column.name] ?? null),
    value: toNumber(values[name]),
    count,
  }));
  const isNewestFirst = fields[0]?.bucketing.kind === 'time';
  return {
    fields,
    groups: isNewestFirst ? oldestFirst(shown) : shown,
    isTruncated: truncated,
    format: isCount(view.op) ? undefined : columns.find((column) => column.name === view.of)?.format,
  };

  async function fitBuckets(column: Column, grouping: ChartGrouping, place: number): Promise<Bucketing> {
    const field = column.name;
    const measures = [{ op: 'min', field, as: 'from' } as const, { op: 'max', field, as: 'to' } as const];
    const range = await store.summarize({ ...matching, measures }, { signal });
    const { from = null, to = null } = range.groups[0]?.values ?? {};
    const most = BUCKETS[place] ?? BUCKETS[0];
    if (column.type === 'number') {
      return { kind: 'number', width: widthFor(Number(from ?? 0), Number(to ?? 0), most.numbers) };
    }
    const unit = unitFor(Date.parse(String(from)), Date.parse(String(to)), most.times);
    return { kind: 'time', unit, timeZone: grouping.timeZone };
  }
}

/** Returns the buckets that need no look at the values; null for automatic ones. */
function fixedBucketing({ type }: Column, { bucket, timeZone }: ChartGrouping): Bucketing | null {
  if (type === 'number') {
    if (bucket === 'each') return { kind: 'each' };
    return typeof bucket === 'number' ? { kind: 'number', width: bucket } : null;
  }
  if (type !== 'datetime') return { kind: 'each' };
  return isUnit(bucket) ? { kind: 'time', unit: bucket, timeZone } : null;
}

function isUnit(bucket: unknown): bucket is TimeUnit {
  return TIME_UNITS.some((unit) => unit === bucket);
}

function requestOf(
  { op, of, order, top }: ChartView,
  fields: readonly ChartField[],
  matching: Pick<Request, 'filters' | 'match'>,
): Request {
  const [first, second] = fields;
  const name = measureName(fields);
  const isOrdered = first !== undefined && first.bucketing.kind !== 'each';
  const sorted: Pick<Request, 'sortBy' | 'sortDir'> =
    isOrdered || order === 'key'
      ? { sortBy: first?.column.name, sortDir: first?.bucketing.kind === 'time' ? 'desc' : 'asc' }
      : { sortBy: name, sortDir: 'desc' };
  return {
    ...matching,
    groupBy: fields.map(({ column, bucketing }) => ({ field: column.name, ...bucketOf(bucketing) })),
    measures: [{ op, ...(of === null ? {} : { field: of }), as: name }],
    ...sorted,
    limit: isOrdered || second !== undefined ? GROUPS_MAX : top,
  };
}

function bucketOf(
  bucketing: Bucketing,
): Pick<NonNullable<Request['groupBy']>[number], 'bucket' | 'timeZone'> {
  if (bucketing.kind === 'each') return {};
  if (bucketing.kind === 'number') return { bucket: { width: bucketing.width } };
  return { bucket: bucketing.unit, timeZone: bucketing.timeZone };
}

/**
 * Returns groups that were requested newest first, so that the newest are there if not all are. Unset times stay last, and
 * so does the order within one time.
 */
function oldestFirst(groups: readonly ChartGroup[]): readonly ChartGroup[] {
  const times = [...Map.groupBy(groups, ({ key }) => key[0] ?? null)].toReversed();
  const set = times.filter(([time]) => time !== null);
  const unset = times.filter(([time]) => time === null);
  return [...set, ...unset].flatMap(([, own]) => own);
}

/** Returns a name for the measure that no field has, because groups are sorted by either. */
function measureName(fields: readonly ChartField[]): string {
  let name = 'value';
  while (fields.some(({ column }) => column.name === name)) name = `${name}_`;
  return name;
}

function toNumber(value: number | string | null | undefined): number | null {
  return typeof value === 'number' ? value : null;
}
