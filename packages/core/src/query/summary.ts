import type { SlotValue } from '../ground/rows.ts';
import type { TimeUnit } from '../zones/time-bucket.ts';
import type { AggregateOp, Column, Filter } from './ast.ts';
import type { NumberBuckets } from './number-bucket.ts';

/** A part of the key of a group: the value of a column, or the bucket that it is in. */
export type Grouping =
  | { readonly kind: 'value'; readonly column: Column }
  | { readonly kind: 'number'; readonly column: Column; readonly buckets: NumberBuckets }
  | {
      readonly kind: 'time';
      readonly column: Column;
      readonly unit: TimeUnit;
      /** A name in the IANA database, in any case. */
      readonly timeZone: string;
    };

/** What is computed for each group, over the set values of the column. */
export type Measure =
  /** The records with a set value. */
  | { readonly op: 'count'; readonly column: Column }
  | { readonly op: 'countDistinct'; readonly column: Column }
  /** Only of a column of numbers. Null when no record of the group has a value. */
  | { readonly op: AggregateOp; readonly column: Column };

/** What groups are sorted by: their number of records, a measure, or a part of their key. */
export type SummarySort =
  | { readonly by: 'count' }
  | { readonly by: 'measure'; readonly index: number }
  | { readonly by: 'key'; readonly index: number };

export interface SummaryQuery {
  readonly where: Filter;
  /** At most two. Without any, all matching records are one group, also when there are none. */
  readonly groupBy: readonly Grouping[];
  readonly measures: readonly Measure[];
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
