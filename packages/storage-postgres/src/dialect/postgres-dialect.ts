import {
  type NumberedStore,
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

/**
 * Returns the exact sum as a decimal number, of the decimals that doubles are shown as (core's `DecimalSum`). Doubles
 * that are a number of millionths are summed in the engine's 128-bit counters, which is faster than decimal numbers.
 */
function decimalSum(expression: Sql): Sql {
  const million = sql`CAST(1000000 AS double precision)`;
  const millionths = sql`round(${expression} * ${million})`;
  // Two decimals of at most 15 digits are never the same double.
  const isCounted = sql`(abs(${expression}) <= 1000000000 AND ${millionths} / ${million} = ${expression})`;
  const sumOf = (part: Sql, condition: Sql) => sql`
    coalesce(
      sum(${part})
        FILTER (WHERE ${condition}),
      0
    )`;
  return sql`
    (
      ${sumOf(sql`CAST(${millionths} AS bigint)`, isCounted)} * 0.000001
      + ${sumOf(sql`CAST(CAST(${expression} AS text) AS numeric)`, sql`NOT ${isCounted}`)}
    )`;
}

/** Returns the double next to the sum, rounded once. The engine refuses to round a number to zero. */
function roundedSum(expression: Sql): Sql {
  const sum = decimalSum(expression);
  return sql`
    CASE
      WHEN count(${expression}) = 0
      THEN NULL
      WHEN abs(${sum}) < 2.5e-324
      THEN 0
      ELSE CAST(${sum} AS double precision)
    END`;
}

/** Returns the mean. A quotient of at most half of the least double would be rounded to zero. */
function mean(expression: Sql): Sql {
  const sum = roundedSum(expression);
  const count = sql`CAST(count(${expression}) AS double precision)`;
  return sql`
    CASE
      WHEN 2 * abs(${sum}) <= ${count} * CAST(5e-324 AS double precision)
      THEN 0
      ELSE ${sum} / ${count}
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
    sum: roundedSum,
    avg: mean,
    // The engine multiplies in doubles, which gives whole numbers of values exactly for all percents of `RANK_PERCENTS`.
    valueOfRank: (expression, percent) =>
      sql`percentile_disc(CAST(${percent / 100} AS double precision)) WITHIN GROUP (ORDER BY ${expression})`,
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
    positions: profile.distributed ? 'in turn' : 'read',
    endContext: profile.distributed ? null : text("SELECT set_config('vitrine.change', '', TRUE)"),
    isOneOf: (given, bound) => sql`${given} = ANY(${bound})`,
    textList: (texts) => texts,
    storeKey: ({ storeId }) => storeId,
    writesStoreKey: true,

    layout: postgresLayout(profile),
    measure: text('SELECT pg_database_size(current_database())'),
  };
}
