import { KeyTakenError } from '../../ground/errors.ts';
import type { Millis, StoreRow } from '../../ground/rows.ts';
import type { Storage } from '../../storage/storage.ts';
import type { KeyedWrite } from '../../storage/writes/write-options.ts';

/** For so many milliseconds a key of a program is kept. */
const KEPT_FOR = 3_000;

/** Writes under a key of the store's account. Returns the result, or that the key is taken, and the result that is kept. */
export async function underKey<Result>(
  { idempotencyKeys }: Storage,
  { accountId }: StoreRow,
  key: string,
  now: Millis,
  write: (options: KeyedWrite) => Promise<Result>,
): Promise<unknown> {
  const request = { request: 'a request', plan: 'a plan', createdAt: now, expiresAt: now + KEPT_FOR };
  const result = await write({ key: { accountId, key, ...request } }).catch((error) => {
    if (error instanceof KeyTakenError) return 'the key is taken';
    throw error;
  });
  const row = await idempotencyKeys.get(accountId, key, now);
  return { result, kept: row && JSON.parse(row.result) };
}
