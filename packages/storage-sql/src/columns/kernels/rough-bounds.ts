import { after } from './neighbors.ts';

/** The bounds of a block. */
export const BOUND_COUNT = 253;
/** The shares of a sample, at first. Those at its ends come on top. */
const SHARES = 208;
/** A share has one value more for each so many values to the nearer end, because the first rows of an order are at an end. */
const END_VALUES = 4;

/**
 * Returns at most `BOUND_COUNT` numbers, in ascending order, that part a sample into shares of about the same size. A number
 * that is frequent has a share of its own, so it and the next greater double are both bounds. The sample is sorted.
 */
export function chooseBounds(sample: Float64Array): number[] {
  sample.sort();
  // NaN comes last.
  let length = sample.length;
  while (length > 0 && Number.isNaN(sample[length - 1])) length--;
  const values = sample.subarray(0, length);
  for (let share = Math.ceil(length / SHARES); ; share *= 2) {
    const bounds = boundsOf(values, share);
    if (bounds.length <= BOUND_COUNT) return bounds;
  }
}

function boundsOf(values: Float64Array, most: number): number[] {
  const bounds: number[] = [];
  let last = Number.NEGATIVE_INFINITY;
  let held = 0;

  function add(bound: number): void {
    // NaN follows Infinity.
    if (bound > last) bounds.push(bound);
    last = Math.max(last, bound);
    held = 0;
  }

  for (let i = 0, end = 0; i < values.length; i = end) {
    const value = values[i] ?? 0;
    while (values[end] === value) end++;
    const share = Math.min(most, 1 + Math.floor(Math.min(i, values.length - end) / END_VALUES));
    const isFrequent = end - i >= most;
    if (isFrequent || held >= share) add(value);
    held += end - i;
    if (isFrequent) add(after(value));
  }
  return bounds;
}
