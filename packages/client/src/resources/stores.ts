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
import type { Pages } from '../pages.ts';
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
  { call, list, receive }: Transport,
  ids: StoreIds,
  open: <T extends StoreTypes>(store: StoreRef<T>) => Store<T>,
): Stores {
  const listStores: Stores['list'] = (request, options) =>
    list('GET /v2/stores', { query: request }, options);
  const withId = async <Result>(
    store: StoreName,
    options: CallOptions,
    use: (id: string) => Promise<Result>,
  ): Promise<Result> => use(await ids.resolve(store, options));
  const get: Stores['get'] = (store, options = {}) =>
    withId(store, options, (storeId) => call('GET /v2/stores/{storeId}', { params: { storeId } }, options));
  return {
    list: listStores,
    get,
    // A definition may also have members for the compiler and the client, which the server does not know.
    create: ({ name, description, recordTtl, properties }, options) =>
      call('POST /v2/stores', { body: { name, description, recordTtl, properties } }, options),
    async ensure(definition, options = {}) {
      const id = await ensureStore(definition, { list: listStores, get, receive }, options);
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
      add: (store, property, options = {}) =>
        withId(store, options, (storeId) =>
          call('POST /v2/stores/{storeId}/properties', { params: { storeId }, body: property }, options),
        ),
      update: (store, propertyName, changes, options = {}) =>
        withId(store, options, (storeId) =>
          call(PROPERTY_ROUTES.update, { params: { storeId, propertyName }, body: changes }, options),
        ),
      rename: (store, propertyName, name, options = {}) =>
        withId(store, options, (storeId) =>
          call(PROPERTY_ROUTES.rename, { params: { storeId, propertyName }, body: { name } }, options),
        ),
      delete: (store, propertyName, options = {}) =>
        withId(store, options, (storeId) =>
          call(PROPERTY_ROUTES.delete, { params: { storeId, propertyName } }, options),
        ),
    },
  };
}

const PROPERTY_ROUTES = {
  update: 'PATCH /v2/stores/{storeId}/properties/{propertyName}',
  rename: 'POST /v2/stores/{storeId}/properties/{propertyName}/rename',
  delete: 'DELETE /v2/stores/{storeId}/properties/{propertyName}',
} as const;
