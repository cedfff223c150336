import type { EncodedRecords, RecordEncoding } from '../../encoding/record-encoding.ts';
import type { MaybePromise } from '../../ground/promises.ts';
import type { Millis, RecordRow, Slice, Slot, SlotValue, StoreRow } from '../../ground/rows.ts';
import type { AggregateOp, Filter, RecordQuery } from '../../query/ast.ts';
import type { Summary, SummaryQuery } from '../../query/summary.ts';
import type { CallOptions, SearchOptions } from '../../turns/caller.ts';
import type { AuthoredWrite, WriteAuthor, WriteOptions } from '../writes/write-options.ts';
import type { RecordState } from './record-state.ts';

/** A chunk of an export. */
export interface ExportedRecords extends EncodedRecords {
  /** Further records match than the limit allows. The same in each chunk of an export. */
  readonly more: boolean;
}

/** Values for some slots of a store. Omitted slots keep their values. */
export interface SlotValues {
  readonly slots: readonly Slot[];
  readonly values: readonly SlotValue[];
}

/** The value that a record has in one slot, and the one that another slot gets. */
export interface SlotCopy {
  readonly seq: number;
  readonly value: string | number;
  readonly copy: SlotValue;
}

export interface NewRecord extends SlotValues {
  readonly id: string;
}

export interface UpsertRecord extends NewRecord {
  /** False: a required value is missing, so this may change a record but not create one. */
  readonly complete: boolean;
}

/** A record of another storage. `values` are in the order of the properties of the store. */
export type RestoredRecord = Omit<RecordRow, 'seq'>;

/** The change that brings records back: who makes it and when. */
export interface RestoreChange extends AuthoredWrite {
  readonly at: Millis;
}

export interface PatchOptions extends AuthoredWrite {
  /** The state that the record has to be in. Omitted: any. */
  readonly expected?: RecordState | undefined;
}

/**
 * `incomplete`: no record with the id, and values are missing to create one. `too_large`: the merged record would
 * exceed the limit.
 */
export type UpsertOutcome = 'created' | 'updated' | 'incomplete' | 'too_large';

/** A record as a transaction has read it. */
export interface ReadRecord {
  readonly id: string;
  /** Null: there was no live record with the id. */
  readonly state: RecordState | null;
}

/** A store that a transaction uses, as it was read, with the records that were read of it. Each id occurs once. */
export interface StoreReads {
  readonly store: StoreRow;
  readonly records: readonly ReadRecord[];
}

/** A write of a transaction to one store. */
export type TransactionWrite = {
  readonly store: StoreRow;
  /** Null: a program that embeds Vitrine and uses no key. */
  readonly by: WriteAuthor | null;
  readonly now: Millis;
} & (
  | {
      readonly kind: 'upsert';
      /** At least one. Records with the same id are applied in order. */
      readonly records: readonly UpsertRecord[];
      /** What `RecordStorage.upsert` returns for them. */
      readonly outcomes: readonly ('created' | 'updated')[];
    }
  /** All ids are of live records. */
  | { readonly kind: 'delete'; readonly ids: readonly string[] }
);

/** What a transaction has read and what it writes. */
export interface RecordTransaction {
  /** Each store of a read or a write once. */
  readonly reads: readonly StoreReads[];
  /** In order. */
  readonly writes: readonly TransactionWrite[];
  /** The time of all reads, by which records expire. */
  readonly now: Millis;
}

/**
 * Each method takes the store as core read it. Writes return `'stale'` and write nothing if the version of the store
 * has changed since, or if the store is deleted or belongs to another account; core then reads the store and decides
 * again. `'stale'` takes precedence over all other outcomes.
 *
 * A record whose `updatedAt + recordTtl` is not after `now` is expired: no read sees it, and a write to its id creates.
 *
 * The size of a record is the UTF-8 length of its text values together. Core enforces `MAX_RECORD_BYTES` where it knows
 * the whole record, and the storage where it merges a change into a stored record.
 */
