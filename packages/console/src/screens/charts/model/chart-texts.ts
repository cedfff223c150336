import type { Column } from '../../../records/value-types.ts';
import { chartsTexts as texts } from '../../../texts/en/stores/charts.ts';
import type { ChartView } from './chart-address.ts';
import type { ChartData, ChartField } from './load-chart.ts';

/** Whether a chart counts records, so that their number is the measure itself. */
export function countsRecords({ op, of }: Pick<ChartView, 'op' | 'of'>): boolean {
  return op === 'count' && of === null;
}

/** Returns what is measured: `Average of price`. */
export function measureTitle({ op, of }: Pick<ChartView, 'op' | 'of'>): string {
  if (of === null) return texts.countTitle;
  return texts.measureOf(texts.form.ops[op], op === 'count' ? texts.form.ofValues(of) : of);
}

/** Returns a field with its buckets: `released (months, Europe/Berlin)`. */
export function fieldTitle({ column, bucketing }: ChartField): string {
  if (bucketing.kind === 'number') return texts.inBuckets(column.name, texts.steps(String(bucketing.width)));
  if (bucketing.kind === 'each') return column.name;
  const unit = texts.form.units[bucketing.unit];
  const { timeZone } = bucketing;
  return texts.inBuckets(column.name, timeZone === 'UTC' ? unit : `${unit}, ${timeZone}`);
}

/** Returns the title of a chart, which says what it shows. */
export function chartTitle(view: ChartView, { fields }: Pick<ChartData, 'fields'>): string {
  const [by = '', then] = fields.map(fieldTitle);
  const measure = measureTitle(view);
  return then === undefined ? texts.title(measure, by) : texts.titleTwo(measure, by, then);
}

/** Returns why a chart can't be computed, or null. What the address names may have been renamed since. */
export function problemOf({ op, of, by }: ChartView, columns: readonly Column[]): string | null {
  const names = [...by.map(({ field }) => field), ...(of === null ? [] : [of])];
  const unknown = names.find((name) => !columns.some((column) => column.name === name));
  if (unknown !== undefined) return texts.unknownField(unknown);
  if (op === 'count') return null;
  return of === null ? texts.needsNumber(texts.form.ops[op]) : null;
}
