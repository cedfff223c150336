import type { CallOptions } from '../turns/caller.ts';
import type { Millis, NewJob, PropertyRow, SeqPage, Slice, Slot, StoreRow } from './rows.ts';

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
