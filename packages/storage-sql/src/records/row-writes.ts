import { MAX_RECORD_BYTES, type Millis, type SlotValue, type UpsertOutcome } from '@vitrine/core/storage';
import { changedRows, numberCell, textOrNull } from '../cells.ts';
import type { NumberedStore, SqlDialect } from '../dialect.ts';
import {
  foldedShadow,
  mergeOverflow,
  overflowTextBytes,
  type Shape,
  selectList,
  shapeNamed,
  storedTextBytes,
  valueBytes,
  writtenColumns,
  writtenValues,
} from '../layout/record-layout.ts';
import { andLive } from '../live-records.ts';
import { reserveRecordNumbers } from '../numbers.ts';
import { join, NOTHING, type Row, type Sql, sql } from '../sql.ts';
import { BOUND, type Steps, statement, statementText } from '../statement.ts';
import { mergeOf } from './merge.ts';
import { isCurrent } from './store-guard.ts';
import type {
  DeleteRecords,
  InsertRecord,
  PatchRecord,
  RecordWrite,
  RecordWrites,
  RestoreRecords,
  ShapedRecord,
  UpsertRecords,
} from './writes.ts';

const insertText = statementText((dialect, name) => {
  const shape = shapeNamed(name);
  const columns = [
    ...(dialect.writesStoreKey ? [sql`store_id`] : []),
    ...['seq', 'id', 'id_folded', 'created_at', 'updated_at'].map((column) => sql([column])),
    ...writtenColumns(shape),
  ];
  const values = columns.map(() => BOUND);
  const overflow = shape.overflows
    ? { column: sql`, overflow`, value: sql`, ${dialect.jsonValue(sql`${BOUND}`)}` }
    : null;
  return sql`INSERT INTO records (${join(columns)}${overflow?.column ?? NOTHING}) VALUES (${join(values)}${
    overflow?.value ?? NOTHING
  }) ON CONFLICT (store_id, id) DO NOTHING`;
});

/** Whether the record went in: not when its id is taken. */
function* insertRow(
  dialect: SqlDialect,
  store: NumberedStore,
  record: ShapedRecord,
  seq: number,
  { createdAt, updatedAt }: { readonly createdAt: Millis; readonly updatedAt: Millis },
): Steps<boolean> {
  const shape = shapeNamed(record.shape);
  const values = [
    ...(dialect.writesStoreKey ? [dialect.storeKey(store)] : []),
    seq,
    record.id,
    foldedShadow(record.id),
    createdAt,
    updatedAt,
    ...writtenValues(shape, record.values),
  ];
  if (shape.overflows) values.push(mergeOverflow(null, shape, record.values));
  return changedRows(yield { text: insertText(dialect, record.shape), values }) > 0;
}

const removeExpiredText = statementText(
  () => sql`DELETE FROM records WHERE store_id = ${BOUND} AND id = ${BOUND} AND updated_at <= ${BOUND}`,
);

/** Makes the id free if what holds it has expired. */
function* removeExpired(dialect: SqlDialect, write: RecordWrite, id: string): Steps<void> {
  if (write.expiredUpTo === null) return;
  yield { text: removeExpiredText(dialect), values: [dialect.storeKey(write), id, write.expiredUpTo] };
}

function* insertRecord(dialect: SqlDialect, args: InsertRecord): Steps<'created' | 'exists' | 'stale'> {
  if (!(yield* isCurrent(dialect, args))) return 'stale';
  yield* removeExpired(dialect, args, args.record.id);
  const seq = yield* reserveRecordNumbers(dialect, args, 1);
  return (yield* insertRow(dialect, args, args.record, seq, createdNow(args))) ? 'created' : 'exists';
}

function createdNow({ now }: RecordWrite) {
  return { createdAt: now, updatedAt: now };
}

function* restoreRecords(dialect: SqlDialect, args: RestoreRecords): Steps<number | 'stale'> {
  if (!(yield* isCurrent(dialect, args))) return 'stale';
  const { storeShape: shape, records } = args;
  let seq = yield* reserveRecordNumbers(dialect, args, records.length);
  let restored = 0;
  for (const record of records) {
    if (yield* insertRow(dialect, args, { ...record, shape }, seq++, record)) restored++;
  }
  return restored;
}

/** Key: the shape that is written, a bar, the store's shape. */
const existingText = statementText((dialect, key) => existingToSql(dialect, key, NOTHING));
const existingLiveText = statementText((dialect, key) => existingToSql(dialect, key, andLive(0)));

function existingToSql(dialect: SqlDialect, key: string, live: Sql): Sql {
  const [written = '', whole = ''] = key.split('|');
  const { kept, overflows } = mergeOf(written, whole);
  const overflow = overflows ? sql`, ${dialect.overflowColumn}` : NOTHING;
  return sql`SELECT seq, ${storedTextBytes(kept)}${overflow} FROM records WHERE store_id = ${BOUND} AND id = ${BOUND}${live}${dialect.forUpdate}`;
}

/** What a change needs to know of the record it is merged into. */
interface Existing {
  readonly seq: number;
  /** UTF-8 bytes of the text that the change leaves alone. */
  readonly keptBytes: number;
  readonly overflow: string | null;
}

