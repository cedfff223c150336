import type { UpsertOutcome } from '@vitrine/core/storage';
import { shapeNamed } from '../../../layout/record-layout.ts';
import { changedRows } from '../../../statements/cells.ts';
import { andLive } from '../../../statements/clauses.ts';
import type { SqlDialect } from '../../../statements/dialect.ts';
import { reserveRecordNumbers } from '../../../statements/numbers.ts';
import { type Row, sql } from '../../../statements/sql.ts';
import { type Steps, statement } from '../../../statements/statement.ts';
import type { ShapedRecord } from '../given-records.ts';
import { isLogged, logPatch } from '../logged-writes.ts';
import { shapeBefore } from '../record-entries.ts';
import { isCurrent } from '../store-guard.ts';
import type {
  DeleteRecords,
  InsertRecord,
  PatchRecord,
  RecordWrite,
  RecordWrites,
  RestoreRecords,
  UpsertRecords,
} from '../writes.ts';
import { type ExistingRow, findExisting, isTooLarge, updateRow } from './change-row.ts';
import { insertRow, removeExpired } from './insert-row.ts';

function* insertRecord(dialect: SqlDialect, args: InsertRecord): Steps<'created' | 'exists' | 'stale'> {
  if (!(yield* isCurrent(dialect, args))) return 'stale';
  yield* removeExpired(dialect, args, args.record.id);
  const seq = yield* reserveRecordNumbers(dialect, args, 1);
  return (yield* insertRow(dialect, args, args.record, seq, createdNow(args))) ? 'created' : 'exists';
}

function createdNow({ now }: RecordWrite) {
  return { createdAt: now, updatedAt: now };
}

function* insertRecords(
  dialect: SqlDialect,
  args: RestoreRecords,
): Steps<('created' | 'exists')[] | 'stale'> {
  if (!(yield* isCurrent(dialect, args))) return 'stale';
  const { storeShape: shape, records } = args;
  let seq = yield* reserveRecordNumbers(dialect, args, records.length);
  const outcomes: ('created' | 'exists')[] = [];
  for (const record of records) {
    const created = yield* insertRow(dialect, args, { ...record, shape }, seq++, record);
    outcomes.push(created ? 'created' : 'exists');
  }
  return outcomes;
}

function* restoreRecords(dialect: SqlDialect, args: RestoreRecords): Steps<number | 'stale'> {
  const outcomes = yield* insertRecords(dialect, args);
  return outcomes === 'stale' ? outcomes : outcomes.filter((outcome) => outcome === 'created').length;
}

function* upsertRecords(dialect: SqlDialect, args: UpsertRecords): Steps<UpsertOutcome[] | 'stale'> {
  if (!(yield* isCurrent(dialect, args))) return 'stale';
  const { records } = args;
  const outcomes: UpsertOutcome[] = [];
  // Reserved when the first record is created, for all that may follow: updates alone reserve no numbers.
  let nextSeq: number | null = null;

  function* create(record: ShapedRecord): Steps<boolean> {
    nextSeq ??= yield* reserveRecordNumbers(dialect, args, records.length - outcomes.length);
    if (!(yield* insertRow(dialect, args, record, nextSeq, createdNow(args)))) return false;
    nextSeq++;
    outcomes.push('created');
    return true;
  }

  for (const record of records) {
    // New records come in runs, so after a new one the next one is inserted without looking for an existing one.
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
      // Not created: another transaction has just created the record, so now it exists and can be changed.
      if (yield* create(record)) break;
    }
  }
  return outcomes;
}

function* updateExisting(
  dialect: SqlDialect,
  write: RecordWrite,
  record: ShapedRecord,
  existing: ExistingRow,
): Steps<'updated' | 'too_large'> {
  if (isTooLarge(shapeNamed(record.shape), record.values, existing)) return 'too_large';
  yield updateRow(dialect, write, record, existing);
  return 'updated';
}

/** Logs the change itself, because it reads the record anyway. */
function* patchRecord(dialect: SqlDialect, args: PatchRecord): Steps<Row | 'stale' | 'too_large' | null> {
  if (!(yield* isCurrent(dialect, args))) return 'stale';
  const { record, storeShape } = args;
  const compared = isLogged(args) ? shapeBefore(args, [record]) : null;
  const existing = yield* findExisting(dialect, args, record, compared);
  if (existing === null) return null;
  if (isTooLarge(shapeNamed(record.shape), record.values, existing)) return 'too_large';
  const [row] = yield updateRow(dialect, args, record, existing, shapeNamed(storeShape));
  if (isLogged(args) && compared !== null && existing.before !== null) {
    yield* logPatch(dialect, args, compared, existing.before);
  }
  return row ?? null;
}

function* deleteRecords(dialect: SqlDialect, args: DeleteRecords): Steps<string[]> {
  const deleted: string[] = [];
  for (const id of args.ids) {
    const rows = yield statement(
      dialect,
      sql`
        DELETE FROM records
        WHERE store_id = ${dialect.storeKey(args)}
          AND id = ${id}
          ${andLive(args.expiredUpTo)}`,
    );
    if (changedRows(rows) > 0) deleted.push(id);
  }
  return deleted;
}

/**
 * Writes records one by one, with statements that each do one simple thing, in the transaction of the operation. For
 * engines where a statement costs no more than its work (SQLite), and for engines that plan only simple statements.
 */
export const rowWrites: RecordWrites = {
  insertRecord,
  insertRecords,
  upsertRecords,
  patchRecord,
  restoreRecords,
  deleteRecords,
  importNew: null,
};
