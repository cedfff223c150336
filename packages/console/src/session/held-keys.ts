import { type Signal, signal } from '@preact/signals';

/** A key, as far as the console knows it. */
export interface KnownKey {
  readonly keyId: string;
  readonly name: string;
  readonly scope: 'account' | 'store';
  /** The store of a store key. */
  readonly storeId?: string | undefined;
  /** Null: the server holds only a hash, and the key was neither pasted nor created in this tab. */
  readonly secret: string | null;
}

/** Keys whose secrets this tab knows, by id. They are in memory only: a reload, or the end of the session, drops them. */
export type HeldKeys = Signal<ReadonlyMap<string, KnownKey>>;

export function createHeldKeys(): HeldKeys {
  return signal(new Map());
}

/** Keeps a key with its secret for as long as the session lasts. */
export function holdSecret(held: HeldKeys, key: KnownKey): void {
  held.value = new Map(held.value).set(key.keyId, key);
}
