/**
 * Buckets of numbers: bucket `i` begins at the double nearest to `i × units / scale` and ends before the next one. The
 * width `units / scale` is a decimal number such as 0.1, given as whole numbers, so that 0.3 begins the bucket 0.3.
 */
export interface NumberBuckets {
  /** A whole number from 1 to 2^53 − 1. */
  readonly units: number;
  /** A power of ten up to 10^9. */
  readonly scale: number;
}

/**
 * Returns the number of the bucket of a value. Storages compute the same with the same operations of doubles, in the same
 * order, so that they agree also where a quotient is rounded.
 */
export function numberKey({ units, scale }: NumberBuckets, value: number): number {
  const width = units / scale;
  // A quotient of a tiny value would underflow, which is an error in PostgreSQL.
  if (value >= 0 && value < width) return 0;
  if (value < 0 && value >= -width) return -1;
  const index = Math.floor((value * scale) / units);
  if (((index + 1) * units) / scale <= value) return index + 1;
  return (index * units) / scale > value ? index - 1 : index;
}

/** Returns the lower end of a bucket. */
export function numberBucketStart({ units, scale }: NumberBuckets, key: number): number {
  return (key * units) / scale + 0;
}

const DECIMALS_MAX = 9;

/** Reads a width of at most nine decimals. Null for any other number. */
export function readWidth(width: number): NumberBuckets | null {
  for (let decimals = 0; decimals <= DECIMALS_MAX; decimals++) {
    const scale = 10 ** decimals;
    const units = Math.round(width * scale);
    if (units >= 1 && Number.isSafeInteger(units) && units / scale === width) return { units, scale };
  }
  return null;
}
