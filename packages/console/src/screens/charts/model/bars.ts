import type { MeasureOp } from './chart-address.ts';
import type { Category, ChartModel, Mark } from './chart-model.ts';

/** A bar in values: from one to another, in one of the lanes of its category. */
export interface Bar {
  readonly mark: Mark;
  readonly from: number;
  readonly to: number;
  readonly lane: number;
}

/** Bars of all categories, and the values that their axis must contain. */
export interface BarLayout {
  readonly bars: readonly (readonly Bar[])[];
  readonly lanes: number;
  readonly least: number;
  readonly greatest: number;
}

/** Returns bars that are stacked if their values add up to something: numbers and sums that are not negative. */
export function barLayout({ categories, series }: ChartModel, op: MeasureOp): BarLayout {
  const values = categories.flatMap(({ marks }) => marks.map(({ group }) => group.value ?? 0));
  const isStacked = (op === 'count' || op === 'sum') && values.every((value) => value >= 0);
  const bars = categories.map((category) => (isStacked ? stacked(category) : beside(category)));
  const ends = bars.flatMap((own) => own.map(({ to }) => to));
  return {
    bars,
    lanes: isStacked ? 1 : series.length,
    least: ends.reduce((least, end) => Math.min(least, end), 0),
    greatest: ends.reduce((greatest, end) => Math.max(greatest, end), 0),
  };
}

function stacked({ marks }: Category): readonly Bar[] {
  let from = 0;
  return marks.map((mark) => {
    const to = from + (mark.group.value ?? 0);
    const bar = { mark, from, to, lane: 0 };
    from = to;
    return bar;
  });
}

function beside({ marks }: Category): readonly Bar[] {
  return marks.map((mark) => ({ mark, from: 0, to: mark.group.value ?? 0, lane: mark.series }));
}
