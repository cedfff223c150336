import type { CreateStoreRequest, StorePropertyRequest } from '../../contracts/stores/stores.ts';
import { createPages } from '../../ground/calls/pages.ts';
import type { StoreDefinition, StoreRef } from '../../ground/calls/store-types.ts';
import { ConflictError, NotFoundError } from '../../ground/errors.ts';
import type { Principal } from '../../ports/access.ts';
import type { EnsureOptions, StoreService } from '../stores/store-service.ts';

/** Returns the id of the store that is meant. See `TypedStores.open`. */
export async function findStore(
  stores: StoreService,
  principal: Principal,
  store: StoreRef | StoreDefinition,
  options?: EnsureOptions,
): Promise<string> {
  if ('properties' in store) return (await stores.ensure(principal, toRequest(store), options)).id;
  if (store.id !== undefined) return (await stores.get(principal, store.id)).id;
  const named = createPages((cursor) => stores.list(principal, { q: store.name, limit: 100, cursor }));
  const found: string[] = [];
  for await (const { id, name } of named) if (name === store.name) found.push(id);
  const [id] = found;
  if (id === undefined) throw new NotFoundError(`store ${JSON.stringify(store.name)}`);
  if (found.length === 1) return id;
  throw new ConflictError(
    `Several stores have the name ${JSON.stringify(store.name)}: ${found.join(', ')}. Open one by its id.`,
  );
}

function toRequest({ name, properties, ...store }: StoreDefinition): CreateStoreRequest {
  const { description, recordTtl, changes, history } = store;
  return {
    ...{ name, description, recordTtl, changes, history },
    properties: properties as StorePropertyRequest[],
  };
}
