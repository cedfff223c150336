import type { AccountLimits } from './account-limits.ts';

/** Milliseconds since the Unix epoch, UTC. */
export type Millis = number;

/**
 * Whether the values of a property are stored as text (string, url_image, url_link) or as a double (number, boolean,
 * datetime).
 */
export type SlotKind = 't' | 'n';

/**
 * The place of the values of a property in a record row, and a part of the stored schema. Core assigns slots
 * (`schema/slots.ts`), a storage maps them to columns. Two live properties never share a slot.
 */
export type Slot = `${SlotKind}${number}`;

/** A stored value: text, a double (boolean 0/1, datetime as Millis), or unset. */
export type SlotValue = string | number | null;

export type PropertyType = 'string' | 'number' | 'boolean' | 'datetime' | 'url_image' | 'url_link';

/** How the values of a number property are shown. They are stored, read and exported as plain numbers. */
export interface NumberFormat {
  readonly style: 'plain' | 'currency' | 'percent';
  /** ISO 4217, such as `EUR`. Only a currency has it. */
  readonly currency?: string | undefined;
  /** Omitted: as many as the values have. */
  readonly decimals?: number | undefined;
}

/** How texts are read that become numbers or times (`TextForm`). */
export interface ChangeForm {
  readonly decimal: 'point' | 'comma' | 'plain' | 'open';
  readonly dates: 'dmy' | 'mdy' | null;
  readonly unit: string | null;
}

/**
 * A change of type that is under way. Each write of the property also writes its converted value to the slot, while a job
 * converts the values that are stored. The slot is one of the freed ones of the store until the change is complete, so
 * that no property is given it, and that it is cleared if the change is given up.
 */
export interface TypeChange {
  readonly type: PropertyType;
  readonly slot: Slot;
  readonly form: ChangeForm;
  /** Whether values that do not fit the type are unset. Otherwise they are refused. */
  readonly unsets: boolean;
}

/** Where the values of a property were before a change of its type. */
export interface EarlierPlace {
  readonly type: PropertyType;
  readonly slot: Slot;
  /** As that of the property. */
  readonly since?: number;
  /** The version of the store from which on the values are elsewhere. */
  readonly until: number;
  /** How the values were read by the change. */
  readonly form: ChangeForm;
}

export interface PropertyRow {
  readonly name: string;
  readonly type: PropertyType;
  readonly required: boolean;
  readonly unique: boolean;
  readonly description: string | null;
  /** Only a number has it. Omitted: numbers are shown as they are. */
  readonly format?: NumberFormat;
  readonly slot: Slot;
  /** The version of the store in which the property was given its slot. Omitted: the first one that had the slot. */
  readonly since?: number;
  readonly becoming?: TypeChange;
  /** Oldest first. Omitted: the type was never changed. */
  readonly earlier?: readonly EarlierPlace[];
}

export interface AccountRow {
  readonly id: string;
  readonly name: string;
  readonly createdAt: Millis;
  /** Empty: no limits. */
  readonly limits: AccountLimits;
  /** From which live images fetch pictures: `cdn.example.com`, or `*.example.org` for all its subdomains. */
  readonly imageHosts: readonly string[];
}

export interface ApiKeyRow {
  readonly id: string;
  readonly accountId: string;
  /** Null: an account key. */
  readonly storeId: string | null;
  readonly name: string;
  /**
   * SHA-256 of the key, hex. The key itself is never stored. That of a key for a client of OAuth begins with `oauth:`, so
   * that no key has it (`grantHash`).
   */
  readonly hash: string;
  /** First characters of the key, for people to tell keys apart. */
  readonly prefix: string;
  readonly createdAt: Millis;
  readonly lastUsedAt: Millis | null;
  /** When the key expires. Null: never. */
  readonly expiresAt: Millis | null;
  /** True: the key may read but not write. */
  readonly readOnly: boolean;
  /** CIDR ranges from which the key may be used. Null: from everywhere. */
  readonly addresses: readonly string[] | null;
  /**
   * For a key that a client of OAuth uses by its tokens: how many times the client has exchanged its code or a refresh
   * token. Null: an ordinary key.
   */
  readonly exchanges: number | null;
}

export interface StoreRow {
  readonly id: string;
  readonly accountId: string;
  readonly name: string;
  readonly description: string | null;
  /** Seconds after its last write until a record expires. Null: never. */
  readonly recordTtl: number | null;
  readonly storeType: string;
  /** Whether the store asks for its log of changes to be on. */
  readonly changes: boolean;
  /** Seconds for which the values before a change are kept. Null: they are not. */
  readonly history: number | null;
  /** Whether the log of changes is on (`ChangeStorage`): the store asks for it, or somebody reads it. */
  readonly isLogged: boolean;
  /**
   * Increases with each change of this row. A write carries the version that it was planned with, and returns `'stale'`
   * if that has changed.
   */
  readonly version: number;
  readonly properties: readonly PropertyRow[];
  /** Slots of deleted properties that still hold values. They are not reused until a job has cleared them. */
  readonly freedSlots: readonly Slot[];
  /** The insertion number: the order of lists. */
  readonly seq: number;
  readonly createdAt: Millis;
  readonly updatedAt: Millis;
}

export interface RecordRow {
  readonly id: string;
  readonly seq: number;
  readonly createdAt: Millis;
  readonly updatedAt: Millis;
  /** One value for each property of the store, in order. */
  readonly values: readonly SlotValue[];
}

export interface NewJob {
  readonly kind: string;
  readonly payload: string;
  readonly runAt: Millis;
  /** The account that the work is counted against. Null: the system, which counts as one account. */
  readonly accountId: string | null;
  /** A key belongs to one kind. At most one job with a key waits or runs (see `JobStorage.enqueue`). */
  readonly key: string;
}

export interface Slice<Row> {
  readonly rows: Row[];
  readonly more: boolean;
}

/** A page in newest-first order: rows whose `seq` is less than `before`, at most `limit`. */
export interface SeqPage {
  readonly before: number | null;
  readonly limit: number;
}
