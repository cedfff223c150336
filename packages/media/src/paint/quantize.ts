import type { Rgb } from './color.ts';

/** Bits of each channel that select the cell of a color. */
const BITS = 5;
const ROUNDS = 3;

/** Counts colors in cells of nearly equal ones. */
export class Histogram {
  readonly #counts = new Float64Array(1 << (3 * BITS));
  readonly #sums = new Float64Array(3 << (3 * BITS));

  add(red: number, green: number, blue: number, weight: number): void {
    const shift = 8 - BITS;
    const cell = ((red >> shift) << (2 * BITS)) | ((green >> shift) << BITS) | (blue >> shift);
    this.#counts[cell] = (this.#counts[cell] ?? 0) + weight;
    this.#sums[cell * 3] = (this.#sums[cell * 3] ?? 0) + red * weight;
    this.#sums[cell * 3 + 1] = (this.#sums[cell * 3 + 1] ?? 0) + green * weight;
    this.#sums[cell * 3 + 2] = (this.#sums[cell * 3 + 2] ?? 0) + blue * weight;
  }

  /** Returns the mean color and the weight of each cell that is not empty. */
  points(): Point[] {
    const points: Point[] = [];
    this.#counts.forEach((weight, cell) => {
      if (weight === 0) return;
      const mean = (part: number) => (this.#sums[cell * 3 + part] ?? 0) / weight;
      points.push({ color: [mean(0), mean(1), mean(2)], weight });
    });
    return points;
  }
}

interface Point {
  readonly color: Rgb;
  readonly weight: number;
}

interface Cluster {
  readonly points: readonly Point[];
  readonly weight: number;
  readonly mean: Rgb;
  /** The channel with the largest variation; `spread`: the weighted sum of squared distances along it. */
  readonly axis: 0 | 1 | 2;
  readonly spread: number;
}

/**
 * Returns at most `count` colors to dither with: the outermost ones, because dithering mixes only colors between those of
 * the palette, then those that `quantize` finds.
 */
export function quantizeToMix(histogram: Histogram, count: number): Rgb[] {
  const points = histogram.points();
  if (points.length <= count) return points.map(({ color }) => rounded(color));
  const outermost = DIRECTIONS.map((direction) =>
    points.reduce((most, point) => (along(point, direction) > along(most, direction) ? point : most)),
  );
  const ends = [...new Set(outermost)].slice(0, count).map(({ color }) => rounded(color));
  return [...ends, ...widened(quantize(histogram, count - ends.length), points)];
}

/** The share of a picture that may be outside the ends of a channel. */
const OUTSIDE = 0.002;
/** Ends that are farther apart than this are those of a few pixels. */
const WIDENED_MAX = 16;

/** Moves the colors at the ends of each channel to the ends of the picture: means are always inside them. */
function widened(colors: readonly Rgb[], points: readonly Point[]): Rgb[] {
  const channels = ([0, 1, 2] as const).map((part) => {
    const sorted = points.toSorted((a, b) => a.color[part] - b.color[part]);
    const values = colors.map((color) => color[part]);
    const toEnd = (own: number, end: number) => (Math.abs(own - end) > WIDENED_MAX ? own : Math.round(end));
    const [least, most] = [Math.min(...values), Math.max(...values)];
    const low = toEnd(least, endOf(sorted, part));
    const high = toEnd(most, endOf(sorted.toReversed(), part));
    return (value: number) => {
      if (value - least <= (least - low) / 2) return low;
      return most - value <= (high - most) / 2 ? high : value;
    };
  });
  return colors.map(
    (color) => color.map((value, part) => channels[part]?.(value) ?? value) as [number, number, number],
  );
}

/** Returns the value of a channel that few pixels are beyond. */
function endOf(sorted: readonly Point[], part: 0 | 1 | 2): number {
  let left = OUTSIDE * sorted.reduce((sum, { weight }) => sum + weight, 0);
  const end = sorted.find(({ weight }) => {
    left -= weight;
    return left <= 0;
  });
  return end?.color[part] ?? 0;
}

