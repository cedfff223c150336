import { unlessAborted } from '../deadline.ts';
import { createError, NotFoundError } from '../errors.ts';
import type { StoreRef } from '../store-types.ts';
import type { CallOptions, Transport } from '../transport.ts';

/** A store by its name, its id, or a reference such as a definition. */
export type StoreName = string | StoreRef;

/** The ids of stores by name. */
export interface StoreIds {
  /**
   * Returns the id of a store. Looks it up at the first call.
   *
   * @throws NotFoundError if no store has the name, and ConflictError if several have it.
   */
  resolve(store: StoreName, options: CallOptions): Promise<string>;
  remember(name: string, id: string): void;
  /** Forgets what was looked up. */
  forget(): void;
}

const ID = /^[0-9A-Za-z]{16}$/;

export function createStoreIds({ call, list }: Transport): StoreIds {
  const known = new Map<string, Promise<string>>();

  async function lookUp(name: string): Promise<string> {
    if (ID.test(name)) {
      try {
        return (await call('GET /v2/stores/{storeId}', { params: { storeId: name } })).id;
      } catch (error) {
        if (!(error instanceof NotFoundError)) throw error;
      }
    }
    const found: string[] = [];
    for await (const store of list('GET /v2/stores', { query: { q: name, limit: 100 } }))
      if (store.name === name) found.push(store.id);
    const [id] = found;
    if (id === undefined) throw createError('not_found', `No store has the name or id "${name}".`, {});
    if (found.length === 1) return id;
    throw createError(
      'conflict',
      `Several stores have the name "${name}": ${found.join(', ')}. Use an id.`,
      {},
    );
  }

  return {
    resolve(store, { signal }) {
      const { name, id }: StoreRef = typeof store === 'string' ? { name: store } : store;
      if (id !== undefined) return Promise.resolve(id);
      let found = known.get(name);
      if (found === undefined) {
        // Shared by all calls, so the signal of one call does not end it.
        found = lookUp(name);
        known.set(name, found);
        found.catch(() => known.delete(name));
      }
      return unlessAborted(found, signal);
    },
    remember: (name, id) => void known.set(name, Promise.resolve(id)),
    forget: () => known.clear(),
  };
}
