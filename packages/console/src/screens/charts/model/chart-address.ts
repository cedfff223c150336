import { type FilterSet, filterParameters } from '../../../records/views/filter-set.ts';
import { changeShown, shownParameters } from '../../../records/views/shown-view.ts';
import { type Parameters, readList, withParameters } from '../../../router/parameters.ts';

export const CHART_KINDS = ['bar', 'line', 'histogram'] as const;
export const MEASURE_OPS = ['count', 'sum', 'avg', 'median', 'min', 'max', 'countDistinct'] as const;
export const TIME_UNITS = ['hour', 'day', 'week', 'month', 'quarter', 'year'] as const;
/** How many groups a chart of single values shows. */
export const TOPS = ['10', '20', '50', '100'] as const;

export type ChartKind = (typeof CHART_KINDS)[number];
export type MeasureOp = (typeof MEASURE_OPS)[number];
export type TimeUnit = (typeof TIME_UNITS)[number];

/** A unit of time, the width of a bucket of numbers, each value, or what fits the values. */
export type BucketChoice = TimeUnit | number | 'each' | 'auto';

export interface ChartGrouping {
  readonly field: string;
  readonly bucket: BucketChoice;
  readonly timeZone: string;
}

/** What a chart shows, besides its filters. The address has all of it. */
export interface ChartView {
  readonly kind: ChartKind;
  readonly op: MeasureOp;
  /** The measured property; null: records are counted. */
  readonly of: string | null;
  /** One or two; none: nothing is chosen yet. */
  readonly by: readonly ChartGrouping[];
  readonly order: 'value' | 'key';
  readonly top: number;
}

const DEFAULT_TOP = '20';
const DEFAULT_ZONE = 'UTC';

/**
 * Returns the chart in the address, or the kept one that it names:
 * `?chart=line&measure=avg&of=price&by=[["released","month","Europe/Paris"]]`.
 */
export function chartOfAddress(): ChartView {
  return readChart(shownParameters.value);
}

/** Returns the chart that parameters stand for. */
export function readChart(parameters: URLSearchParams): ChartView {
  return {
    kind: oneOf(CHART_KINDS, parameters.get('chart')) ?? 'bar',
    op: oneOf(MEASURE_OPS, parameters.get('measure')) ?? 'count',
    of: parameters.get('of'),
    by: readList(parameters.get('by')).flatMap(readGrouping).slice(0, 2),
    order: parameters.get('order') === 'key' ? 'key' : 'value',
    top: Number(oneOf(TOPS, parameters.get('top')) ?? DEFAULT_TOP),
  };
}

/** Returns the parameters of the address for a chart. Null removes one. */
function chartParameters(view: ChartView): Parameters {
  const { kind, op, of, by, order, top } = view;
  return {
    chart: kind === 'bar' ? null : kind,
    measure: op === 'count' ? null : op,
    of,
    by: by.length === 0 ? null : JSON.stringify(by.map(partOf)),
    order: order === 'value' ? null : order,
    top: String(top) === DEFAULT_TOP ? null : String(top),
  };
}

/** Returns the address of a chart under filters. */
export function addressOfChart(path: string, view: ChartView, filters: FilterSet): string {
  return withParameters(path, { ...filterParameters(filters), ...chartParameters(view) });
}

/** Puts a changed chart into the address. Back returns to the earlier one. */
export function showChart(view: ChartView): void {
  changeShown(chartParameters(view), { push: true });
}

export function newGrouping(field: string): ChartGrouping {
  return { field, bucket: 'auto', timeZone: DEFAULT_ZONE };
}

function partOf({ field, bucket, timeZone }: ChartGrouping): readonly unknown[] {
  if (timeZone !== DEFAULT_ZONE) return [field, bucket, timeZone];
  return bucket === 'auto' ? [field] : [field, bucket];
}

function readGrouping(part: unknown): readonly ChartGrouping[] {
  if (!Array.isArray(part)) return [];
  const [field, bucket, timeZone] = part as unknown[];
  if (typeof field !== 'string') return [];
  return [
    {
      field,
      bucket: isBucket(bucket) ? bucket : 'auto',
      timeZone: typeof timeZone === 'string' ? timeZone : DEFAULT_ZONE,
    },
  ];
}

function isBucket(value: unknown): value is BucketChoice {
  if (typeof value === 'number') return value > 0 && Number.isFinite(value);
  return value === 'each' || oneOf(TIME_UNITS, value) !== null;
}

function oneOf<Value extends string>(values: readonly Value[], given: unknown): Value | null {
  return values.find((value) => value === given) ?? null;
}
