import { numberCell, onlyRow } from './cells.ts';
import type { SqlDialect } from './dialect.ts';
import { BOUND, type Program, statementText } from './program.ts';
import { foldedShadow, shapeNamed } from './record-layout.ts';
import type { RestoreRecords } from './record-writes.ts';
import { reserveRecordNumbers } from './sequences.ts';
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
import { join, type Statement, sql } from './sql.ts';
import { guardToSql, guardValues, isCurrent } from './store-guard.ts';

/**
 * Inserts what is not there, numbered in the order given; what is there only leaves a gap in the numbers, because looking
 * first would tempt the planner to read the whole store. Rows go in by id, so that two such calls never wait for each
 * other in a circle, and of equal ids the first. Answers one row: the store as core read it (1 or 0), and how many went in.
 */
const restoreText = statementText((dialect, key) => {
  const shape = shapeNamed(key);
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
  )}) SELECT ${join(values)} FROM fresh ORDER BY new_id COLLATE "C", place ${unlessTaken(false)} RETURNING 1) SELECT (SELECT count(*) FROM store), (SELECT count(*) FROM created)`;
});

export function* restoreRecords(dialect: SqlDialect, args: RestoreRecords): Program<number | 'stale'> {
  const { storeId, storeShape, records } = args;
  const shape = shapeNamed(storeShape);
  const drawn = dialect.recordNumbers.kind === 'drawn';
  if (!drawn && !(yield* isCurrent(dialect, args))) return 'stale';
  const firstSeq = drawn ? null : yield* reserveRecordNumbers(dialect, storeId, records.length);
  const statement: Statement = {
    text: restoreText(dialect, storeShape),
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
  const [stores, created] = onlyRow(yield drawn ? { ...statement, alone: true } : statement);
  return stores === 0 ? 'stale' : numberCell(created);
}
