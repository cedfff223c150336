import { DecimalSum, rankIndex } from '@vitrine/core/adapter';
import { textTestReader } from '../dialect/text-tests.ts';
import { timeKeyOf } from '../dialect/time-keys.ts';
import type { Database } from './sqlite-library.ts';

/** Record numbers in the first and in the largest part of a walk. A walk can be stopped only between two parts. */
const PART_FIRST = 64;
const PART_MAX = 2_048;
/** Milliseconds that a part should take. */
const PART_MS = 5;

/**
 * Adds the SQL functions of statements over many records. better-sqlite3 can't interrupt a running statement, so each
 * function calls `requireTime`, and an error that it throws ends the statement.
 *
 * - `scan_parts(low, high)`: a table of ranges (`part_from`, `part_to`), the highest first. SQLite requests a range
 *   when it has read the one before. That costs nothing measurable, unlike a function that is called for each row.
 * - `in_time()`: returns true. For walks along an index, which have no ranges of numbers.
 * - `time_key(time, bucket)`: core's `timeKey` of the bucket with a number (`time-keys.ts`). Null for null.
 * - `decimal_sum(number)`, `decimal_avg(number)`: core's `DecimalSum`. Null over no values.
 * - `value_of_rank(number, percent)`: the value of a rank of the sorted numbers, as core's `rankIndex`. Null over none.
 * - `text_tests(text, tests)`: the result of tests of one text (`TextTests`), searched by V8. Null for null.
 */
export function addScanFunctions(db: Database, requireTime: () => void): void {
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
  db.function('time_key', (time: unknown, bucket: unknown) =>
    typeof time === 'number' && typeof bucket === 'number' ? timeKeyOf(time, bucket) : null,
  );
  db.aggregate(
    'decimal_sum',
    decimalAggregate((sum) => sum.total()),
  );
  db.aggregate(
    'decimal_avg',
    decimalAggregate((sum) => sum.mean()),
  );
  db.aggregate('value_of_rank', {
    start: () => new RankedValues(),
    step(values: RankedValues, value: unknown, percent?: unknown) {
      if (typeof value === 'number') values.add(value, Number(percent));
    },
    result: (values: RankedValues) => values.result(),
  });
  const readTests = textTestReader();
  db.function('text_tests', (text: unknown, tests: unknown) => {
    requireTime();
    if (typeof text !== 'string' || typeof tests !== 'string') return null;
    return readTests(tests)(text) ? 1 : 0;
  });
}

/** The values of a group and the rank that is wanted of them. */
class RankedValues {
  #values = new Float64Array(16);
  #count = 0;
  #percent = 0;

  add(value: number, percent: number): void {
    if (this.#count === this.#values.length) {
      const larger = new Float64Array(2 * this.#count);
      larger.set(this.#values);
      this.#values = larger;
    }
    this.#values[this.#count++] = value;
    this.#percent = percent;
  }

  result(): number | null {
    const sorted = this.#values.subarray(0, this.#count).sort();
    return sorted[rankIndex(this.#percent, this.#count)] ?? null;
  }
}

function decimalAggregate(read: (sum: DecimalSum) => number) {
  return {
    start: () => new DecimalSum(),
    step(sum: DecimalSum, value: unknown) {
      if (typeof value === 'number') sum.add(value);
    },
    result: (sum: DecimalSum) => (sum.count === 0 ? null : read(sum)),
  };
}

function nextSize(size: number, took: number): number {
  if (took < PART_MS) return Math.min(size * 2, PART_MAX);
  return took > 2 * PART_MS ? Math.max(1, size >> 1) : size;
}
