import { roundUp } from './buckets.ts';
import type { MeasureOp, TimeUnit } from './chart-address.ts';

/** A straight scale from values to pixels. */
export interface Scale {
  readonly ticks: readonly number[];
  readonly at: (value: number) => number;
}

/** Returns a scale with round ticks that contains both values. */
export function valueScale(
  least: number,
  greatest: number,
  pixels: { readonly from: number; readonly to: number },
  mostTicks: number,
  /** Whether there is nothing between two whole numbers. */
  isWhole = false,
): Scale {
  const [low, high] = least === greatest ? [Math.min(0, least), Math.max(1, greatest)] : [least, greatest];
  const fine = roundUp((high - low) / mostTicks);
  const step = isWhole ? Math.max(1, fine) : fine;
  const first = Math.floor(low / step);
  const last = Math.ceil(high / step);
  // Multiplied and cut, so that no error of doubles is seen: 0.1 × 3.
  const ticks = Array.from({ length: last - first + 1 }, (_, index) =>
    Number(((first + index) * step).toPrecision(12)),
  );
  const [start, end] = [first * step, last * step];
  const size = (pixels.to - pixels.from) / (end - start);
  return { ticks, at: (value) => pixels.from + (value - start) * size };
}

/** Returns whether a measure is a number of something. */
export function isCount(op: MeasureOp): boolean {
  return op === 'count' || op === 'countDistinct';
}

/** Steps between the ticks of buckets that people count by. */
const STEPS: Readonly<Record<TimeUnit | 'number', readonly number[]>> = {
  hour: [1, 2, 3, 6, 12, 24, 48, 96, 168],
  day: [1, 2, 5, 10, 20, 50, 100, 200, 500],
  week: [1, 2, 4, 8, 13, 26, 52],
  month: [1, 2, 3, 6, 12, 24, 60, 120],
  quarter: [1, 2, 4, 8, 20, 40],
  year: [1, 2, 5, 10, 20, 50, 100, 200, 500],
  number: [1, 2, 5, 10, 20, 50, 100, 200, 500],
};

/** Returns the places of buckets that get a text, at most `most` of them. */
export function tickPlaces(
  first: number,
  last: number,
  unit: TimeUnit | 'number',
  most: number,
): readonly number[] {
  const least = (last - first + 1) / Math.max(1, most);
  const step = STEPS[unit].find((one) => one >= least) ?? roundUp(least);
  const places: number[] = [];
  for (let place = Math.ceil(first / step) * step; place <= last; place += step) places.push(place);
  return places;
}
