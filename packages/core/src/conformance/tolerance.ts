import assert from 'node:assert/strict';

/**
 * The one tolerance of the kit: a `sum` or `avg` may differ from the reference by 1e-12 of the mean magnitude of what
 * was added (of the sum of magnitudes, for a sum), since storages add in different orders. All else is exact.
 */
export function assertAggregateAgrees(
  actual: number | null,
  expected: number | null,
  magnitude: number,
  message: string,
): void {
  if (actual === null || expected === null) assert.equal(actual, expected, message);
  else
    assert(
      Math.abs(actual - expected) <= 1e-12 * magnitude,
      `${message}: ${actual} is not about ${expected}`,
    );
}
