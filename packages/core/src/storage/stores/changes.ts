import type {
  EarlierPlace,
  Millis,
  PropertyRow,
  Slice,
  Slot,
  SlotValue,
  StoreRow,
} from '../../ground/rows.ts';
import type { WriteAuthor } from '../writes/write-options.ts';
import type { StoreRef } from './stores.ts';

export type RecordChangeType = 'record.created' | 'record.updated' | 'record.deleted' | 'record.expired';

export type StoreChangeType = 'store.created' | 'store.updated' | 'store.schema' | 'store.deleted';

export type ChangeType = RecordChangeType | StoreChangeType | 'records.imported';

/** What an import has written. */
export interface ImportedNumbers {
  readonly importId: string;
  readonly created: number;
  readonly updated: number;
  readonly refused: number;
}

/** An entry of the log of a store. */
export interface ChangeRow {
  /** Rises within the store in the order of commits. */
  readonly position: number;
  readonly type: ChangeType;
  /** Null: the change of a store, or an import. */
  readonly recordId: string | null;
  readonly at: Millis;
  /** The version of the store at the change. Its slots belong to the properties of that version (`propertyAt`). */
  readonly storeVersion: number;
  /** The slots whose values an update changed; those that a new record has set. Empty for other types. */
  readonly slots: readonly Slot[];
  /** Null unless the type is `records.imported`. */
  readonly imported: ImportedNumbers | null;
}

/** Values by slot. Slots without a value are left out. */
export type ValuesBySlot = Readonly<Partial<Record<Slot, SlotValue>>>;

/** An entry of the history of a record. */
export interface HistoryRow extends Omit<ChangeRow, 'type' | 'recordId' | 'imported'> {
  readonly type: RecordChangeType;
  readonly recordId: string;
  /** All values before an update or a deletion. Null for other types. The values after it are those before the next one. */
  readonly before: ValuesBySlot | null;
  /** When the record was created. Null where `before` is. */
  readonly createdAt: Millis | null;
  /** Null: the system, or a program that embeds Vitrine and uses no key. */
  readonly by: WriteAuthor | null;
  /** The import that made the change. Null: none. */
  readonly importId: string | null;
}

export interface LoggedPage {
  readonly rows: readonly ChangeRow[];
  /** The position after which the next page begins: that of the last row, or the end of the log. */
  readonly position: number;
  /** Whether entries follow after `position`. */
  readonly more: boolean;
}

export interface ChangeQuery {
  readonly after: number;
  readonly limit: number;
  /** Default: all. */
  readonly types?: readonly ChangeType[] | undefined;
}

/** A page in newest-first order: entries whose position is less than `before`, at most `limit`. */
export interface HistoryPage {
  readonly before: number | null;
  readonly limit: number;
}

/** Which changes are taken back: all after a position, or those of an import. */
export type TakenBack = { readonly after: number } | { readonly importId: string };

/** Where the history of a store begins: none that came later is missing. */
export interface HistoryStart {
  /** The position after which it begins. */
  readonly after: number;
  readonly at: Millis;
}

/** A log, for the job that trims it. */
export interface ChangeLogRow extends StoreRef, Pick<StoreRow, 'changes' | 'history' | 'isLogged'> {
  readonly usedAt: Millis;
}

/** What `trim` keeps. Removed are entries of the log that are older, or followed by at least `most` others. */
export interface KeptChanges {
  readonly since: Millis;
  readonly most: number;
  /** The time since which history is kept. Null: none is kept. */
  readonly historySince: Millis | null;
  /** The bytes of history that are kept at most. */
  readonly historyBytes: number;
}

/**
 * The log of what changes in stores, and the history of their records (docs/change-log.md). Writes of records, stores and
 * imports append to them in their own step, while the log of the store is on (`StoreRow.isLogged`); `history` grows only while
 * `StoreRow.history` is set. Positions are compared within a store only. A write that leaves all values as they are is no
 * change.
 *
 * A read that starts after a write was acknowledged finds its entry, and an entry that has been read is followed by all later
 * ones: none appears before it afterwards.
 */
