import type { AnyFilter, AnyValue } from '@vitrine/client';
import { readFilter, textOfFilter } from '../../../records/filter-rules.ts';
import type { FilterSet } from '../../../records/views/filter-set.ts';
import { dayAt, endOfBucket, positionOf } from './buckets.ts';
import { startAt } from './chart-model.ts';
import type { ChartData, ChartField, ChartGroup } from './load-chart.ts';

const DAY_MS = 86_400_000;

/** Characters of a value at most: servers and browsers cut long addresses. */
const VALUE_MAX = 1_000;

/**
 * Returns a function that returns the filters of the records of a group; null if no filters describe exactly them. Filters
 * of which any may match can't be joined with those of a group, and the operator for unset texts means empty ones too.
 */
export function groupFilters(
  { filters, match }: FilterSet,
  { fields, groups, isTruncated }: ChartData,
): (group: ChartGroup) => FilterSet | null {
  if (match === 'any' && filters.length > 1) return () => null;
  // The operator "is empty" means both, unset and empty text.
  const hasOneEmpty = fields.map((_, place) => {
    const keys = new Set(groups.map(({ key }) => key[place]));
    return !isTruncated && !(keys.has(null) && keys.has(''));
  });
  return ({ key }) => {
    const added: AnyFilter[] = [];
    for (const [place, field] of fields.entries()) {
      const own = filtersOfKey(field, key[place] ?? null, hasOneEmpty[place] ?? false);
      if (own === null || !own.every((filter) => isExpressible(field, filter))) return null;
      added.push(...own);
    }
    return { filters: [...filters, ...added], match: 'all' };
  };
}

function filtersOfKey(
  { column, bucketing }: ChartField,
  key: AnyValue,
  hasOneEmpty: boolean,
): readonly AnyFilter[] | null {
  const { name: field, type } = column;
  if (key === null || key === '') {
    const isText = type !== 'number' && type !== 'boolean' && type !== 'datetime';
    return !isText || hasOneEmpty ? [{ field, op: 'empty' }] : null;
  }
  if (bucketing.kind === 'number') {
    const place = positionOf(Number(key), bucketing);
    return [
      { field, op: 'gte', value: startAt(place, bucketing.width) },
      { field, op: 'lt', value: startAt(place + 1, bucketing.width) },
    ];
  }
  if (bucketing.kind === 'each') return [{ field, op: 'eq', value: key }];
  const text = String(key);
  const { unit, timeZone } = bucketing;
  if (timeZone === 'UTC' && unit !== 'hour') {
    const place = positionOf(text, bucketing);
    const [start, next] = [dayAt(place, unit), dayAt(place + 1, unit)];
    if (unit === 'day') return [{ field, op: 'on', value: start }];
    const before = new Date(Date.parse(start) - DAY_MS).toISOString().slice(0, 10);
    return [
      { field, op: 'after', value: before },
      { field, op: 'before', value: next },
    ];
  }
  // The operators exclude the moment itself.
  return [
    { field, op: 'after', value: new Date(Date.parse(text) - 1).toISOString() },
    { field, op: 'before', value: new Date(endOfBucket(text, unit, timeZone)).toISOString() },
  ];
}

/** Whether the filter bar, which reads filters from texts, keeps a filter as it is. */
function isExpressible({ column }: ChartField, filter: AnyFilter): boolean {
  const text = textOfFilter(filter);
  if (text.length > VALUE_MAX) return false;
  return JSON.stringify(readFilter(column, filter.op, text)) === JSON.stringify(filter);
}
