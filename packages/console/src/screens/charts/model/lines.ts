import type { MeasureOp } from './chart-address.ts';
import type { ChartModel, Mark } from './chart-model.ts';

export interface LinePoint {
  readonly position: number;
  readonly value: number;
  /** The place of its category among all; -1 for a point without records. */
  readonly category: number;
  readonly mark: Mark | null;
  /** Whether the line begins here anew. */
  readonly isStart: boolean;
}

/**
 * Returns the points of the line of each series. Where buckets have no records, a line of numbers of records goes down to
 * 0, and any other line is interrupted. Unset values are no place on a line.
 */
export function linePoints(
  { categories, series }: ChartModel,
  op: MeasureOp,
): readonly (readonly LinePoint[])[] {
  const isZeroBetween = op === 'count' || op === 'countDistinct';
  return series.map((_, place) => {
    const points: LinePoint[] = [];
    const zero = (position: number) =>
      points.push({ position, value: 0, category: -1, mark: null, isStart: false });
    for (const [category, { position, marks }] of categories.entries()) {
      const mark = marks.find((one) => one.series === place);
      if (position === null || mark === undefined || mark.group.value === null) continue;
      const before = points.at(-1);
      const gap = before === undefined ? 0 : position - before.position - 1;
      if (isZeroBetween && before !== undefined && gap > 0) {
        zero(before.position + 1);
        if (gap > 1) zero(position - 1);
      }
      const isStart = before === undefined || (gap > 0 && !isZeroBetween);
      points.push({ position, value: mark.group.value, category, mark, isStart });
    }
    return points;
  });
}