const SIGNS = [-1, 0, 1];
const DIRECTIONS = SIGNS.flatMap((red) =>
  SIGNS.flatMap((green) => SIGNS.map((blue): Rgb => [red, green, blue])),
).filter((direction) => direction.some((part) => part !== 0));

function along({ color }: Point, [red, green, blue]: Rgb): number {
  return color[0] * red + color[1] * green + color[2] * blue;
}

function rounded([red, green, blue]: Rgb): Rgb {
  return [Math.round(red), Math.round(green), Math.round(blue)];
}

/**
 * Returns at most `count` colors that approximate the counted ones. Splits the cluster with the largest variation at
 * its mean until there are enough, then moves each color to the mean of the colors nearest to it (k-means).
 */
export function quantize(histogram: Histogram, count: number): Rgb[] {
  const points = histogram.points();
  if (points.length === 0 || count < 1) return [];
  const clusters = [clusterOf(points)];
  while (clusters.length < count) {
    const widest = clusters.reduce(
      (most, one, at) => (one.spread > (clusters[most]?.spread ?? 0) ? at : most),
      0,
    );
    const cluster = clusters[widest] as Cluster;
    if (cluster.spread === 0) break;
    const { axis, mean } = cluster;
    const low = cluster.points.filter(({ color }) => color[axis] <= mean[axis]);
    const high = cluster.points.filter(({ color }) => color[axis] > mean[axis]);
    if (low.length === 0 || high.length === 0) break;
    clusters.splice(widest, 1, clusterOf(low), clusterOf(high));
  }
  let means = clusters.map(({ mean }) => mean);
  for (let round = 0; round < ROUNDS; round++) means = moved(means, points);
  return means.map(rounded);
}

function clusterOf(points: readonly Point[]): Cluster {
  const sums = [0, 0, 0];
  const squares = [0, 0, 0];
  let weight = 0;
  for (const point of points) {
    weight += point.weight;
    for (let part = 0; part < 3; part++) {
      const value = point.color[part] as number;
      sums[part] = (sums[part] as number) + value * point.weight;
      squares[part] = (squares[part] as number) + value * value * point.weight;
    }
  }
  const mean = sums.map((sum) => sum / weight) as [number, number, number];
  const spreads = squares.map((square, part) =>
    Math.max(0, square - (sums[part] as number) * (mean[part] as number)),
  );
  const axis = ([0, 1, 2] as const).reduce((most, part) =>
    (spreads[part] as number) > (spreads[most] as number) ? part : most,
  );
  return { points, weight, mean, axis, spread: points.length === 1 ? 0 : (spreads[axis] as number) };
}

function moved(means: readonly Rgb[], points: readonly Point[]): Rgb[] {
  const flat = Float64Array.from(means.flat());
  const sums = new Float64Array(flat.length);
  const weights = new Float64Array(means.length);
  for (const { color, weight } of points) {
    const [red, green, blue] = color;
    let nearest = 0;
    let smallest = Infinity;
    for (let at = 0; at < means.length; at++) {
      const r = (flat[at * 3] as number) - red;
      const g = (flat[at * 3 + 1] as number) - green;
      const b = (flat[at * 3 + 2] as number) - blue;
      const distance = 3 * r * r + 4 * g * g + 2 * b * b;
      if (distance >= smallest) continue;
      smallest = distance;
      nearest = at;
    }
    weights[nearest] = (weights[nearest] as number) + weight;
    sums[nearest * 3] = (sums[nearest * 3] as number) + red * weight;
    sums[nearest * 3 + 1] = (sums[nearest * 3 + 1] as number) + green * weight;
    sums[nearest * 3 + 2] = (sums[nearest * 3 + 2] as number) + blue * weight;
  }
  return means.map((mean, at) => {
    const weight = weights[at] as number;
    if (weight === 0) return mean;
    return [0, 1, 2].map((part) => (sums[at * 3 + part] as number) / weight) as [number, number, number];
  });
}
