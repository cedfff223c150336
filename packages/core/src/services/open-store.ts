import { maySeeStore, type Principal } from '../access.ts';
import { NotFoundError, UnavailableError } from '../errors.ts';
import type { StoreRow } from '../storage/index.ts';
import type { ServiceContext } from './context.ts';

/**
 * The store, for a principal that may see it.
 * @throws NotFoundError for unknown, deleted and foreign stores alike.
 */
export async function openStore(
  { storage }: ServiceContext,
  principal: Principal,
  storeId: string,
): Promise<StoreRow> {
  const store = maySeeStore(principal, storeId)
    ? await storage.stores.get(principal.accountId, storeId)
    : null;
  if (store === null) throw new NotFoundError('store');
  return store;
}

const ATTEMPTS_MAX = 10;

/**
 * Plans a write under the store as it is and runs it; when the store changed in between (`'stale'`), plans anew. So a
 * write is always decided by the schema under which it is stored.
 *
 * @throws UnavailableError when the store changed under ten attempts in a row.
 */
export async function writeUnderSchema<Result>(
  context: ServiceContext,
  principal: Principal,
  storeId: string,
  write: (store: StoreRow) => Promise<Result | 'stale'>,
): Promise<Result> {
  for (let attempt = 0; attempt < ATTEMPTS_MAX; attempt++) {
    const result = await write(await openStore(context, principal, storeId));
    if (result !== 'stale') return result;
  }
  throw new UnavailableError('The store is being changed by others; try again.');
}
