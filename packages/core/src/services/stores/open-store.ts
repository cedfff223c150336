import { NotFoundError, UnavailableError } from '../../ground/errors.ts';
import { type MaybePromise, whenHere } from '../../ground/promises.ts';
import { maySeeStore, type Principal } from '../../ports/access.ts';
import type { StoreRow } from '../../storage/index.ts';
import type { ServiceContext } from '../calls/context.ts';

/**
 * Returns the store, for a principal that may access it.
 * @throws NotFoundError for unknown, deleted and foreign stores.
 */
export function openStore(
  { storage, follower }: ServiceContext,
  principal: Principal,
  storeId: string,
): MaybePromise<StoreRow> {
  if (!maySeeStore(principal, storeId)) throw new NotFoundError('store');
  const store = whenHere(storage.stores.get(principal.accountId, storeId), requireStore);
  return follower === null ? store : whenHere(store, follower.open);
}

function requireStore(store: StoreRow | null): StoreRow {
  if (store === null) throw new NotFoundError('store');
  return store;
}

const ATTEMPTS_MAX = 10;

/**
 * Plans a write with the current schema of the store and runs it. Plans again if the store changed in between
 * (`'stale'`), so a write is always validated by the schema under which it is stored.
 *
 * @throws UnavailableError if the store changed during ten attempts in a row.
 */
export async function writeUnderSchema<Result>(
  context: ServiceContext,
  principal: Principal,
  storeId: string,
  write: (store: StoreRow) => Promise<Result | 'stale'>,
): Promise<Result> {
  for (let attempt = 0; attempt < ATTEMPTS_MAX; attempt++) {
    const store = openStore(context, principal, storeId);
    const result = await write(store instanceof Promise ? await store : store);
    if (result !== 'stale') return result;
  }
  throw new UnavailableError('Other requests are changing the store; try again.');
}