export interface ChangeStorage {
  /**
   * Turns the log of a store on if it is off, marks it as used, and returns the position of now: every write that is
   * acknowledged later has an entry after it. Moves `version` of a store whose log was off, but not `updatedAt`. Null: no such
   * live store.
   */
  turnOn(ref: StoreRef, now: Millis): Promise<number | null>;
  /**
   * Turns the log off unless it was used since `usedBefore`, or the store asks for it (`changes`, `history`). Its entries stay
   * until they are trimmed, but the log is not complete any more: after the next `turnOn` older positions have expired.
   */
  turnOff(ref: StoreRef, usedBefore: Millis): Promise<boolean>;
  /** Notes that the logs are in use. Ignores stores that have none. */
  markUsed(storeIds: readonly string[], now: Millis): Promise<void>;
  /** Returns the logs of all accounts, also those that are off or of deleted stores, sorted by store after `after`. */
  list(after: string | null, limit: number): Promise<ChangeLogRow[]>;
  /**
   * Returns entries after a position, oldest first; also of a deleted store until it is removed. `'expired'`: the log has not
   * all entries after it, or never had this position.
   */
  read(storeId: string, query: ChangeQuery): Promise<LoggedPage | 'expired'>;
  /** Returns the position of now of those stores that have a log. */
  positions(storeIds: readonly string[]): Promise<ReadonlyMap<string, number>>;
  /** Returns the history of a record, newest first. */
  history(storeId: string, recordId: string, page: HistoryPage): Promise<Slice<HistoryRow>>;
  /** Returns the deletions after which their records have not changed again, newest first: the deleted records. */
  deleted(storeId: string, page: HistoryPage): Promise<Slice<HistoryRow>>;
  /** Returns the last change of each of these records that has history, in no order. */
  lastChanges(storeId: string, recordIds: readonly string[]): Promise<HistoryRow[]>;
  /** Returns where the history that is kept begins. Null: the store has never kept any. */
  historyStart(storeId: string): Promise<HistoryStart | null>;
  /**
   * Returns the first of these changes of each record that has one, sorted by record id after `afterId`, at most `limit`: what
   * a record was before them is what it was before the first one.
   */
  firstChanges(
    storeId: string,
    which: TakenBack,
    afterId: string | null,
    limit: number,
  ): Promise<HistoryRow[]>;
  /**
   * Permanently removes history of these records, null: of all, at most `limit` entries. Returns their number. The log keeps its
   * entries, which have no values. Neither what it removes nor what was deleted before stays readable in files of the storage, as
   * far as its engine allows.
   */
  purgeHistory(storeId: string, recordIds: readonly string[] | null, limit: number): Promise<number>;
  /** Removes what is not kept, at most `limit` entries of each kind. Returns whether another call has more to remove. */
  trim(storeId: string, kept: KeptChanges, limit: number): Promise<boolean>;
  /** Permanently removes at most `limit` entries of each kind of a deleted store, at last its log. Returns whether more is left. */
  purge(storeId: string, limit: number): Promise<boolean>;
  /** Sets whether the logs of new stores of the account are on from their first entry, `store.created`. */
  logNewStores(accountId: string, on: boolean): Promise<void>;
  /**
   * Calls `heard` with the id of a store after each write of this process to the store or its records, from then on and
   * whether or not its log is on. Other processes are not heard. Returns a function that ends it.
   */
  listen(heard: (storeId: string) => void): () => void;
}

/**
 * Returns the property that had a slot at a version of the store. A slot that a later property was given has none before
 * that.
 */
export function propertyAt({ properties }: Pick<StoreRow, 'properties'>, slot: Slot, storeVersion: number) {
  return properties.find((property) => placeAt(property, storeVersion)?.slot === slot);
}

/** Returns where the values of a property were at a version of the store. Null: it did not exist. */
export function placeAt(property: PropertyRow, storeVersion: number): PropertyRow | EarlierPlace | null {
  const place = property.earlier?.find(({ until }) => storeVersion < until) ?? property;
  return (place.since ?? 0) <= storeVersion ? place : null;
}
