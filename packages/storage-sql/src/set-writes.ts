import { onlyRow, textCell } from './cells.ts';
import type { SqlDialect } from './dialect.ts';
import {
  foldedShadow,
  selectList,
  shapeNamed,
  valueBytes,
  writtenColumns,
  writtenValues,
} from './layout/record-layout.ts';
import { andLive } from './live-records.ts';
import { reserveRecordNumbers } from './numbers.ts';
import { mergeOf } from './records/merge.ts';
import { guardToSql, guardValues } from './records/store-guard.ts';
import type { DeleteRecords, InsertRecord, PatchRecord, RecordWrites } from './records/writes.ts';
import { restoreRecords } from './set-restore.ts';
import {
  boundInteger,
  boundSlot,
  MAX_BYTES,
  mergedOverflow,
  overflowPatch,
  SYSTEM_COLUMNS,
  shapeBytes,
  unlessTaken,
} from './set-rows.ts';
import { upsertRecords } from './set-upsert.ts';
import { join, NOTHING, type Row, type Statement, sql } from './sql.ts';
import { BOUND, type Steps, statementText } from './statement.ts';

/** The keys of texts end with this where records of the store expire. */
const EXPIRES = '!';

/** Key: the shape, and `EXPIRES`. */
const insertText = statementText((dialect, key) => {
  const expires = key.endsWith(EXPIRES);
  const shape = shapeNamed(expires ? key.slice(0, -EXPIRES.length) : key);
  const own = writtenColumns(shape);
  const overflow = shape.overflows ? [sql`overflow`] : [];
  const number = dialect.recordNumbers.kind === 'drawn' ? dialect.recordNumbers.draw : boundInteger(dialect);
  const values = [
    sql`id`,
    number,
    sql`${BOUND}`,
    sql`${BOUND}`,
    boundInteger(dialect),
    boundInteger(dialect),
    ...own.map((column) => boundSlot(dialect, column)),
    ...overflow.map(() => mergedOverflow(sql`CAST(NULL AS jsonb)`, dialect.jsonValue(sql`${BOUND}`))),
  ];
  return sql`WITH store AS MATERIALIZED (${guardToSql(dialect)}), created AS (INSERT INTO records (${join([
    ...SYSTEM_COLUMNS,
    ...own,
    ...overflow,
  ])}) SELECT ${join(values)} FROM store ${unlessTaken(expires)} RETURNING 1) SELECT (SELECT count(*) FROM store), (SELECT count(*) FROM created)`;
});

function* insertRecord(dialect: SqlDialect, args: InsertRecord): Steps<'created' | 'exists' | 'stale'> {
  const { record, now, expiredUpTo } = args;
  const shape = shapeNamed(record.shape);
  const drawn = dialect.recordNumbers.kind === 'drawn';
  const statement: Statement = {
    text: insertText(dialect, expiredUpTo === null ? shape.name : shape.name + EXPIRES),
    values: [
      ...guardValues(args),
      ...(drawn ? [] : [yield* reserveRecordNumbers(dialect, args, 1)]),
      record.id,
      foldedShadow(record.id),
      now,
      now,
      ...writtenValues(shape, record.values),
      ...(shape.overflows ? [overflowPatch(shape, record.values)] : []),
      ...(expiredUpTo === null ? [] : [expiredUpTo]),
    ],
  };
  const [stores, created] = onlyRow(yield drawn ? { ...statement, alone: true } : statement);
  if (stores === 0) return 'stale';
  return created === 0 ? 'exists' : 'created';
}

/** Key: the shape that is written, a bar, the store's shape, and `EXPIRES`. */
const patchText = statementText((dialect, key) => {
  const expires = key.endsWith(EXPIRES);
  const [written = '', whole = ''] = (expires ? key.slice(0, -EXPIRES.length) : key).split('|');
  const shape = shapeNamed(written);
  const assignments = [
    sql`updated_at = ${BOUND}`,
    ...writtenColumns(shape).map((column) => sql`${column} = ${BOUND}`),
    ...(shape.overflows
      ? [sql`overflow = ${mergedOverflow(sql`overflow`, dialect.jsonValue(sql`${BOUND}`))}`]
      : []),
  ];
  const kept = shapeBytes(dialect, mergeOf(written, whole).kept);
  return sql`WITH store AS MATERIALIZED (${guardToSql(dialect)}), existing AS MATERIALIZED (SELECT ${kept} AS kept FROM records WHERE store_id = ${BOUND} AND id = ${BOUND}${
    expires ? andLive(0) : NOTHING
  } AND EXISTS (SELECT 1 FROM store)${dialect.forUpdate}), changed AS (UPDATE records SET ${join(
    assignments,
  )} FROM existing WHERE store_id = ${BOUND} AND id = ${BOUND} AND kept + ${boundInteger(dialect)} <= ${MAX_BYTES} RETURNING ${selectList(
    dialect,
    shapeNamed(whole),
  )}) SELECT (SELECT count(*) FROM store), (SELECT count(*) FROM existing), changed.* FROM (SELECT 1) AS always LEFT JOIN changed ON TRUE`;
});

/** Cells before those of the record. */
const PATCH_CELLS = 2;

function* patchRecord(dialect: SqlDialect, args: PatchRecord): Steps<Row | 'stale' | 'too_large' | null> {
  const { storeId, storeShape, record, now, expiredUpTo } = args;
  const shape = shapeNamed(record.shape);
  const row = onlyRow(
    yield {
      text: patchText(dialect, `${shape.name}|${storeShape}${expiredUpTo === null ? '' : EXPIRES}`),
      values: [
        ...guardValues(args),
        storeId,
        record.id,
        ...(expiredUpTo === null ? [] : [expiredUpTo]),
        now,
        ...writtenValues(shape, record.values),
        ...(shape.overflows ? [overflowPatch(shape, record.values)] : []),
        storeId,
        record.id,
        valueBytes(shape, record.values),
      ],
      alone: true,
    },
  );
  if (row[0] === 0) return 'stale';
  if (row[1] === 0) return null;
  return row[PATCH_CELLS] === null ? 'too_large' : row.slice(PATCH_CELLS);
}

/** Rows are locked in the order of their ids, so that two calls never wait for each other in a circle. */
const deleteText = statementText((dialect, key) => {
  const live = key === EXPIRES ? andLive(0) : NOTHING;
  return sql`WITH doomed AS MATERIALIZED (SELECT id FROM records WHERE store_id = ${BOUND} AND id = ANY(${BOUND})${live} ORDER BY id${dialect.forUpdate}) DELETE FROM records WHERE store_id = ${BOUND} AND id = ANY(ARRAY(SELECT id FROM doomed)) RETURNING id`;
});

function* deleteRecords(dialect: SqlDialect, args: DeleteRecords): Steps<string[]> {
  const { storeId, expiredUpTo, ids } = args;
  const rows = yield {
    text: deleteText(dialect, expiredUpTo === null ? '' : EXPIRES),
    values: [storeId, ids, ...(expiredUpTo === null ? [] : [expiredUpTo]), storeId],
    alone: true,
  };
  const deleted = new Set(rows.map((row) => textCell(row[0])));
  return ids.filter((id) => deleted.delete(id));
}

/**
 * Writes any number of records with one statement: the guard, the numbers, the check of sizes and the outcomes are all
 * in it, so a write is one round trip and one commit. For engines with arrays and `jsonb`, where a statement may change
 * a table twice (PostgreSQL).
 */
export const setWrites: RecordWrites = {
  insertRecord,
  upsertRecords,
  patchRecord,
  restoreRecords,
  deleteRecords,
};
