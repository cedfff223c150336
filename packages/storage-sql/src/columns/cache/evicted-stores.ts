import type { CachedStore } from './cached-store.ts';

/** Columns are evicted for others that save so many times as much. */
export const ADVANTAGE = 2;

/**
 * Returns the stores of the least worth that have so many pages together. Null: they are worth too much, beside `spent`, or
 * have not enough memory.
 */
export function findEvicted(
  stores: readonly CachedStore[],
  pages: number,
  spent: number,
): readonly CachedStore[] | null {
  const now = performance.now();
  const evicted: CachedStore[] = [];
  let found = 0;
  for (const cached of [...stores].sort((a, b) => a.worth.at(now) - b.worth.at(now))) {
    if (cached.worth.at(now) * ADVANTAGE > spent) return null;
    evicted.push(cached);
    found += cached.rows.pages;
    if (found >= pages) return evicted;
  }
  return null;
}
