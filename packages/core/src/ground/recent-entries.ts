import { LRUCache } from 'lru-cache';

/**
 * Returns a map of at most `max` entries. The least recently used ones are evicted.
 *
 * It takes memory for the entries that it has. With its option `max`, `lru-cache` would allocate for all of them at once: a
 * third of a megabyte for 10,000.
 */
export function recentEntries<Key extends string, Value extends object | number | true>(
  max: number,
): LRUCache<Key, Value> {
  return new LRUCache<Key, Value>({ maxSize: max, sizeCalculation: () => 1 });
}
