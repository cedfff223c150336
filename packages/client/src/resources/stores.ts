import type {
  CreateStoreRequest,
  InferStoreResponse,
  Routes,
  StoreAccessResponse,
  StoreDetail,
  StorePropertyRequest,
  StoreSummary,
  UpdatePropertyRequest,
  UpdateStoreRequest,
} from '../contracts.ts';
import type { FileContent } from '../files.ts';
import { createMethods } from '../methods.ts';
import type { Pages } from '../pages.ts';
import type { StoreDefinition, StoreRef, StoreTypes } from '../store-types.ts';
import type { CallOptions, Transport } from '../transport.ts';
import { ensureStore } from './ensured-store.ts';
import { createImports, type Imports } from './imports.ts';
import type { Store } from './records.ts';
import type { StoreIds, StoreName } from './store-ids.ts';

type InferStore = Routes['POST /v2/stores/infer']['query'];
/** Bytes of a file that the server examines. */
const EXAMINED_BYTES = 4 * 1024 * 1024;

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
  /**
   * Proposes the properties of a store for a file (CSV, TSV, JSON or NDJSON), and says how it is written. Stores nothing.
   * Sends the first 4 MiB only.
   */
  infer(file: FileContent, request?: InferStore, options?: CallOptions): Promise<InferStoreResponse>;
  /** Returns which stores the key can access. */
  access(options?: CallOptions): Promise<StoreAccessResponse>;
  readonly properties: Properties;
  readonly imports: Imports;
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
  transport: Transport,
  ids: StoreIds,
  open: <T extends StoreTypes>(store: StoreRef<T>) => Store<T>,
): Stores {
  const { call, list, receive } = transport;
  const { method } = createMethods(transport, async ([store, ...others], options) => [
    await ids.resolve(store as StoreName, options),
    ...others,
  ]);
  const listStores: Stores['list'] = (query, options) => list('GET /v2/stores', { query }, options);
  const get: Stores['get'] = method('GET /v2/stores/{storeId}');
  const update: Stores['update'] = method('PATCH /v2/stores/{storeId}');
  const rename = method('POST /v2/stores/{storeId}/properties/{propertyName}/rename');
  const remove = method('DELETE /v2/stores/{storeId}');
  return {
    list: listStores,
    get,
    // A definition may also have members for the compiler and the client, which the server does not know.
    create: ({ name, description, recordTtl, properties }, options) =>
      call('POST /v2/stores', { body: { name, description, recordTtl, properties }, repeat: 'key' }, options),
    async ensure(definition, options = {}) {
      const id = await ensureStore(definition, { list: listStores, get, receive }, options);
      ids.remember(definition.name, id);
      return open({ name: definition.name, id });
    },
    infer: (file, query, options) => {
      const whole = file instanceof Blob ? file : new Blob([file]);
      // One byte more says that the file goes on.
      const body = whole.slice(0, EXAMINED_BYTES + 1, whole.type);
      return call('POST /v2/stores/infer', { query, body, repeat: 'yes' }, options);
    },
    update: (...given) => update(...given).finally(ids.forget),
    delete: async (...given) => void (await remove(...given).finally(ids.forget)),
    access: (options) => call('GET /v2/stores/access', {}, options),
    imports: createImports(transport, ids),
    properties: {
      add: method('POST /v2/stores/{storeId}/properties'),
      update: method('PATCH /v2/stores/{storeId}/properties/{propertyName}'),
      rename: (store, propertyName, name, options) => rename(store, propertyName, { name }, options),
      delete: method('DELETE /v2/stores/{storeId}/properties/{propertyName}'),
    },
  };
}
