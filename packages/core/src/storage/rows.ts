import type { AccountLimits } from '../account-limits.ts';

/** Milliseconds since the Unix epoch, UTC. */
export type Millis = number;

/** Whether a property's values are kept as text (string, url_image, url_link) or as a double (number, boolean, datetime). */
export type SlotKind = 't' | 'n';

/**
 * Where a property's values live in a record row. Part of the stored schema; core hands them out
 * (`schema/slots.ts`), a storage maps them to columns. The same slot is never used by two live properties.
 */
export type Slot = `${SlotKind}${number}`;

/** A stored value: text, a double (boolean 0/1, datetime as Millis), or unset. */
export type SlotValue = string | number | null;

export type PropertyType = 'string' | 'number' | 'boolean' | 'datetime' | 'url_image' | 'url_link';

export interface PropertyRow {
  readonly name: string;
  readonly type: PropertyType;
  readonly required: boolean;
  readonly unique: boolean;
  readonly description: string | null;
  readonly slot: Slot;
}

export interface AccountRow {
  readonly id: string;
  readonly name: string;
  readonly createdAt: Millis;
  /** Empty: no limits. */
  readonly limits: AccountLimits;
}

export interface ApiKeyRow {
  readonly id: string;
  readonly accountId: string;
  /** Null: an account key. */
  readonly storeId: string | null;
  readonly name: string;
  /** SHA-256 of the key, hex. The key itself is never stored. */
  readonly hash: string;
  /** First characters of the key, for people to tell keys apart. */
  readonly prefix: string;
  readonly createdAt: Millis;
  readonly lastUsedAt: Millis | null;
  /** From this moment on the key is refused; null: it does not expire. */
  readonly expiresAt: Millis | null;
  /** True: the key may read and change nothing. */
  readonly readOnly: boolean;
  /** CIDR ranges that the key may be used from; null: from everywhere. */
  readonly addresses: readonly string[] | null;
}

export interface StoreRow {
  readonly id: string;
  readonly accountId: string;
  readonly name: string;
  readonly description: string | null;
  /** Seconds since a record's last write after which it is gone; null: never. */
  readonly recordTtl: number | null;
  readonly storeType: string;
  /** Moves with every change of this row. A write carries the version it was planned under and is refused as `'stale'` under another. */
  readonly version: number;
  readonly properties: readonly PropertyRow[];
  /** Slots of deleted properties that still hold values; not handed out again until a job has cleared them. */
  readonly freedSlots: readonly Slot[];
  /** Insertion number, the order of lists. */
  readonly seq: number;
  readonly createdAt: Millis;
  readonly updatedAt: Millis;
}

export interface RecordRow {
  readonly id: string;
  readonly seq: number;
  readonly createdAt: Millis;
  readonly updatedAt: Millis;
  /** One value for each of the store's properties, in their order. */
  readonly values: readonly SlotValue[];
}

export interface NewJob {
  readonly kind: string;
  readonly payload: string;
  readonly runAt: Millis;
  /** The account that the work is counted against. Null: the system itself, which counts as one account. */
  readonly accountId: string | null;
  /** Belongs to one kind. At most one job of a key waits or runs (see `JobStorage.enqueue`). */
  readonly key: string;
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
