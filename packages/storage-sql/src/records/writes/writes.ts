import type {
  ImportCounts,
  ImportPosition,
  ImportRef,
  Millis,
  RecordState,
  RestoredRecord,
  UpsertOutcome,
} from '@vitrine/core/storage';
import type { Authored, WithLog } from '../../change-log/logged-write.ts';
import type { LiveRecords } from '../../statements/clauses.ts';
import type { SqlDialect } from '../../statements/dialect.ts';
import type { Row } from '../../statements/sql.ts';
import type { Steps } from '../../statements/statement.ts';
import type { GivenRecord, ShapedRecord } from './given-records.ts';
import type { StoreGuard } from './store-guard.ts';

/** A write to a store's records. */
export interface RecordWrite extends StoreGuard, Authored, WithLog {
  readonly now: Millis;
  readonly expiredUpTo: Millis | null;
}

export interface InsertRecord extends RecordWrite {
  readonly record: ShapedRecord;
}

export interface UpsertRecords extends RecordWrite {
  /** All slots of the store's properties. */
  readonly storeShape: string;
  readonly records: readonly GivenRecord[];
}

export interface PatchRecord extends RecordWrite {
  readonly storeShape: string;
  readonly record: ShapedRecord;
  /** Null: any state. */
  readonly expected: RecordState | null;
}

export interface RestoreRecords extends StoreGuard, Authored, WithLog {
  /** The time of the change. Null: that of each record. */
  readonly at: Millis | null;
  readonly storeShape: string;
  /** Values in the order of the store's shape. */
  readonly records: readonly RestoredRecord[];
}

export interface DeleteUnchanged extends RecordWrite {
  readonly storeShape: string;
  readonly id: string;
  readonly expected: RecordState;
}

export interface DeleteRecords extends LiveRecords, Authored {
  readonly now: Millis;
  /**
   * Whether the log of the store is on, as far as the caller knows. A deletion does not check the version of the store, so the
   * write reads the state of the log itself, and this only decides which statement does it.
   */
  readonly isLogged: boolean;
  readonly ids: readonly string[];
}

/** Records with different ids that may all be created, and the progress of their import after them. */
export interface ImportNew extends StoreGuard, Authored, WithLog {
  readonly ref: ImportRef;
  /** The shape of each record. */
  readonly shape: string;
  readonly records: readonly GivenRecord[];
  readonly from: ImportPosition;
  readonly to: ImportPosition;
  /** The numbers of the part of the file, with those of the records. */
  readonly counts: ImportCounts;
  readonly changes: string;
  readonly now: Millis;
}

/**
 * The strategy by which an engine writes records. Only here do engines need different statements and not only different
 * expressions: for one a statement is nearly free, for another each is a round trip. The strategies are `rowWrites` and
 * `setWrites` (storage-postgres), and both return the same results.
 */
export interface RecordWrites {
  insertRecord(dialect: SqlDialect, args: InsertRecord): Steps<'created' | 'exists' | 'stale'>;
  /**
   * Inserts of several callers into one store, without two records of one id. Returns the outcome of each in order.
   * Only for stores whose records do not expire.
   */
  insertRecords(dialect: SqlDialect, args: RestoreRecords): Steps<('created' | 'exists')[] | 'stale'>;
  upsertRecords(dialect: SqlDialect, args: UpsertRecords): Steps<UpsertOutcome[] | 'stale'>;
  /** Returns the row after the change. */
  patchRecord(dialect: SqlDialect, args: PatchRecord): Steps<Row | 'stale' | 'too_large' | null>;
  /** Returns the number of inserted records. */
  restoreRecords(dialect: SqlDialect, args: RestoreRecords): Steps<number | 'stale'>;
  /** Returns the ids of the live records that this call deleted, in the given order. */
  deleteRecords(dialect: SqlDialect, args: DeleteRecords): Steps<string[]>;
  /**
   * Inserts all records and sets the progress of the import, with one statement. Returns false, and has changed nothing, if an
   * id is taken, the store does not have the version, or the import is not at `from` or has ended. Null: there is no such
   * statement.
   */
  readonly importNew: ((dialect: SqlDialect, args: ImportNew) => Steps<boolean>) | null;
}
