import {
  type NumberedStore,
  type QuickSum,
  type SeqRange,
  type Sql,
  type SqlDialect,
  sql,
  text,
} from '@vitrine/storage-sql';
import { arrayLiteral } from './array-literal.ts';
import type { BackendProfile } from './backends.ts';
import { postgresLayout } from './postgres-layout.ts';
import { timeKey } from './time-key.ts';

/** 2^60, and its inverse, exactly. */
const FRACTION_SCALE = '1152921504606846976';
const FRACTION_UNIT = '0.000000000000000000867361737988403547205962240695953369140625';

/**
 * Returns the exact sum as a decimal number. Doubles of common size are summed in two parts with the engine's 128-bit
 * counters: the whole part, and the fraction in units of 2^-60, of which all doubles from 2^-7 on are multiples. That
 * is faster than decimal numbers, which sum the rest.
 */
function exactSum(expression: Sql): Sql {
  const common = sql`(abs(${expression}) BETWEEN 0.0078125 AND 9007199254740991 OR ${expression} = 0)`;
  const whole = sql`CAST(trunc(${expression}) AS bigint)`;
  const fraction = sql`CAST((${expression} - trunc(${expression})) * ${text(FRACTION_SCALE)} AS bigint)`;
  const rest = sql`CAST(CAST(${expression} AS text) AS numeric)`;
  const sumOf = (part: Sql, condition: Sql) => sql`
    coalesce(
      sum(${part})
        FILTER (WHERE ${condition}),
      0
    )`;
  return sql`
    (
      ${sumOf(whole, common)}
      + ${sumOf(fraction, common)} * ${text(FRACTION_UNIT)}
      + ${sumOf(rest, sql`NOT ${common}`)}
    )`;
}

/** 1.5 × 2^40. Adding it to a double below 2^39 and subtracting it again rounds the double to a multiple of 2^-12. */
const SPLITTER = '1649267441664';
/** The number of values up to which a plain sum is within the contract for any values. */
const FEW = 1_000;
/**
 * The sum of such multiples is exact while the sum of their magnitudes is below 2^53 × 2^-12. Half of it, to be safe.
 */
const EXACT_UP_TO = 2 ** 40;
/** The error of the sum of the remainders, each at most 2^-13, is at most this times the square of their number. */
const REST_ERROR = 2 ** -66;
/** Half of the error that the contract allows: 1e-12 of the sum of magnitudes. */
const ALLOWED = 5e-13;

/**
 * Splits each double into a multiple of 2^-12 and a small remainder. The sum of the multiples is exact, and that of the
 * remainders has a small error. The number of values and the sum of their magnitudes tell whether the error is small
 * enough. Costs less than an exact sum.
 */
const SPLIT_SUM: QuickSum = {
  width: 4,
  select(expression) {
    const coarse = sql`(${expression} + ${text(SPLITTER)} - ${text(SPLITTER)})`;
    return sql`
      count(${expression}),
        sum(abs(${expression})),
        sum(${coarse}),
        sum(${expression} - ${coarse})`;
  },
  read(row) {
    // Sums over no values are null, which counts as 0.
    const [count = 0, magnitude = 0, coarse = 0, rest = 0] = row.map(Number);
    const isExactEnough =
      count <= FEW || (magnitude <= EXACT_UP_TO && count ** 2 * REST_ERROR <= ALLOWED * magnitude);
    return isExactEnough ? { count, sum: coarse + rest } : null;
  },
};

/** Returns a total rounded once, at the end. Null over no values. */
function rounded(expression: Sql, total: Sql): Sql {
  return sql`
    CASE
      WHEN count(${expression}) > 0
      THEN CAST(${total} AS double precision)
    END`;
}

/** The numbers of records that a statement lists. */
const NUMBERS_MAX = 2_000;

const ARRAYS = { text: text('text[]'), number: text('double precision[]'), whole: text('bigint[]') };

/** The records that an attempt reads at most. A row costs about 0.4 µs of the database's time. */
const NEWEST_MAX = 2_048;

function inStore({ storeId }: NumberedStore, { above, below }: SeqRange = {}): Sql[] {
  return [
    sql`store_id = ${storeId}`,
    ...(above === undefined ? [] : [sql`seq > ${above}`]),
    ...(below === undefined ? [] : [sql`seq < ${below}`]),
  ];
}

/** Returns the expressions of PostgreSQL, as the profile of a backend changes them. */
export function postgresDialect(profile: BackendProfile): SqlDialect {
  return {
    name: profile.backend,
    placeholder: (position) => `$${position}`,
    contains: (haystack, needle) => sql`strpos(${haystack}, ${needle}) > 0`,
    // One parameter for any number of values: in a plan for all values, a list of parameters would become an array for each row.
    isIn: (expression, values, kind) =>
      sql`${expression} = ANY(CAST(${arrayLiteral(values)} AS ${ARRAYS[kind]}))`,
    lastCharacters: (whole, length) => sql`right(${whole}, ${length})`,
    overflowText: (key) => sql`((overflow ->> ${key}) COLLATE "C")`,
    overflowNumber: (key) => sql`CAST(overflow ->> ${key} AS double precision)`,
    overflowColumn: text('CAST(overflow AS text) AS overflow'),
    jsonValue: (value) => sql`CAST(${value} AS jsonb)`,
    sum: (expression) => rounded(expression, exactSum(expression)),
    avg: (expression) => rounded(expression, sql`${exactSum(expression)} / nullif(count(${expression}), 0)`),
    quickSum: SPLIT_SUM,
    timeKey,
    forShare: text('FOR SHARE'),
    forUpdate: text('FOR UPDATE'),
    forUpdateSkipLocked: text('FOR UPDATE SKIP LOCKED'),
    // Numbers are drawn within a statement, without waiting. A rollback leaves a gap.
    reserve: (sequence) => text(`SELECT nextval('${sequence}_numbers')`),
    recordNumbers: { kind: 'drawn', draw: text("nextval('records_numbers')") },
    inStore,
    walk: (store, range) => ({
      from: text('records'),
      within: inStore(store, range),
      newestFirst: text('ORDER BY seq DESC'),
    }),
    numbered: {
      most: NUMBERS_MAX,
      records: (store, seqs) => ({
        from: text('records'),
        within: [...inStore(store), sql`seq = ANY(CAST(${`{${seqs.join()}}`} AS bigint[]))`],
      }),
      // A table without statistics: PostgreSQL 18 would read the index of creation times, and skip from time to time.
      inAnyOrder: text('ORDER BY seq'),
    },
    newestAtOnce: NEWEST_MAX,
    // Statements are ended by `statement_timeout` or cancelled.
    inTime: null,
    textTests: null,
    guardsApart: profile.distributed,
    isOneOf: (given, bound) => sql`${given} = ANY(${bound})`,
    textList: (texts) => texts,
    storeKey: ({ storeId }) => storeId,
    writesStoreKey: true,

    layout: postgresLayout(profile),
    measure: text('SELECT pg_database_size(current_database())'),
  };
}
