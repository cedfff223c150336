import type { AnyStore, Client, Store } from '@vitrine/client';

/** Returns the records of a store by its id. Requests nothing. */
export function openStore(client: Client, id: string): Store<AnyStore> {
  return client.store<AnyStore>({ name: id, id });
}
