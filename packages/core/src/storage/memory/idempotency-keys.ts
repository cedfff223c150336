import { KeyTakenError } from '../../ground/errors.ts';
import type { Millis } from '../../ground/rows.ts';
import type {
  IdempotencyKeyRow,
  IdempotencyKeyStorage,
  KeyedWrites,
  NewIdempotencyKey,
} from '../idempotency-keys.ts';

/** A key whose write has begun. `row` is null for a write that did not succeed. */
interface HeldKey {
  readonly accountId: string;
  readonly expiresAt: Millis;
  readonly row: Promise<IdempotencyKeyRow | null>;
}

export interface MemoryIdempotencyKeys {
  readonly storage: IdempotencyKeyStorage;
  /** Returns the bytes of the account's plans and results, also of those that have expired and are not purged. */
  bytesOf(accountId: string): Promise<number>;
}

/**
 * Keys, with the writes of the other facets. Those write before they first yield, and a key is held before its write
 * begins, so no other write under the key can come in between.
 */
export function memoryIdempotencyKeys(writes: KeyedWrites): MemoryIdempotencyKeys {
  const heldByName = new Map<string, HeldKey>();

  function held(name: string, now: Millis): HeldKey | null {
    const key = heldByName.get(name);
    return key === undefined || key.expiresAt <= now ? null : key;
  }

  /** Returns the write under a key that is kept if `succeeded` returns true for the result. */
  function under<Args extends readonly unknown[], Result>(
    { createdAt, ...key }: NewIdempotencyKey,
    write: (...args: Args) => Promise<Result>,
    succeeded: (result: Result) => boolean = () => true,
  ): (...args: Args) => Promise<Result> {
    const name = nameOf(key.accountId, key.key);
    return async (...args) => {
      if (held(name, createdAt) !== null) throw new KeyTakenError();
      const writing = write(...args);
      const row = writing.then(
        (result) => {
          if (succeeded(result)) return { ...key, result: JSON.stringify(result ?? null) };
          heldByName.delete(name);
          return null;
        },
        () => {
          heldByName.delete(name);
          return null;
        },
      );
      heldByName.set(name, { accountId: key.accountId, expiresAt: key.expiresAt, row });
      const result = await writing;
      await row;
      return result;
    };
  }

  const storage: IdempotencyKeyStorage = {
    async get(accountId, key, now) {
      return (await held(nameOf(accountId, key), now)?.row) ?? null;
    },
    writes(key) {
      const { apiKeys, stores, records, images, timerFrames, maps, locations, webhooks } = writes;
      const upsert = under(key, records.upsert, (outcomes) => outcomes !== 'stale');
      const remove = under(key, records.delete);
      return {
        apiKeys: { insert: under(key, apiKeys.insert) },
        stores: { insert: under(key, stores.insert) },
        records: {
          insert: under(key, records.insert, (outcome) => outcome === 'created'),
          upsert: async (store, rows, now) => (rows.length === 0 ? [] : upsert(store, rows, now)),
          delete: async (store, ids, now) => (ids.length === 0 ? [] : remove(store, ids, now)),
        },
        images: { insert: under(key, images.insert) },
        timerFrames: { insert: under(key, timerFrames.insert) },
        maps: { insert: under(key, maps.insert) },
        locations: { insert: under(key, locations.insert, (row) => row !== null && row !== 'taken') },
        webhooks: { insert: under(key, webhooks.insert) },
      };
    },
    async purgeExpired(limit, now) {
      const expired = [...heldByName].filter(([, { expiresAt }]) => expiresAt <= now).slice(0, limit);
      for (const [name] of expired) heldByName.delete(name);
      return expired.length;
    },
  };

  return {
    storage,
    async bytesOf(accountId) {
      let bytes = 0;
      for (const held of heldByName.values()) {
        const row = held.accountId === accountId ? await held.row : null;
        if (row !== null) bytes += Buffer.byteLength(row.plan) + Buffer.byteLength(row.result);
      }
      return bytes;
    },
  };
}

function nameOf(accountId: string, key: string): string {
  return `${accountId} ${key}`;
}
