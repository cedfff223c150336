/** Returns the quantile of the values for `part`; 0.5 is the median. */
export function quantile(values: ArrayLike<number>, part: number): number {
  const sorted = Float64Array.from(values).sort();
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))] ?? Number.NaN;
}

export function median(values: ArrayLike<number>): number {
  return quantile(values, 0.5);
}