export interface RecordStorage {
  get(store: StoreRow, id: string, now: Millis): MaybePromise<RecordRow | null>;
  /** Returns the live records with some ids, each once and in no order. */
  getAll(store: StoreRow, ids: readonly string[], now: Millis): Promise<RecordRow[]>;
  /** When two inserts of one id race, one returns `'created'` and the other `'exists'`. */
  insert(
    store: StoreRow,
    record: NewRecord,
    now: Millis,
    options?: WriteOptions,
  ): Promise<'created' | 'exists' | 'stale'>;
  /**
   * Returns one outcome for each record, in order; none for no records, even of a stale store. Records with the same id
   * are applied in order. The given slots change, the others stay.
   */
  upsert(
    store: StoreRow,
    records: readonly UpsertRecord[],
    now: Millis,
    options?: WriteOptions,
  ): Promise<UpsertOutcome[] | 'stale'>;
  /**
   * Changes only the given slots, moves `updatedAt`, and returns the changed record. Racing patches of different slots
   * both survive. With `expected` it returns `'changed'` and writes nothing if the live record is not in that state
   * (`isInState`). The comparison and the write are one step: of racing patches that expect one state, one changes it.
   */
  patch(
    store: StoreRow,
    id: string,
    change: SlotValues,
    now: Millis,
    options?: PatchOptions,
  ): Promise<RecordRow | 'stale' | 'changed' | 'too_large' | null>;
  /**
   * Removes the record if it is live and in that state, in one step. Checks the version of the store, because the state
   * was read by its schema.
   */
  deleteUnchanged(
    store: StoreRow,
    id: string,
    expected: RecordState,
    now: Millis,
    options?: AuthoredWrite,
  ): Promise<'deleted' | 'changed' | 'stale'>;
  /**
   * Returns those of the ids whose live record this call removed. Does not check the version, because ids do not depend
   * on it.
   */
  delete(store: StoreRow, ids: readonly string[], now: Millis, options?: WriteOptions): Promise<string[]>;
  /**
   * Makes all writes of a transaction in order, or none. Returns false, and writes nothing, if a store does not have the version
   * of its row any more, or a record is not as the transaction has read it. The comparison and the writes are one step: of
   * racing transactions that have read one record, or its absence, and of which one writes it, one is made.
   *
   * Each record that is written is among those that were read, so the outcomes of the writes are known.
   */
  commit(transaction: RecordTransaction): Promise<boolean>;
  /**
   * Inserts records of another storage with their times, numbered in the given order. For copies. Skips an id that
   * exists, even if its record has expired, or that occurred before in the same call, so calls may be repeated. Of
   * racing calls with one id, the first to finish inserts it. Returns the number of inserted records.
   *
   * With `change` the records are new in this store at that time: its log has entries for them, and an expired record makes
   * room for one with its id. Without, they come with the store, whose log has none.
   */
  restore(
    store: StoreRow,
    records: readonly RestoredRecord[],
    change?: RestoreChange,
  ): Promise<number | 'stale'>;
  /**
   * Returns at most `limit` records after `after`, in order. With `maxBytes` it stops before the record that would
   * exceed this total weight (`weighRecord`), but never before the first. A storage does not read much further than the
   * returned rows. `more`: further records match.
   */
  find(store: StoreRow, query: RecordQuery, now: Millis, options?: SearchOptions): Promise<Slice<RecordRow>>;
  count(store: StoreRow, where: Filter, now: Millis, options?: SearchOptions): Promise<number>;
  /**
   * The aggregate of the set values of matching records. Null if there are none. Sums are those of decimals, rounded
   * once (docs/query-semantics.md#aggregates).
   */
  aggregate(
    store: StoreRow,
    op: AggregateOp,
    slot: Slot,
    where: Filter,
    now: Millis,
    options?: SearchOptions,
  ): Promise<number | null>;
  /**
   * Groups the matching records and returns the first `limit` groups in order (docs/query-semantics.md#summaries), as of one
   * moment. Sums and averages are as exact as those of `aggregate`; everything else is exact. Groups whose sums differ by
   * less than that may be in any order when they are sorted by it. The number of groups is not limited, but the time is, as
   * in every scan. Where the keys hold more than `SUMMARY_KEYS_MAX` characters together, the groups after those may be
   * missing; `more` need not be true then.
   */
  summarize(store: StoreRow, query: SummaryQuery, now: Millis, options?: SearchOptions): Promise<Summary>;
  /**
   * Yields a document of the first `limit` records that match, in order, from one snapshot: writes during the export are
   * not visible. The document is that of `RecordEncoder`, encoded where the records are read. It has at least one chunk,
   * also without records. Stopping early frees the resources of the export. A storage may limit the time of an export and
   * then throws `UnavailableError`. A `limit` of Infinity means all records.
   */
  export(
    store: StoreRow,
    query: Omit<RecordQuery, 'after' | 'maxBytes'>,
    encoding: RecordEncoding,
    now: Millis,
    options?: CallOptions,
  ): AsyncIterable<ExportedRecords>;
  /**
   * Permanently removes at most `limit` records of a deleted store. Returns their number; 0 for a store that is not
   * deleted.
   */
  purge(storeId: string, limit: number): Promise<number>;
  /**
   * Removes expired records among the `limit` records after `after`, by the stored `recordTtl`, not that of the
   * argument. `next` is where to continue, null at the end.
   */
  purgeExpired(
    store: StoreRow,
    after: number | null,
    limit: number,
    now: Millis,
  ): Promise<{ purged: number; next: number | null }>;
  /**
   * Unsets the slots in the `limit` records after `after`. `next` as above. `updatedAt` stays. Returns `'stale'` as
   * other writes do.
   */
  clearSlots(
    store: StoreRow,
    slots: readonly Slot[],
    after: number | null,
    limit: number,
  ): Promise<{ next: number | null } | 'stale'>;
  /**
   * Sets the slot `to` of records whose slot `from` still has the given value, also of expired ones. `updatedAt` stays,
   * and nothing is logged. Other records stay as they are: they were changed since, by writes that set both slots.
   * Returns `'stale'` as other writes do.
   */
  copySlot(
    store: StoreRow,
    places: { readonly from: Slot; readonly to: Slot },
    copies: readonly SlotCopy[],
  ): Promise<'copied' | 'stale'>;
}
