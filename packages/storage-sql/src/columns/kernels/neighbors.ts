const double = new Float64Array(1);
const bits = new BigInt64Array(double.buffer);

/** Returns the least double that is greater than the number. Infinity for the greatest one. NaN for Infinity. */
export function after(number: number): number {
  if (number === Number.POSITIVE_INFINITY) return Number.NaN;
  if (number === Number.NEGATIVE_INFINITY) return -Number.MAX_VALUE;
  // Both zeros are equal.
  if (number === 0) return Number.MIN_VALUE;
  double[0] = number;
  bits[0] = (bits[0] ?? 0n) + (number > 0 ? 1n : -1n);
  return double[0];
}

/** Returns the greatest double that is less than the number. */
export function before(number: number): number {
  return -after(-number);
}
