import { createError, NotFoundError } from '../../errors.ts';
import type { StoreSummary } from '../../generated/contracts.ts';
import type { StoreRef } from '../../generated/store-types.ts';
import { unlessAborted } from '../../generated/unless-aborted.ts';
import type { Methods } from '../../methods.ts';
import type { CallOptions, Transport } from '../../transport.ts';

/** The `Store` that the client returns for a store. */
interface StoreHandle {
  id(options?: CallOptions): Promise<string>;
}

/** A store by its name, its id, a reference such as a definition, or the `Store` that the client has returned. */
export type StoreName = string | StoreRef | StoreHandle;

/** The ids of stores by name. */
export interface StoreIds {
  /**
   * Returns the id of a store. Looks it up at the first call.
   *
   * @throws NotFoundError if no store has the name, and ConflictError if several have it.
   */
  resolve(store: StoreName, options?: CallOptions): Promise<string>;
  remember(name: string, id: string): void;
  /** Forgets what was looked up. */
  forget(): void;
  /** Sends a request whose parameter `storeId` may be a `StoreName`. */
  readonly call: Transport;
}

const ID = /^[0-9A-Za-z]{16}$/;

/** The routes that change which store has a name. */
const RENAMES = /^(PATCH|DELETE).*storeId}$/;

/** Returns the stores with exactly this name, newest first. */
export async function storesNamed(
  { list }: Methods,
  name: string,
  options?: CallOptions,
): Promise<StoreSummary[]> {
  const found = await list('GET /v2/stores', { query: { q: name, limit: 100 } }, options).all();
  return found.filter((store) => store.name === name);
}

export function createStoreIds(methods: Methods): StoreIds {
  const known = new Map<string, Promise<string>>();

  async function lookUp(name: string): Promise<string> {
    if (ID.test(name)) {
      try {
        return (await methods.call('GET /v2/stores/{storeId}', { params: { storeId: name } })).id;
      } catch (error) {
        if (!(error instanceof NotFoundError)) throw error;
      }
    }
    const [id, ...others] = (await storesNamed(methods, name)).map((store) => store.id);
    if (id === undefined) throw createError('not_found', `No store has the name or id "${name}".`);
    if (others.length === 0) return id;
    throw createError('conflict', `Several stores have the name "${name}": ${[id, ...others]}.`);
  }

  const ids: StoreIds = {
    async resolve(store, options) {
      const { name, id } = (typeof store === 'string' ? { name: store } : store) as {
        readonly name: string;
        readonly id?: string | StoreHandle['id'];
      };
      if (id) return typeof id === 'string' ? id : id(options);
      let found = known.get(name);
      if (found === undefined) {
        // Shared by all calls, so the signal of one call does not end it.
        found = lookUp(name);
        known.set(name, found);
        found.catch(() => known.delete(name));
      }
      return unlessAborted(found, options?.signal);
    },
    remember: (name, id) => void known.set(name, Promise.resolve(id)),
    forget: () => known.clear(),
    async call(route, args, options) {
      const params = args?.params as { readonly storeId?: StoreName } | undefined;
      const store = params?.storeId;
      if (store === undefined) return methods.call(route, args, options);
      const storeId = await ids.resolve(store, options);
      try {
        return await methods.call(route, { ...args, params: { ...params, storeId } as never }, options);
      } catch (error) {
        // A store of this name may have been created since.
        if (error instanceof NotFoundError && error.message === 'No such store.') ids.forget();
        throw error;
      } finally {
        if (RENAMES.test(route)) ids.forget();
      }
    },
  };
  return ids;
}
