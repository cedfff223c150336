import type { SlotValue } from '../ground/rows.ts';
import { countCodePoints } from '../ground/stored-text.ts';
import { bucketStart, isClockPart, timeKey } from '../zones/time-bucket.ts';
import { zoneOffsets } from '../zones/zone-offsets.ts';
import { compareInOrder } from './compare.ts';
import { DecimalSum } from './decimal-sum.ts';
import { columnValue, holds, type StoredRecord } from './evaluate.ts';
import { fold } from './fold.ts';
import { numberBucketStart, numberKey } from './number-bucket.ts';
import {
  type Grouping,
  type Measure,
  type MeasureCondition,
  RANK_PERCENTS,
  type RankOp,
  rankIndex,
  type Summary,
  type SummaryGroup,
  type SummaryQuery,
} from './summary.ts';

/**
 * The reference semantics of summaries (docs/query-semantics.md#summaries), of records that match already. Pure, like the
 * evaluator of filters.
 */
export function summarize(query: SummaryQuery, records: Iterable<StoredRecord>): Summary {
  const { groupBy, measures } = query;
  const groups = new Map<string, OpenGroup>();
  if (groupBy.length === 0) groups.set('[]', openGroup([], measures));
  const readers = groupBy.map(keyReader);
  for (const record of records) {
    const key = readers.map((read) => read(record));
    const name = JSON.stringify(key);
    let group = groups.get(name);
    if (group === undefined) {
      group = openGroup(key, measures);
      groups.set(name, group);
    }
    group.count++;
    for (const measure of group.measures) measure.add(record);
  }
  return firstGroups(
    query,
    [...groups.values()].map(({ key, count, measures: open }) => ({
      key,
      count,
      values: open.map(({ result }) => result()),
    })),
  );
}

/** Returns the first groups in order that satisfy the conditions, with what their sortable keys stand for. */
export function firstGroups(
  { groupBy, having = [], sort, limit }: SummaryQuery,
  groups: readonly SummaryGroup[],
): Summary {
  const sorted = groups
    .filter((group) => having.every((condition) => satisfies(group, condition)))
    .toSorted(compareGroups(sort));
  return {
    groups: sorted.slice(0, limit).map((group) => ({ ...group, key: showKeys(groupBy, group.key) })),
    more: sorted.length > limit,
  };
}

/** Returns what the parts of a sortable key stand for (`SummaryGroup.key`). */
export function showKeys(groupBy: readonly Grouping[], key: readonly SlotValue[]): SlotValue[] {
  return groupBy.map((grouping, i) => showKey(grouping, key[i] ?? null));
}

function showKey(grouping: Grouping, part: SlotValue): SlotValue {
  if (typeof part !== 'number') return part;
  switch (grouping.kind) {
    case 'value':
    case 'folded':
      return part;
    case 'number':
      return numberBucketStart(grouping.buckets, part);
    case 'time':
      return isClockPart(grouping.unit)
        ? part
        : bucketStart(grouping.unit, zoneOffsets(grouping.timeZone), part);
  }
}

/** Returns a reader of a part of the key, as groups are sorted by it: the value, or the key of its bucket. */
function keyReader(grouping: Grouping): (record: StoredRecord) => SlotValue {
  const { column } = grouping;
  switch (grouping.kind) {
    case 'value':
      return (record) => columnValue(record, column);
    case 'folded':
      return (record) => foldValue(columnValue(record, column));
    case 'number':
      return (record) => ofNumber(columnValue(record, column), (value) => numberKey(grouping.buckets, value));
    case 'time': {
      const zone = zoneOffsets(grouping.timeZone);
      return (record) =>
        ofNumber(columnValue(record, column), (value) => timeKey(grouping.unit, zone, value));
    }
  }
}

function foldValue(value: SlotValue): SlotValue {
  return typeof value === 'string' ? fold(value) : value;
}

function ofNumber(value: SlotValue, read: (value: number) => number): number | null {
  return typeof value === 'number' ? read(value) : null;
}

interface OpenGroup {
  readonly key: readonly SlotValue[];
  readonly measures: readonly OpenMeasure[];
  count: number;
}

interface OpenMeasure {
  add(record: StoredRecord): void;
  result(): number | null;
}

function openGroup(key: readonly SlotValue[], measures: readonly Measure[]): OpenGroup {
  return { key, measures: measures.map(openMeasure), count: 0 };
}

function openMeasure(measure: Measure): OpenMeasure {
  const collector = openCollector(measure.op);
  return {
    add(record) {
      const value = measuredValue(measure, record);
      if (value !== null) collector.add(value);
    },
    result: collector.result,
  };
}

function measuredValue(measure: Measure, record: StoredRecord): SlotValue {
  if ('column' in measure) return columnValue(record, measure.column);
  if ('lengthOf' in measure) {
    const value = columnValue(record, measure.lengthOf);
    return typeof value === 'string' ? countCodePoints(value) : null;
  }
  const { from, to, millis } = measure.elapsed;
  const [start, end] = [columnValue(record, from), columnValue(record, to)];
  return typeof start === 'number' && typeof end === 'number' ? (end - start) / millis : null;
}

interface Collector {
  add(value: string | number): void;
  result(): number | null;
}

function openCollector(op: Measure['op']): Collector {
  switch (op) {
    case 'count': {
      let count = 0;
      return { add: () => count++, result: () => count };
    }
    case 'countDistinct': {
      const seen = new Set<string | number>();
      return { add: (value) => seen.add(value), result: () => seen.size };
    }
    case 'sum':
      return ofSum((sum) => sum.total());
    case 'avg':
      return ofSum((sum) => sum.mean());
    case 'min':
      return ofExtreme(Math.min);
    case 'max':
      return ofExtreme(Math.max);
    case 'median':
    case 'p90':
    case 'p95':
    case 'p99':
      return ofRank(op);
  }
}

function ofRank(op: RankOp): Collector {
  const values: number[] = [];
  return {
    add: (value) => values.push(Number(value)),
    result: () => values.toSorted((a, b) => a - b)[rankIndex(RANK_PERCENTS[op], values.length)] ?? null,
  };
}

function satisfies({ values, count }: SummaryGroup, condition: MeasureCondition): boolean {
  const { of } = condition;
  return holds(condition, of.by === 'count' ? count : (values[of.index] ?? null));
}

function ofSum(result: (sum: DecimalSum) => number): Collector {
  const sum = new DecimalSum();
  return { add: (value) => sum.add(Number(value)), result: () => (sum.count === 0 ? null : result(sum)) };
}

function ofExtreme(better: (a: number, b: number) => number): Collector {
  let best: number | null = null;
  return {
    add(value) {
      best = best === null ? Number(value) : better(best, Number(value));
    },
    result: () => best,
  };
}

/** Returns the comparator of groups whose keys are as `keyReader` returns them. Total, because keys differ. */
function compareGroups(sort: SummaryQuery['sort']): (a: SummaryGroup, b: SummaryGroup) => number {
  const sortedBy = ({ key, values, count }: SummaryGroup): SlotValue => {
    if (sort.by === 'count') return count;
    return (sort.by === 'key' ? key[sort.index] : values[sort.index]) ?? null;
  };
  return (a, b) => {
    const first = compareInOrder(sortedBy(a), sortedBy(b), sort.direction);
    if (first !== 0) return first;
    for (const [i, part] of a.key.entries()) {
      const next = compareInOrder(part, b.key[i] ?? null, 'asc');
      if (next !== 0) return next;
    }
    return 0;
  };
}
