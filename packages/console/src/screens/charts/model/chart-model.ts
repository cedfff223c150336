import type { AnyValue } from '@vitrine/client';
import { sayValue } from '../../../records/value-types.ts';
import { chartsTexts as texts } from '../../../texts/en/stores/charts.ts';
import { valueTexts } from '../../../texts/en/stores/values.ts';
import { offsetOfKey, positionOf, timeLabel } from './buckets.ts';
import type { ChartData, ChartField, ChartGroup } from './load-chart.ts';

/** A group where it is drawn. */
export interface Mark {
  readonly group: ChartGroup;
  readonly series: number;
}

/** The groups with one key of the first field. */
export interface Category {
  readonly key: AnyValue;
  readonly label: string;
  /** Its place on an axis of buckets; null on an axis of values, and for unset values. */
  readonly position: number | null;
  readonly marks: readonly Mark[];
}

/** The groups with one key of the second field; without a second field there is one series. */
export interface Series {
  readonly key: AnyValue;
  readonly label: string;
}

export interface ChartModel {
  readonly categories: readonly Category[];
  readonly series: readonly Series[];
  /** How many categories and series are in the table only. */
  readonly hiddenCategories: number;
  readonly hiddenSeries: number;
  /** Whether the first field has buckets that follow each other. */
  readonly isOrdered: boolean;
}

/** Series at most: as many as there are colours. */
const SERIES_MAX = 8;

/** Returns what is drawn of the groups: at most `top` single values, and eight series with the most records. */
export function modelOf({ fields, groups }: ChartData, top: number): ChartModel {
  const [first, second] = fields;
  const isOrdered = first !== undefined && first.bucketing.kind !== 'each';
  const allSeries = second === undefined ? [{ key: null, label: '' }] : seriesOf(second, groups);
  const series = allSeries.slice(0, SERIES_MAX);
  const byKey = new Map<string, { readonly key: AnyValue; readonly marks: Mark[] }>();
  for (const group of groups) {
    const [key = null, seriesKey = null] = group.key;
    const place = second === undefined ? 0 : series.findIndex((one) => one.key === seriesKey);
    const id = JSON.stringify(key);
    const category = byKey.get(id) ?? { key, marks: [] };
    byKey.set(id, category);
    if (place >= 0) category.marks.push({ group, series: place });
  }
  const categories = [...byKey.values()].map(({ key, marks }): Category => {
    const position = first === undefined || key === null || !isOrdered ? null : placeOf(first, key);
    return {
      key,
      marks: marks.toSorted((a, b) => a.series - b.series),
      position,
      label: first === undefined ? '' : keyLabel(first, key),
    };
  });
  const shown = isOrdered ? categories : categories.slice(0, top);
  return {
    categories: shown,
    series,
    hiddenCategories: categories.length - shown.length,
    hiddenSeries: allSeries.length - series.length,
    isOrdered,
  };
}

/** Returns the series: buckets in their order, values by their number of records. */
function seriesOf(field: ChartField, groups: readonly ChartGroup[]): readonly Series[] {
  const counts = new Map<AnyValue, number>();
  for (const { key, count } of groups) {
    const value = key[1] ?? null;
    counts.set(value, (counts.get(value) ?? 0) + count);
  }
  const keys = [...counts].toSorted(([, a], [, b]) => b - a).map(([key]) => key);
  if (field.bucketing.kind !== 'each') {
    keys.sort((a, b) => (a === null ? 1 : b === null ? -1 : placeOf(field, a) - placeOf(field, b)));
  }
  return keys.map((key) => ({ key, label: keyLabel(field, key) }));
}

function placeOf({ bucketing }: ChartField, key: AnyValue): number {
  return typeof key === 'number' || typeof key === 'string' ? positionOf(key, bucketing) : 0;
}

/** Returns the text of a key in a legend or a table. */
export function keyLabel(field: ChartField, key: AnyValue): string {
  if (key === null) return texts.unset;
  if (key === '') return texts.emptyText;
  if (typeof key === 'string' && key.trim() === '') return texts.blankText;
  if (typeof key === 'boolean') return key ? valueTexts.yes : valueTexts.no;
  const { bucketing, column } = field;
  if (bucketing.kind === 'time') {
    const text = String(key);
    return timeLabel(positionOf(text, bucketing), bucketing.unit, true, offsetOfKey(text));
  }
  if (bucketing.kind === 'number') {
    const place = positionOf(Number(key), bucketing);
    const next = startAt(place + 1, bucketing.width);
    return texts.interval(sayValue(Number(key), column), sayValue(next, column));
  }
  return sayValue(key, column);
}

/** Decimals of a width at most. */
const SCALES = Array.from({ length: 10 }, (_, decimals) => 10 ** decimals);

/** Returns where the bucket of numbers of a place begins: the double nearest to place × width. */
export function startAt(place: number, width: number): number {
  const scale = SCALES.find(
    (one) => Number.isInteger(Math.round(width * one)) && Math.round(width * one) / one === width,
  );
  return scale === undefined ? place * width : (place * Math.round(width * scale)) / scale;
}
