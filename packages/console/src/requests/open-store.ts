import { type AnyStore, type Client, NotFoundError, type Store } from '@vitrine/client';

/** Returns the records of a store by its id. Requests nothing. */
export function openStore(client: Client, id: string): Store<AnyStore> {
  return client.store<AnyStore>({ name: id, id });
}

/** Whether the store was deleted, or the key may not see it any more. */
export async function isStoreGone(store: Store<AnyStore>): Promise<boolean> {
  try {
    await store.detail();
    return false;
  } catch (error) {
    return error instanceof NotFoundError;
  }
}
