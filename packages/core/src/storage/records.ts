import type { AggregateOp, Filter, RecordQuery } from '../query/ast.ts';
import type { CallOptions } from '../turns/caller.ts';
import type { Millis, RecordRow, Slice, Slot, SlotValue, StoreRow } from './rows.ts';

/** Values for some of a store's slots; slots that are not named keep what they hold. */
export interface SlotValues {
  readonly slots: readonly Slot[];
  readonly values: readonly SlotValue[];
}

export interface NewRecord extends SlotValues {
  readonly id: string;
}

export interface UpsertRecord extends NewRecord {
  /** False: a required value is missing, so this may change a record but not create one. */
  readonly complete: boolean;
}

/** A record as another storage has it. `values` are in the order of the store's properties. */
export type RestoredRecord = Omit<RecordRow, 'seq'>;

/** `incomplete`: nothing to change there and not enough to create. `too_large`: the merged record would exceed the limit. */
export type UpsertOutcome = 'created' | 'updated' | 'incomplete' | 'too_large';

/**
 * Every method takes the store as core read it. Writes are refused as `'stale'`, with nothing written, when the
 * store has another version by then, is deleted, or is not the account's; core reads it again and decides anew. `'stale'`
 * goes before every other outcome.
 *
 * A record whose `updatedAt + recordTtl` is not after `now` is expired: no read sees it, and a write to its id creates.
 *
 * A record's size is the UTF-8 length of its text values together; `MAX_RECORD_BYTES` is enforced by core where
 * the whole record is known, and by the storage where a change is merged into a stored one.
 */
export interface RecordStorage {
  get(store: StoreRow, id: string, now: Millis): Promise<RecordRow | null>;
  /** Of two racing inserts of one id, one is `'created'`, the other `'exists'`. */
  insert(store: StoreRow, record: NewRecord, now: Millis): Promise<'created' | 'exists' | 'stale'>;
  /** One outcome for each record, in order; the same id twice is applied in order. Named slots change, the others stay. */
  upsert(store: StoreRow, records: readonly UpsertRecord[], now: Millis): Promise<UpsertOutcome[] | 'stale'>;
  /** Changes the named slots only and moves `updatedAt`; answers the record after. Racing patches of different slots both survive. */
  patch(
    store: StoreRow,
    id: string,
    change: SlotValues,
    now: Millis,
  ): Promise<RecordRow | 'stale' | 'too_large' | null>;
  /** The ids, of those given, whose live record this call removed. Not guarded by version: ids don't change with it. */
  delete(store: StoreRow, ids: readonly string[], now: Millis): Promise<string[]>;
  /**
   * Inserts records as another storage has them, with their own times, numbered in the order given; for copies. An id
   * that is there already, even expired, or that came before in the same call is passed over, so the same call may be
   * repeated; of racing calls with one id the first to be done has it. Answers how many were inserted.
   */
  restore(store: StoreRow, records: readonly RestoredRecord[]): Promise<number | 'stale'>;
  /**
   * At most `limit` records behind `after`, in order. With `maxBytes` it stops before the record that would make the rows
   * heavier together (`weighRecord`), but never before the first; a storage does not read much further than it answers.
   * `more`: further records match.
   */
  find(store: StoreRow, query: RecordQuery, now: Millis, options?: CallOptions): Promise<Slice<RecordRow>>;
  count(store: StoreRow, where: Filter, now: Millis, options?: CallOptions): Promise<number>;
  /** Over set values of matching records; null when there are none. Sums are compensated: equal to the exact sum within 1e-12 of the sum of magnitudes. */
  aggregate(
    store: StoreRow,
    op: AggregateOp,
    slot: Slot,
    where: Filter,
    now: Millis,
    options?: CallOptions,
  ): Promise<number | null>;
  /**
   * The first `limit` records that match, in order, in chunks, as of one moment: writes during the scan are not seen. `more`
   * is the same in every chunk: at that moment further records matched. A chunk has at least one record and is bounded in
   * bytes. Stopping early frees what the scan holds. A storage may bound the time of a whole scan, with `UnavailableError`.
   */
  scan(
    store: StoreRow,
    query: Omit<RecordQuery, 'after' | 'maxBytes'>,
    now: Millis,
    options?: CallOptions,
  ): AsyncIterable<Slice<RecordRow>>;
  /** Removes for good at most `limit` records of a deleted store; the number removed, 0 for a store that is not deleted. */
  purge(storeId: string, limit: number): Promise<number>;
  /** By the recordTtl that is stored, not by the caller's: removes expired records among the `limit` records behind `after`; `next` is where to go on, null at the end. */
  purgeExpired(
    store: StoreRow,
    after: number | null,
    limit: number,
    now: Millis,
  ): Promise<{ purged: number; next: number | null }>;
  /** Unsets the slots in the `limit` records behind `after`; `next` as above. `updatedAt` stays. Refused (`'stale'`) as other writes. */
  clearSlots(
    store: StoreRow,
    slots: readonly Slot[],
    after: number | null,
    limit: number,
  ): Promise<{ next: number | null } | 'stale'>;
}
