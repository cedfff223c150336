import {
  isCurrent,
  join,
  keptStatements,
  NOTHING,
  numberCell,
  onlyRow,
  type RestoreRecords,
  type Shape,
  type Sql,
  type SqlDialect,
  type SqlParameter,
  type SqlValue,
  type Steps,
  shapeNamed,
  sql,
  textCell,
} from '@vitrine/storage-sql';
import {
  type GuardValues,
  guardValues,
  loggedGuard,
  newOverflow,
  overflowPatch,
  SYSTEM_COLUMNS,
  unlessTaken,
} from './cells.ts';
import {
  type GivenColumn,
  given,
  givenColumn,
  givenRows,
  idValues,
  ownColumns,
  slotColumns,
  slotValues,
} from './given.ts';
import { reservedNumbers } from './reserved-numbers.ts';

interface InsertedValues extends GuardValues {
  /** The values of `newColumns`. */
  readonly given: readonly SqlParameter[];
}

/** Returns the columns in which new records are given. With `numbered`, their insertion numbers are given too. */
export function newColumns(shape: Shape, numbered: boolean): GivenColumn[] {
  return [
    givenColumn('new_id', 'text'),
    givenColumn('new_id_folded', 'text'),
    givenColumn('new_created_at', 'bigint'),
    givenColumn('new_updated_at', 'bigint'),
    ...(numbered ? [givenColumn('new_seq', 'bigint')] : []),
    ...slotColumns(shape),
    ...(shape.overflows ? [givenColumn('patch', 'jsonb')] : []),
  ];
}

/** Returns the values of `newColumns`, in order. `numbers` is null where the database numbers the records. */
export function newValues(
  shape: Shape,
  records: RestoreRecords['records'],
  numbers: readonly number[] | null,
): SqlParameter[] {
  return [
    ...idValues(records),
    records.map(({ createdAt }) => createdAt),
    records.map(({ updatedAt }) => updatedAt),
    ...(numbers === null ? [] : [numbers]),
    ...slotValues(shape, (place) => records.map(({ values }) => values[place] ?? null)),
    ...(shape.overflows ? [records.map(({ values }) => overflowPatch(shape, values))] : []),
  ];
}

/**
 * Returns the statement that inserts the records whose ids are free, numbered in the given order. A taken id leaves a
 * gap in the numbers, because a look before would tempt the planner to read the whole store. Rows are inserted in the
 * order of ids, so that two such calls never deadlock, and of equal ids the first one.
 *
 * `result` may read `store`, which has a row while the store has the version of the guard, `fresh`, which has the given
 * rows, and `created`, which has the ids that were inserted.
 */
function insertGiven(result: Sql) {
  return keptStatements<Shape, InsertedValues>({
    key: ({ name }) => name,
    build(dialect, named, shape) {
      const { recordNumbers } = dialect;
      const own = ownColumns(shape).map(({ name }) => name);
      const columns = [...SYSTEM_COLUMNS, ...own, ...(shape.overflows ? [sql`overflow`] : [])];
      const values = [
        named.storeId,
        sql`new_seq`,
        sql`new_id`,
        sql`new_id_folded`,
        sql`new_created_at`,
        sql`new_updated_at`,
        ...own.map(given),
        ...(shape.overflows ? [newOverflow(sql`patch`)] : []),
      ];
      return sql`
        WITH store AS MATERIALIZED (
          ${loggedGuard(dialect, named)}
        ),
        given AS MATERIALIZED (
          ${givenRows(newColumns(shape, recordNumbers.kind === 'reserved'), named.given)}
        ),
        fresh AS MATERIALIZED (
          SELECT absent.*${recordNumbers.kind === 'drawn' ? sql`, ${recordNumbers.draw} AS new_seq` : NOTHING}
          FROM (
            SELECT given.*
            FROM given, store
            ORDER BY place
          ) AS absent
        ),
        created AS (
          INSERT INTO records (
            ${join(columns, ',\n')}
          )
          SELECT
            ${join(values, ',\n')}
          FROM fresh
          ORDER BY new_id COLLATE "C", place
          ${unlessTaken(null)}
          RETURNING id AS created_id
        )
        SELECT
          (SELECT count(*) FROM store),
          (
            ${result}
          )`;
    },
  });
}

type InsertGiven = ReturnType<typeof insertGiven>;

const restore = insertGiven(sql`SELECT count(*) FROM created`);

/** Returns a digit for each record, in the given order: 1 if it was created. */
const insert = insertGiven(sql`
  SELECT string_agg(CASE WHEN created_id IS NULL THEN '0' ELSE '1' END, '' ORDER BY place)
  FROM fresh
  LEFT JOIN created ON created_id = new_id`);

/** Returns the second cell of the statement's row. Null if the store does not have the version of the guard. */
function* writeGiven(dialect: SqlDialect, args: RestoreRecords, write: InsertGiven): Steps<SqlValue> {
  const { storeShape, records, at } = args;
  const shape = shapeNamed(storeShape);
  const drawn = dialect.recordNumbers.kind === 'drawn';
  if (!drawn && !(yield* isCurrent(dialect, args))) return null;
  const numbers = yield* reservedNumbers(dialect, args, records.length);
  const given = newValues(shape, records, numbers);
  const statement = write(dialect, shape, { ...guardValues(args, { shape, at }), given });
  const [stores, result = null] = onlyRow(yield drawn ? { ...statement, alone: true } : statement);
  return stores === 0 ? null : result;
}

export function* restoreRecords(dialect: SqlDialect, args: RestoreRecords): Steps<number | 'stale'> {
  const created = yield* writeGiven(dialect, args, restore);
  return created === null ? 'stale' : numberCell(created);
}

export function* insertRecords(
  dialect: SqlDialect,
  args: RestoreRecords,
): Steps<('created' | 'exists')[] | 'stale'> {
  const digits = yield* writeGiven(dialect, args, insert);
  if (digits === null) return 'stale';
  return Array.from(textCell(digits), (digit) => (digit === '1' ? 'created' : 'exists'));
}
