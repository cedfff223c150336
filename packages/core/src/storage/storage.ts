import type { Figure } from '../figures.ts';
import type { AggregateOp, Filter, RecordQuery } from '../query/ast.ts';
import type { CallOptions } from '../turns/caller.ts';
import type { AccountLimits, AccountUsageStorage } from './account-limits.ts';
import type { AccountNumberStorage } from './account-numbers.ts';
import type { BlobObjectStorage } from './blob-objects.ts';
import type { BlobStorage } from './blobs.ts';
import type { FontStorage } from './fonts.ts';
import type { GeocodingStorage } from './geocoding.ts';
import type { ImageStorage } from './images.ts';
import type { JobStorage, NewJob } from './jobs.ts';
import type { LocationStorage } from './locations.ts';
import type { MapStorage } from './maps.ts';
import type { RequestCountStorage } from './request-counts.ts';
import type {
  AccountRow,
  ApiKeyRow,
  Millis,
  PropertyRow,
  RecordRow,
  Slot,
  SlotValue,
  StoreRow,
} from './rows.ts';
import type { TimerFrameStorage } from './timer-frames.ts';

/**
 * Where everything is kept. Implementations: memory (the reference), SQLite, PostgreSQL; yours, if it passes
 * `@vitrine/core/conformance`.
 *
 * Rules that hold for every method:
 * - It is atomic by itself: done whole or not at all, and what it answered survives a crash of the process.
 * - Time (`now`) and ids come in as arguments. Absence is null. Empty input writes nothing.
 * - Values are typed and checked by core. Text is well-formed Unicode without U+0000; numbers are finite, never -0.
 * - Text is compared by Unicode code point, on every storage alike.
 * - Every method that touches an account's data takes the account or the store and never looks outside it.
 * - A method that takes `options` may read as much as its account has stored. It takes turns with other accounts, ends with the
 *   signal's reason when the signal aborts, and throws `UnavailableError` when it takes longer than the storage allows.
 * - A storage that can't answer now throws `UnavailableError`, and so does a closed one; nothing of its driver's errors
 *   crosses this seam.
 * - Insertion numbers (`seq`) rise and are never used again.
 */
export interface Storage {
  /** For messages and logs only. */
  readonly name: string;
  readonly accounts: AccountStorage;
  readonly apiKeys: ApiKeyStorage;
  readonly stores: StoreStorage;
  readonly records: RecordStorage;
  readonly jobs: JobStorage;
  readonly settings: SettingStorage;
  readonly accountNumbers: AccountNumberStorage;
  readonly blobs: BlobStorage;
  readonly blobObjects: BlobObjectStorage;
  readonly images: ImageStorage;
  readonly fonts: FontStorage;
  readonly timerFrames: TimerFrameStorage;
  readonly maps: MapStorage;
  readonly locations: LocationStorage;
  readonly geocoding: GeocodingStorage;
  readonly requestCounts: RequestCountStorage;
  readonly accountUsage: AccountUsageStorage;
  /** Brings the layout up to date; all DDL happens here. Two callers at once: one migrates, the other finds it done. */
  migrate(): Promise<Migration>;
  /** How its queues, threads and connections stand now; empty where there is nothing to tell. Costs nothing to speak of. */
  figures(): readonly Figure[];
  /** The engine, the layout and the size of the data. Asks the engine, so not for every request. */
  describe(): Promise<StorageDescription>;
  /** Resolves when the storage answers. */
  ping(): Promise<void>;
  /** Finishes what was accepted, then lets go of files and connections. Further calls throw. */
  close(): Promise<void>;
}

export interface StorageDescription {
  /** `memory`, `sqlite`, `postgres`, … */
  readonly engine: string;
  /** The layout's version. */
  readonly layout: number;
  /** Bytes of the data with its indexes; null where the engine does not tell. */
  readonly bytes: number | null;
}

/** The layout's version before and after `migrate`. */
export interface Migration {
  readonly from: number;
  readonly to: number;
}

export interface Slice<Row> {
  readonly rows: Row[];
  readonly more: boolean;
}

/** A page in newest-first order: rows with a smaller `seq` than `before`, at most `limit`. */
export interface SeqPage {
  readonly before: number | null;
  readonly limit: number;
}

export interface AccountStorage {
  insert(account: AccountRow): Promise<void>;
  get(accountId: string): Promise<AccountRow | null>;
  /** Oldest first. */
  list(): Promise<AccountRow[]>;
  /** Replaces the account's limits. False: no such account. */
  setLimits(accountId: string, limits: AccountLimits): Promise<boolean>;
}

