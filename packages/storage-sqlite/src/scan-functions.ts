import type Database from 'better-sqlite3';
import { textTestReader } from './text-tests.ts';
import { timeKeyReader } from './time-keys.ts';

/** Numbers in the first part of a walk, and in the largest: a part is the least that runs without being stopped. */
const PART_FIRST = 64;
const PART_MAX = 2_048;
/** Milliseconds that a part should take. */
const PART_MS = 5;

/**
 * Adds what statements over many records use. better-sqlite3 can not interrupt a statement that runs, so each of these calls
 * `requireTime`, and what that throws ends the statement.
 *
 * - `scan_parts(low, high)`: a table of ranges (`part_from`, `part_to`), the highest first, each asked for when the one before
 *   is done. Measured on 200,000 rows: no difference to a walk without parts, where a function called for each row
 *   doubles its time.
 * - `in_time()`: true; for walks along an index, which have no ranges of numbers.
 * - `time_key(time, bucket)`: core's `timeKey`, of a bucket such as `month Europe/Berlin`; null for null.
 * - `text_tests(text, tests)`: tests of one text (`TextTests`), each as fast as V8 can search; null for null.
 */
export function addScanFunctions(db: Database.Database, requireTime: () => void): void {
  db.table('scan_parts', {
    columns: ['part_from', 'part_to'],
    parameters: ['low', 'high'],
    *rows(low: unknown, high: unknown) {
      if (typeof low !== 'number' || typeof high !== 'number') return;
      let size = PART_FIRST;
      let startedAt = performance.now();
      for (let to = high; to >= low; ) {
        requireTime();
        const from = Math.max(low, to - size + 1);
        yield [from, to];
        to = from - 1;
        const now = performance.now();
        size = nextSize(size, now - startedAt);
        startedAt = now;
      }
    },
  });
  db.function('in_time', () => {
    requireTime();
    return 1;
  });
  const readTimeKey = timeKeyReader();
  db.function('time_key', (time: unknown, bucket: unknown) =>
    typeof time === 'number' && typeof bucket === 'string' ? readTimeKey(time, bucket) : null,
  );
  const readTests = textTestReader();
  db.function('text_tests', (text: unknown, tests: unknown) => {
    requireTime();
    if (typeof text !== 'string' || typeof tests !== 'string') return null;
    return readTests(tests)(text) ? 1 : 0;
  });
}

function nextSize(size: number, took: number): number {
  if (took < PART_MS) return Math.min(size * 2, PART_MAX);
  return took > 2 * PART_MS ? Math.max(1, size >> 1) : size;
}
