import { numberCell, onlyRow, textCell } from './cells.ts';
import type { SqlDialect } from './dialect.ts';
import { foldedShadow, shapeNamed } from './layout/record-layout.ts';
import { reserveRecordNumbers } from './numbers.ts';
import { guardToSql, guardValues, isCurrent } from './records/store-guard.ts';
import type { RestoreRecords } from './records/writes.ts';
import {
  columnOf,
  type GivenColumn,
  given,
  givenRows,
  ownColumns,
  slotColumns,
  slotValues,
} from './set-form.ts';
import { mergedOverflow, overflowPatch, SYSTEM_COLUMNS, unlessTaken } from './set-rows.ts';
import { join, type Sql, type SqlValue, type Statement, sql } from './sql.ts';
import { BOUND, type Steps, statementText } from './statement.ts';

/**
 * Inserts what is not there, numbered in the order given; what is there only leaves a gap in the numbers, because looking
 * first would tempt the planner to read the whole store. Rows go in by id, so that two such calls never wait for each
 * other in a circle, and of equal ids the first. `answer` may speak of `store`, which has a row while the store is as core
 * read it, of `fresh`, which has the rows given, and of `created`, which has the ids that went in.
 */
function insertGiven(dialect: SqlDialect, shapeKey: string, answer: Sql): Sql {
  const shape = shapeNamed(shapeKey);
  const { types, recordNumbers } = dialect;
  const own = ownColumns(shape).map(({ name }) => name);
  const drawn = recordNumbers.kind === 'drawn';
  const columns: GivenColumn[] = [
    { name: sql`new_id`, type: 'text' },
    { name: sql`new_id_folded`, type: 'text' },
    { name: sql`new_created_at`, type: types.integer },
    { name: sql`new_updated_at`, type: types.integer },
    ...(drawn ? [] : [{ name: sql`new_seq`, type: types.integer }]),
    ...slotColumns(dialect, shape),
    ...(shape.overflows ? [{ name: sql`patch`, type: types.json }] : []),
  ];
  const inserted = [...SYSTEM_COLUMNS, ...own, ...(shape.overflows ? [sql`overflow`] : [])];
  const values = [
    sql`${BOUND}`,
    sql`new_seq`,
    sql`new_id`,
    sql`new_id_folded`,
    sql`new_created_at`,
    sql`new_updated_at`,
    ...own.map(given),
    ...(shape.overflows ? [mergedOverflow(sql`CAST(NULL AS jsonb)`, sql`patch`)] : []),
  ];
  const number = drawn ? sql`, ${recordNumbers.draw} AS new_seq` : sql``;

  return sql`WITH store AS MATERIALIZED (${guardToSql(dialect)}), given AS MATERIALIZED (${givenRows(columns, sql`${BOUND}`)}), fresh AS MATERIALIZED (SELECT absent.*${number} FROM (SELECT given.* FROM given, store ORDER BY place) AS absent), created AS (INSERT INTO records (${join(
    inserted,
  )}) SELECT ${join(values)} FROM fresh ORDER BY new_id COLLATE "C", place ${unlessTaken(false)} RETURNING id AS created_id) SELECT (SELECT count(*) FROM store), (${answer})`;
}

const restoreText = statementText((dialect, key) =>
  insertGiven(dialect, key, sql`SELECT count(*) FROM created`),
);

/** A digit for each record, in the order given. */
const insertText = statementText((dialect, key) =>
  insertGiven(
    dialect,
    key,
    sql`SELECT string_agg(CASE WHEN created_id IS NULL THEN '0' ELSE '1' END, '' ORDER BY place) FROM fresh LEFT JOIN created ON created_id = new_id`,
  ),
);

/** The cell behind that of the store; null when the store is not as core read it. */
function* writeGiven(dialect: SqlDialect, args: RestoreRecords, text: typeof restoreText): Steps<SqlValue> {
  const { storeId, storeShape, records } = args;
  const shape = shapeNamed(storeShape);
  const drawn = dialect.recordNumbers.kind === 'drawn';
  if (!drawn && !(yield* isCurrent(dialect, args))) return null;
  const firstSeq = drawn ? null : yield* reserveRecordNumbers(dialect, args, records.length);
  const statement: Statement = {
    text: text(dialect, storeShape),
    values: [
      ...guardValues(args),
      records.map(({ id }) => id),
      columnOf(records.map(({ id }) => foldedShadow(id))),
      records.map(({ createdAt }) => createdAt),
      records.map(({ updatedAt }) => updatedAt),
      ...(firstSeq === null ? [] : [records.map((_, i) => firstSeq + i)]),
      ...slotValues(shape, (place) => records.map(({ values }) => values[place] ?? null)),
      ...(shape.overflows ? [records.map(({ values }) => overflowPatch(shape, values))] : []),
      storeId,
    ],
  };
  const [stores, answer] = onlyRow(yield drawn ? { ...statement, alone: true } : statement);
  return stores === 0 ? null : (answer ?? null);
}

export function* restoreRecords(dialect: SqlDialect, args: RestoreRecords): Steps<number | 'stale'> {
  const created = yield* writeGiven(dialect, args, restoreText);
  return created === null ? 'stale' : numberCell(created);
}

/**
 * Inserts of several callers into one store, as one statement: what becomes of each, in the order given. No id twice.
 * For drivers that join what waits; records that expire are inserted one by one.
 */
export function* insertRecords(
  dialect: SqlDialect,
  args: RestoreRecords,
): Steps<('created' | 'exists')[] | 'stale'> {
  const digits = yield* writeGiven(dialect, args, insertText);
  return digits === null
    ? 'stale'
    : Array.from(textCell(digits), (digit) => (digit === '1' ? 'created' : 'exists'));
}