export interface ApiKeyStorage {
  insert(key: ApiKeyRow): Promise<void>;
  /**
   * The key with this SHA-256, or null when there is none or it was revoked. Once `revoke` has resolved, no later call sees
   * the key, in any process that shares the data.
   */
  findByHash(hash: string): Promise<ApiKeyRow | null>;
  /** Newest first, with `seq` for the next page. */
  list(accountId: string, page: SeqPage): Promise<Slice<ApiKeyRow & { readonly seq: number }>>;
  /**
   * Removes the key. With `keepOneAccountKey`, refuses (`'last'`) when no other account key of the account is left that may
   * write and has not expired by `now`; of two such calls racing for the last two keys, one is refused. Null: no such key.
   */
  revoke(
    accountId: string,
    keyId: string,
    options: { readonly keepOneAccountKey: boolean; readonly now: Millis },
  ): Promise<'revoked' | 'last' | null>;
  /** Moves `lastUsedAt` forward, never back. Unknown ids are ignored. */
  touch(uses: readonly { readonly keyId: string; readonly at: Millis }[]): Promise<void>;
}

export type StoreRef = Pick<StoreRow, 'id' | 'accountId'>;
export type NewStore = Omit<StoreRow, 'seq' | 'version' | 'freedSlots'>;
export type StoreChange = Partial<Pick<StoreRow, 'name' | 'description' | 'recordTtl'>>;

/** Background work that a store needs. */
export interface StoreWork extends StoreRef, Pick<StoreRow, 'recordTtl' | 'freedSlots'> {
  readonly isDeleted: boolean;
}

export interface SchemaChange {
  readonly properties: readonly PropertyRow[];
  readonly freedSlots: readonly Slot[];
  /**
   * Refuse (`'not_empty'`) while a live record is in the store; checked in the same step as the change. Expired records are
   * removed in that step: a longer time to live would bring them back without the new key. A storage may remove them in
   * several steps: it answers `'purging'` when it has removed some and changed nothing else; the caller asks again.
   */
  readonly requireEmpty: boolean;
  readonly enqueue: readonly NewJob[];
}

/**
 * Deleted stores are invisible to every method here but `removeDeleted` and `listWork`. Once a change has resolved, `get`
 * answers the state after it, in every process that shares the data.
 */
export interface StoreStorage {
  insert(store: NewStore, enqueue?: readonly NewJob[]): Promise<StoreRow>;
  get(accountId: string, storeId: string): Promise<StoreRow | null>;
  /** Newest first. `nameContains` is folded (`fold`) and literal; the name is compared folded. */
  list(
    accountId: string,
    query: { readonly nameContains: string | null } & SeqPage,
    options?: CallOptions,
  ): Promise<Slice<StoreRow>>;
  /** Changes what is given, moves `version` and `updatedAt`. The last of two racing calls wins, per member. */
  update(
    ref: StoreRef,
    change: StoreChange,
    now: Millis,
    enqueue?: readonly NewJob[],
  ): Promise<StoreRow | null>;
  /** Replaces the property list if the stored version equals `expectedVersion`; else `'stale'`. Of two racing calls one is stale. */
  changeSchema(
    ref: StoreRef,
    expectedVersion: number,
    change: SchemaChange,
    now: Millis,
  ): Promise<StoreRow | 'stale' | 'not_empty' | 'purging' | null>;
  /** Deletes the store for every reader at once and enqueues its clean-up in the same step. False: already gone. */
  markDeleted(ref: StoreRef, now: Millis, enqueue: readonly NewJob[]): Promise<boolean>;
  /**
   * Takes cleared slots out of `freedSlots` and moves `version`, so that a racing schema change is stale. Resolves no sooner
   * than `get` answers the state without their properties in every process.
   */
  releaseSlots(ref: StoreRef, slots: readonly Slot[]): Promise<void>;
  /** Removes the row of a deleted store for good. A store that is not deleted stays. */
  removeDeleted(storeId: string): Promise<void>;
  /**
   * The stores of all accounts that background work has to do with: deleted ones, and those with a recordTtl or with freed slots.
   * By id, at most `limit`, those behind `after`.
   */
  listWork(after: string | null, limit: number): Promise<StoreWork[]>;
}

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

export interface SettingStorage {
  get(name: string): Promise<string | null>;
  /** Stores `value` unless there is one already; answers what is stored. Of two racing calls both get the first's value. */
  getOrInsert(name: string, value: string): Promise<string>;
}
