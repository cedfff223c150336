import type { MaybePromise } from '../../ground/promises.ts';
import type { Millis, NewJob, PropertyRow, SeqPage, Slice, Slot, StoreRow } from '../../ground/rows.ts';
import type { CallOptions } from '../../turns/caller.ts';
import type { AuthoredWrite, WriteOptions } from '../writes/write-options.ts';

export type StoreRef = Pick<StoreRow, 'id' | 'accountId'>;
export type NewStore = Omit<StoreRow, 'seq' | 'version' | 'freedSlots' | 'changes' | 'history' | 'isLogged'> &
  /** Default: false and null. */
  Partial<Pick<StoreRow, 'changes' | 'history'>>;
export type StoreChange = Partial<
  Pick<StoreRow, 'name' | 'description' | 'recordTtl' | 'changes' | 'history'>
>;

/** The background work that a store needs. */
export interface StoreWork extends StoreRef, Pick<StoreRow, 'recordTtl' | 'freedSlots'> {
  /** Null: the store is not deleted. */
  readonly deletedAt: Millis | null;
}

/** A deleted store whose row has not been removed. */
export interface DeletedStoreRow {
  readonly store: StoreRow;
  readonly deletedAt: Millis;
}

export interface SchemaChange {
  readonly properties: readonly PropertyRow[];
  readonly freedSlots: readonly Slot[];
  /**
   * True: the change returns `'not_empty'` while the store has a live record, checked in the same step. Expired records
   * are removed in that step, because a longer `recordTtl` would bring them back without the new key. A storage may
   * need several steps: it returns `'purging'` if it has removed some records and changed nothing else, and the caller
   * repeats the call.
   */
  readonly requireEmpty: boolean;
  readonly enqueue: readonly NewJob[];
}

/**
 * The log of a store with `changes` or `history` is on from then on (`ChangeStorage`).
 *
 * Deleted stores are invisible to all methods except `getDeleted`, `listDeleted`, `restore`, `removeDeleted` and
 * `listWork`. Once a change has resolved, `get` returns the new state in every process that shares the data.
 */
export interface StoreStorage {
  insert(store: NewStore, enqueue?: readonly NewJob[], options?: WriteOptions): Promise<StoreRow>;
  /**
   * Inserts the store, unless a live store of the account has exactly this name: then it returns null. Of racing calls with
   * one name, also of several processes, one inserts. A racing `insert` or `update` may still add the name.
   */
  insertUnlessNamed(
    store: NewStore,
    enqueue?: readonly NewJob[],
    options?: AuthoredWrite,
  ): Promise<StoreRow | null>;
  /** The live stores of the account with exactly this name, oldest first, at most `limit`. */
  findNamed(accountId: string, name: string, limit: number, options?: CallOptions): Promise<StoreRow[]>;
  get(accountId: string, storeId: string): MaybePromise<StoreRow | null>;
  /** Newest first. `nameContains` is folded (`fold`) and literal; the name is compared folded. */
  list(
    accountId: string,
    query: { readonly nameContains: string | null } & SeqPage,
    options?: CallOptions,
  ): Promise<Slice<StoreRow>>;
  /** Changes the given members, moves `version` and `updatedAt`. The last of two racing calls wins for each member. */
  update(
    ref: StoreRef,
    change: StoreChange,
    now: Millis,
    enqueue?: readonly NewJob[],
    options?: AuthoredWrite,
  ): Promise<StoreRow | null>;
  /**
   * Replaces the properties if the stored version equals `expectedVersion`, else returns `'stale'`. Of two racing calls
   * one is stale.
   */
  changeSchema(
    ref: StoreRef,
    expectedVersion: number,
    change: SchemaChange,
    now: Millis,
    options?: AuthoredWrite,
  ): Promise<StoreRow | 'stale' | 'not_empty' | 'purging' | null>;
  /** Deletes the store for all readers at once and enqueues its cleanup in the same step. False: no such store. */
  markDeleted(
    ref: StoreRef,
    now: Millis,
    enqueue: readonly NewJob[],
    options?: AuthoredWrite,
  ): Promise<boolean>;
  /** Returns a deleted store of any account. Null: the store is not deleted, or its row has been removed. */
  getDeleted(storeId: string): Promise<DeletedStoreRow | null>;
  /** The stores of the account that were deleted after `deletedAfter`, otherwise as `list`. */
  listDeleted(
    accountId: string,
    query: { readonly nameContains: string | null; readonly deletedAfter: Millis } & SeqPage,
    options?: CallOptions,
  ): Promise<Slice<DeletedStoreRow>>;
  /**
   * Makes a store that was deleted after `deletedAfter` live again, with its records, and moves `version` and `updatedAt`.
   * Null: there is no such store. Of racing calls one restores it.
   */
  restore(
    ref: StoreRef,
    deletedAfter: Millis,
    now: Millis,
    enqueue: readonly NewJob[],
    options?: AuthoredWrite,
  ): Promise<StoreRow | null>;
  /**
   * Removes cleared slots from `freedSlots` and moves `version`, so that a racing schema change is stale. Resolves only
   * when `get` returns the state without their properties in every process.
   */
  releaseSlots(ref: StoreRef, slots: readonly Slot[]): Promise<void>;
  /**
   * Permanently removes the row of a deleted store and its views, after its records and its log. Ignores stores that are
   * not deleted.
   */
  removeDeleted(storeId: string): Promise<void>;
  /**
   * Returns at most `limit` stores of all accounts that need background work, sorted by id, after `after`: deleted
   * stores, and those with a `recordTtl` or with freed slots.
   */
  listWork(after: string | null, limit: number): Promise<StoreWork[]>;
}
