import type { SlotValue } from '../ground/rows.ts';
import type { ClockPart, TimeUnit } from '../zones/time-bucket.ts';
import type { AggregateOp, Column, Filter } from './ast.ts';
import type { NumberBuckets } from './number-bucket.ts';

/** A part of the key of a group: the value of a column, or the bucket that it is in. */
export type Grouping =
  | { readonly kind: 'value'; readonly column: Column }
  /** The text in its folded form (`fold`). */
  | { readonly kind: 'folded'; readonly column: Column }
  | { readonly kind: 'number'; readonly column: Column; readonly buckets: NumberBuckets }
  | {
      readonly kind: 'time';
      readonly column: Column;
      readonly unit: TimeUnit | ClockPart;
      /** A name in the IANA database, in any case. */
      readonly timeZone: string;
    };

/** The ranks that are measured, in percent of the values. */
export const RANK_PERCENTS = { median: 50, p90: 90, p95: 95, p99: 99 } as const;
export type RankOp = keyof typeof RANK_PERCENTS;

/** Returns the index of the value of a rank among so many sorted values: `ceil(percent × count / 100) − 1`. */
export function rankIndex(percent: number, count: number): number {
  return Math.ceil((percent * count) / 100) - 1;
}

export function isRank(op: Measure['op']): op is RankOp {
  return Object.hasOwn(RANK_PERCENTS, op);
}

/** The time between two columns, `to - from`, in units of so many milliseconds. Unset if one of them is. */
export interface Elapsed {
  readonly from: Column;
  readonly to: Column;
  readonly millis: number;
}

/** What is computed for each group, over the set values of the column. */
export type Measure =
  /**
   * `count` is the number of records with a set value. All but the counts are only of a column of numbers, or of a time, and
   * null when no record of the group has a value.
   */
  | { readonly op: 'count' | 'countDistinct' | AggregateOp | RankOp; readonly column: Column }
  | { readonly op: AggregateOp | RankOp; readonly elapsed: Elapsed }
  /** The number of characters (code points) of a column of texts. */
  | { readonly op: AggregateOp | RankOp; readonly lengthOf: Column };

/** Returns the columns that a measure reads. */
export function measuredColumns(measure: Measure): readonly Column[] {
  if ('column' in measure) return [measure.column];
  return 'lengthOf' in measure ? [measure.lengthOf] : [measure.elapsed.from, measure.elapsed.to];
}

/** What groups are sorted by: their number of records, a measure, or a part of their key. */
export type SummarySort =
  | { readonly by: 'count' }
  | { readonly by: 'measure'; readonly index: number }
  | { readonly by: 'key'; readonly index: number };

/** A comparison with the number of records of a group, or with a measure. Null satisfies `ne` only. */
export interface MeasureCondition {
  readonly of: { readonly by: 'count' } | { readonly by: 'measure'; readonly index: number };
  readonly op: 'eq' | 'ne' | 'gt' | 'gte' | 'lt' | 'lte';
  readonly value: number;
}

export interface SummaryQuery {
  readonly where: Filter;
  /** At most two. Without any, all matching records are one group, also when there are none. */
  readonly groupBy: readonly Grouping[];
  readonly measures: readonly Measure[];
  /** Only groups that satisfy all of them. Omitted: all groups. */
  readonly having?: readonly MeasureCondition[];
  /**
   * Null values come last in both directions. Ties are sorted by the keys, the first before the second: ascending, null
   * last, text by code point.
   */
  readonly sort: SummarySort & { readonly direction: 'asc' | 'desc' };
  /** 1 or more. */
  readonly limit: number;
}

/**
 * A group. A part of its key is the value itself, the lower end of the number bucket, the first instant of the time bucket,
 * or null for the records whose value is unset.
 */
export interface SummaryGroup {
  readonly key: readonly SlotValue[];
  /** In the order of the measures. */
  readonly values: readonly (number | null)[];
  readonly count: number;
}

export interface Summary {
  readonly groups: readonly SummaryGroup[];
  /** More groups exist. */
  readonly more: boolean;
}
