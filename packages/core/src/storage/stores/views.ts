import type { Millis, SeqPage, Slice } from '../../ground/rows.ts';
import type { KeyedWrite } from '../writes/write-options.ts';
import type { StoreRef } from './stores.ts';

/** `records`: a table of records; `chart`: a chart of them. */
export type ViewKind = 'records' | 'chart';

/** What the account has saved in a view. */
export interface ViewSettings {
  readonly name: string;
  /** Which records, in which order, as core has read it. */
  readonly query: object;
  /** How a program shows them. */
  readonly display: object;
}

/** A saved view of the records of a store. */
export interface ViewRow extends ViewSettings {
  readonly id: string;
  readonly accountId: string;
  readonly storeId: string;
  readonly kind: ViewKind;
  /** The order of lists. */
  readonly seq: number;
  readonly createdAt: Millis;
  readonly updatedAt: Millis;
}

export type ViewRef = Pick<ViewRow, 'id' | 'accountId' | 'storeId'>;
export type NewView = Omit<ViewRow, 'seq'>;
export type ViewChange = Partial<ViewSettings>;

/** The saved views of stores. `StoreStorage.removeDeleted` removes those of its store. */
export interface ViewStorage {
  /** Returns `'full'` if the store has `most` views. Racing calls together leave at most `most`. */
  insert(view: NewView, most: number, options?: KeyedWrite): Promise<ViewRow | 'full'>;
  get(ref: ViewRef): Promise<ViewRow | null>;
  /** The views of a kind, or all, newest first. */
  list(store: StoreRef, query: { readonly kind: ViewKind | null } & SeqPage): Promise<Slice<ViewRow>>;
  /** Changes the given members, and moves `updatedAt`. The last of two racing calls wins for each member. */
  update(ref: ViewRef, change: ViewChange, now: Millis): Promise<ViewRow | null>;
  /** False: no such view. */
  delete(ref: ViewRef): Promise<boolean>;
}