function* findExisting(
  dialect: SqlDialect,
  write: RecordWrite & { readonly storeShape: string },
  record: ShapedRecord,
): Steps<Existing | null> {
  const { kept, overflows, key } = mergeOf(record.shape, write.storeShape);
  const { expiredUpTo } = write;
  const store = dialect.storeKey(write);
  const [row] =
    expiredUpTo === null
      ? yield { text: existingText(dialect, key), values: [store, record.id] }
      : yield { text: existingLiveText(dialect, key), values: [store, record.id, expiredUpTo] };
  if (row === undefined) return null;
  const overflow = overflows ? textOrNull(row[2]) : null;
  return {
    seq: numberCell(row[0]),
    keptBytes: numberCell(row[1]) + overflowTextBytes(overflow, kept),
    overflow,
  };
}

function isTooLarge(shape: Shape, values: readonly SlotValue[], existing: Existing): boolean {
  return existing.keptBytes + valueBytes(shape, values) > MAX_RECORD_BYTES;
}

const updateText = statementText((dialect, name) => updateToSql(dialect, shapeNamed(name)));
/** Key: the shape that is written, a bar, the shape that is answered. */
const updateReturningText = statementText((dialect, key) => {
  const [written = '', answered = ''] = key.split('|');
  return sql`${updateToSql(dialect, shapeNamed(written))} RETURNING ${selectList(dialect, shapeNamed(answered))}`;
});

function updateToSql(dialect: SqlDialect, shape: Shape): Sql {
  const overflow = shape.overflows ? [sql`overflow = ${dialect.jsonValue(sql`${BOUND}`)}`] : [];
  const assignments = [
    sql`updated_at = ${BOUND}`,
    ...writtenColumns(shape).map((column) => sql`${column} = ${BOUND}`),
    ...overflow,
  ];
  return sql`UPDATE records SET ${join(assignments)} WHERE store_id = ${BOUND} AND seq = ${BOUND}`;
}

/** The values of `updateToSql`, in order. */
function updateValues(dialect: SqlDialect, write: RecordWrite, record: ShapedRecord, existing: Existing) {
  const shape = shapeNamed(record.shape);
  const overflow = shape.overflows ? [mergeOverflow(existing.overflow, shape, record.values)] : [];
  const values = writtenValues(shape, record.values);
  return [write.now, ...values, ...overflow, dialect.storeKey(write), existing.seq];
}

function* upsertRecords(dialect: SqlDialect, args: UpsertRecords): Steps<UpsertOutcome[] | 'stale'> {
  if (!(yield* isCurrent(dialect, args))) return 'stale';
  const outcomes: UpsertOutcome[] = [];
  // Numbers for all that may still be created, taken when the first one is: updates alone take none.
  let nextSeq: number | null = null;

  function* create(record: ShapedRecord): Steps<boolean> {
    nextSeq ??= yield* reserveRecordNumbers(dialect, args, args.records.length - outcomes.length);
    if (!(yield* insertRow(dialect, args, record, nextSeq, createdNow(args)))) return false;
    nextSeq++;
    outcomes.push('created');
    return true;
  }

  for (const record of args.records) {
    // New records come in runs: behind one, the next is inserted without looking whether it is there.
    const probablyNew = record.complete && args.expiredUpTo === null && outcomes.at(-1) === 'created';
    if (probablyNew && (yield* create(record))) continue;
    for (;;) {
      const existing = yield* findExisting(dialect, args, record);
      if (existing !== null) {
        outcomes.push(yield* updateExisting(dialect, args, record, existing));
        break;
      }
      if (!record.complete) {
        outcomes.push('incomplete');
        break;
      }
      yield* removeExpired(dialect, args, record.id);
      // Not inserted: another transaction has just created it, so it is there to be changed now.
      if (yield* create(record)) break;
    }
  }
  return outcomes;
}

function* updateExisting(
  dialect: SqlDialect,
  write: RecordWrite,
  record: ShapedRecord,
  existing: Existing,
): Steps<'updated' | 'too_large'> {
  if (isTooLarge(shapeNamed(record.shape), record.values, existing)) return 'too_large';
  yield { text: updateText(dialect, record.shape), values: updateValues(dialect, write, record, existing) };
  return 'updated';
}

function* patchRecord(dialect: SqlDialect, args: PatchRecord): Steps<Row | 'stale' | 'too_large' | null> {
  if (!(yield* isCurrent(dialect, args))) return 'stale';
  const { record } = args;
  const existing = yield* findExisting(dialect, args, record);
  if (existing === null) return null;
  if (isTooLarge(shapeNamed(record.shape), record.values, existing)) return 'too_large';
  const rows = yield {
    text: updateReturningText(dialect, `${record.shape}|${args.storeShape}`),
    values: updateValues(dialect, args, record, existing),
  };
  return rows[0] ?? null;
}

function* deleteRecords(dialect: SqlDialect, args: DeleteRecords): Steps<string[]> {
  const deleted: string[] = [];
  for (const id of args.ids) {
    const rows = yield statement(
      dialect,
      sql`DELETE FROM records WHERE store_id = ${dialect.storeKey(args)} AND id = ${id}${andLive(args.expiredUpTo)}`,
    );
    if (changedRows(rows) > 0) deleted.push(id);
  }
  return deleted;
}

/**
 * Writes records one by one, with statements that each do one simple thing, all in the transaction of the program. For
 * engines where a statement costs no more than its work (SQLite), and for those that plan only simple ones.
 */
export const rowWrites: RecordWrites = {
  insertRecord,
  upsertRecords,
  patchRecord,
  restoreRecords,
  deleteRecords,
};
