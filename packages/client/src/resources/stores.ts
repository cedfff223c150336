import type {
  CreateStoreRequest,
  Routes,
  StoreAccessResponse,
  StoreDetail,
  StorePropertyRequest,
  StoreSummary,
  UpdatePropertyRequest,
  UpdateStoreRequest,
} from '../contracts.ts';
import { createPages, type Pages } from '../pages.ts';
import type { StoreDefinition, StoreRef, StoreTypes } from '../store-types.ts';
import type { CallOptions, Transport } from '../transport.ts';
import { ensureStore } from './ensured-store.ts';
import type { Store } from './records.ts';
import type { StoreIds, StoreName } from './store-ids.ts';

type ListStores = Routes['GET /v2/stores']['query'];

/** Administration of stores. A store is named by its name, its id, or its definition. */
export interface Stores {
  /** Lists stores, newest first. `q` is a case-insensitive part of the name. */
  list(request?: ListStores, options?: CallOptions): Pages<StoreSummary>;
  get(store: StoreName, options?: CallOptions): Promise<StoreDetail>;
  create(store: CreateStoreRequest | StoreDefinition, options?: CallOptions): Promise<StoreDetail>;
  /**
   * Finds the store with the name and exactly the properties of the definition, or creates it.
   *
   * @throws ConflictError that names the differences, if the store of that name has other properties.
   */
  ensure<T extends StoreTypes>(definition: StoreDefinition<T>, options?: CallOptions): Promise<Store<T>>;
  update(store: StoreName, changes: UpdateStoreRequest, options?: CallOptions): Promise<StoreDetail>;
  delete(store: StoreName, options?: CallOptions): Promise<void>;
  /** Returns which stores the key can access. */
  access(options?: CallOptions): Promise<StoreAccessResponse>;
  readonly properties: Properties;
}

export interface Properties {
  add(store: StoreName, property: StorePropertyRequest, options?: CallOptions): Promise<StoreDetail>;
  update(
    store: StoreName,
    propertyName: string,
    changes: UpdatePropertyRequest,
    options?: CallOptions,
  ): Promise<StoreDetail>;
  rename(store: StoreName, propertyName: string, name: string, options?: CallOptions): Promise<StoreDetail>;
  /** Deletes the property and its values. */
  delete(store: StoreName, propertyName: string, options?: CallOptions): Promise<StoreDetail>;
}

export function createStores(
  { call, receive }: Transport,
  ids: StoreIds,
  open: <T extends StoreTypes>(store: StoreRef<T>) => Store<T>,
): Stores {
  const list: Stores['list'] = (request, options) =>
    createPages((cursor) =>
      call('GET /v2/stores', { query: cursor === undefined ? request : { ...request, cursor } }, options),
    );
  const get: Stores['get'] = async (store, options = {}) =>
    call('GET /v2/stores/{storeId}', { params: { storeId: await ids.resolve(store, options) } }, options);
  return {
    list,
    get,
    // A definition may also have members for the compiler and the client, which the server does not know.
    create: ({ name, description, recordTtl, properties }, options) =>
      call('POST /v2/stores', { body: { name, description, recordTtl, properties } }, options),
    async ensure(definition, options = {}) {
      const id = await ensureStore(definition, { list, get, receive }, options);
      ids.remember(definition.name, id);
      return open({ name: definition.name, id });
    },
    async update(store, changes, options = {}) {
      const params = { storeId: await ids.resolve(store, options) };
      ids.forget();
      return call('PATCH /v2/stores/{storeId}', { params, body: changes }, options);
    },
    async delete(store, options = {}) {
      const params = { storeId: await ids.resolve(store, options) };
      ids.forget();
      await call('DELETE /v2/stores/{storeId}', { params }, options);
    },
    access: (options) => call('GET /v2/stores/access', {}, options),
    properties: {
      async add(store, property, options = {}) {
        const params = { storeId: await ids.resolve(store, options) };
        return call('POST /v2/stores/{storeId}/properties', { params, body: property }, options);
      },
      async update(store, propertyName, changes, options = {}) {
        const params = { storeId: await ids.resolve(store, options), propertyName };
        return call(
          'PATCH /v2/stores/{storeId}/properties/{propertyName}',
          { params, body: changes },
          options,
        );
      },
      async rename(store, propertyName, name, options = {}) {
        const params = { storeId: await ids.resolve(store, options), propertyName };
        return call(
          'POST /v2/stores/{storeId}/properties/{propertyName}/rename',
          { params, body: { name } },
          options,
        );
      },
      async delete(store, propertyName, options = {}) {
        const params = { storeId: await ids.resolve(store, options), propertyName };
        return call('DELETE /v2/stores/{storeId}/properties/{propertyName}', { params }, options);
      },
    },
  };
}
