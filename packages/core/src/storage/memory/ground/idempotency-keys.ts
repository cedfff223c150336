import { KeyTakenError } from '../../../ground/errors.ts';
import type { IdempotencyKeyRow, IdempotencyKeyStorage } from '../../writes/idempotency-keys.ts';
import type { KeyedWrite } from '../../writes/write-options.ts';

/**
 * Makes a write, under its key if it has one. The key and the result are kept if `succeeded` returns true for the result.
 * A write does not yield, so no other one can come in between.
 * @throws KeyTakenError
 */
export type UnderKey = <Result>(
  options: KeyedWrite | undefined,
  write: () => Result,
  succeeded?: (result: Result) => boolean,
) => Result;

export interface MemoryIdempotencyKeys {
  readonly storage: IdempotencyKeyStorage;
  readonly underKey: UnderKey;
  /** Returns the bytes of the account's plans and results, also of those that have expired and are not purged. */
  bytesOf(accountId: string): number;
}

export function memoryIdempotencyKeys(): MemoryIdempotencyKeys {
  const rowsByName = new Map<string, IdempotencyKeyRow>();

  const storage: IdempotencyKeyStorage = {
    async get(accountId, key, now) {
      const row = rowsByName.get(nameOf(accountId, key));
      return row === undefined || row.expiresAt <= now ? null : row;
    },
    async purgeExpired(limit, now) {
      const expired = [...rowsByName].filter(([, { expiresAt }]) => expiresAt <= now).slice(0, limit);
      for (const [name] of expired) rowsByName.delete(name);
      return expired.length;
    },
  };

  return {
    storage,
    underKey(options, write, succeeded = () => true) {
      if (options?.key === undefined) return write();
      const { createdAt, ...key } = options.key;
      const name = nameOf(key.accountId, key.key);
      const held = rowsByName.get(name);
      if (held !== undefined && held.expiresAt > createdAt) throw new KeyTakenError();
      const result = write();
      if (succeeded(result)) rowsByName.set(name, { ...key, result: JSON.stringify(result ?? null) });
      else rowsByName.delete(name);
      return result;
    },
    bytesOf(accountId) {
      let bytes = 0;
      for (const row of rowsByName.values()) {
        if (row.accountId === accountId) bytes += Buffer.byteLength(row.plan) + Buffer.byteLength(row.result);
      }
      return bytes;
    },
  };
}

function nameOf(accountId: string, key: string): string {
  return `${accountId} ${key}`;
}
