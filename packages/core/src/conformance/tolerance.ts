import assert from 'node:assert/strict';

/**
 * Asserts that a `sum` or `avg` differs from the reference by at most 1e-12 of the sum, or mean, of the magnitudes of
 * the values. Storages add values in different orders. All other results of the kit must be exact.
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
      `${message}: ${actual} is not close to ${expected}`,
    );
}
