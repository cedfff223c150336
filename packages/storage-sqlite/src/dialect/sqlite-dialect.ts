import {
  join,
  type NumberedStore,
  type SeqRange,
  type Sql,
  type SqlDialect,
  sql,
  text,
} from '@vitrine/storage-sql';
import { RECORDS_MAX, sqliteLayout } from './sqlite-layout.ts';
import type { TextTests } from './text-tests.ts';
import { bucketNumber } from './time-keys.ts';

const NONE = text('');

/**
 * The longest needle that is searched with `instr`. `instr` compares the whole needle at each place, so its time can be
 * the product of both lengths.
 */
const INSTR_UNITS = 64;

/** The sizes of lists of numbers. Few, so that few statements are prepared. */
const LIST_SIZES = [8, 32, 128] as const;
const LIST_MAX = 128;

function textTests(text: Sql, tests: TextTests['tests'], combine: TextTests['combine']): Sql {
  return sql`text_tests(${text}, ${JSON.stringify({ combine, tests } satisfies TextTests)})`;
}

/** Returns one bound at each end, because SQLite uses only the first of several, which need not be the closest. */
function numbersOf(
  { storeNumber }: NumberedStore,
  { above = 0, below = Number.MAX_SAFE_INTEGER }: SeqRange = {},
): Sql[] {
  const first = storeNumber * RECORDS_MAX;
  return [sql`seq > ${Math.max(first - 1, above)}`, sql`seq < ${Math.min(first + RECORDS_MAX, below)}`];
}

/**
 * The expressions of SQLite. Writers exclude each other (BEGIN IMMEDIATE), so rows are not locked. Text is compared by
 * its UTF-8 bytes, which is the order of code points.
 */
export const sqliteDialect: SqlDialect = {
  name: 'sqlite',
  placeholder: () => '?',
  contains: (haystack, needle) =>
    needle.length > INSTR_UNITS
      ? textTests(haystack, [{ op: 'contains', value: needle }], 'all')
      : sql`instr(${haystack}, ${needle}) > 0`,
  isIn: (expression, values) => sql`${expression} IN (${join(values, ', ')})`,
  lastCharacters: (whole, length) => sql`substr(${whole}, ${-length})`,
  overflowText: (key) => sql`(overflow ->> ${key})`,
  // JSON stores 5.0 as 5, and a sum of integers could exceed 64 bits.
  overflowNumber: (key) => sql`CAST(overflow ->> ${key} AS REAL)`,
  overflowColumn: text('overflow'),
  jsonValue: (value) => value,
  sum: (expression) => sql`decimal_sum(${expression})`,
  avg: (expression) => sql`decimal_avg(${expression})`,
  valueOfRank: (expression, percent) => sql`value_of_rank(${expression}, ${percent})`,
  timeKey: (expression, unit, timeZone) => sql`time_key(${expression}, ${bucketNumber(unit, timeZone)})`,
  forShare: NONE,
  forUpdate: NONE,
  forUpdateSkipLocked: NONE,
  reserve: (sequence) =>
    text(`UPDATE sequences SET last = last + 1 WHERE name = '${sequence}' RETURNING last`),
  recordNumbers: {
    kind: 'reserved',
    begin: ({ storeNumber }) => [
      sql`INSERT INTO record_numbers (store_number, last) VALUES (${storeNumber}, ${storeNumber * RECORDS_MAX})`,
    ],
    reserve: ({ storeNumber, count }) => sql`
      UPDATE record_numbers
      SET last = last + ${count}
      WHERE store_number = ${storeNumber}
      RETURNING last`,
    forget: ({ storeNumber }) => [sql`DELETE FROM record_numbers WHERE store_number = ${storeNumber}`],
  },
  inStore: numbersOf,
  // `scan_parts` returns ranges of numbers, so that a walk can be ended between two of them (`scan-functions.ts`).
  // Connections that scan have `reverse_unordered_selects`, so that the newest record is first within a range too.
  walk(store, range) {
    const numbers = join(numbersOf(store, range), ' AND ');
    return {
      from: sql`
        scan_parts(
          (SELECT min(seq) FROM records WHERE ${numbers}),
          (SELECT max(seq) FROM records WHERE ${numbers})
        )
        CROSS JOIN records NOT INDEXED`,
      within: [text('seq >= part_from'), text('seq <= part_to')],
      newestFirst: NONE,
    };
  },
  numbered: {
    most: LIST_MAX,
    records(store, seqs) {
      const size = LIST_SIZES.find((one) => one >= seqs.length) ?? LIST_MAX;
      const padded = Array.from({ length: size }, (_, i) => sql`(${seqs[i] ?? null})`);
      return {
        from: sql`(VALUES ${join(padded, ', ')}) AS wanted CROSS JOIN records`,
        within: [...numbersOf(store), text('seq = column1')],
      };
    },
    inAnyOrder: NONE,
  },
  newestAtOnce: null,
  inTime: text('in_time()'),
  textTests,
  guardsApart: false,
  positions: 'written',
  endContext: null,
  isOneOf: (given, bound) => sql`${given} IN (SELECT value FROM json_each(${bound}))`,
  textList: (texts) => JSON.stringify(texts),
  storeKey: ({ storeNumber }) => storeNumber,
  writesStoreKey: false,

  layout: sqliteLayout,
  // Without free pages, which hold what is written next.
  measure: text(`SELECT (page_count - freelist_count) * page_size
FROM pragma_page_count(), pragma_freelist_count(), pragma_page_size()`),
};
