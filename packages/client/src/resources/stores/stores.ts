import { asBlob, type FileContent } from '../../files.ts';
import type {
  Change,
  ChangePage,
  ChangePropertyTypeRequest,
  CreateStoreRequest,
  DeleteStoreResponse,
  InferStoreResponse,
  PropertyTypeChange,
  QueryChangesRequest,
  Routes,
  StoreAccessResponse,
  StoreDetail,
  StorePropertyRequest,
  StoreSummary,
  UpdatePropertyRequest,
  UpdateStoreRequest,
} from '../../generated/contracts.ts';
import type { Pages } from '../../generated/pages.ts';
import type { StoreDefinition, StoreRef, StoreTypes } from '../../generated/store-types.ts';
import type { Methods } from '../../methods.ts';
import type { CallOptions } from '../../transport.ts';
import { type FollowOptions, followChanges } from './changes.ts';
import { bodyOf, ensureStore } from './ensured-store.ts';
import { createImports, type Imports } from './imports.ts';
import type { Store } from './records.ts';
import type { StoreIds, StoreName } from './store-ids.ts';
import { createViews, type Views } from './views.ts';

type InferStore = Routes['POST /v2/stores/infer']['query'];

/** Bytes of a file that the server examines. */
const EXAMINED_BYTES = 4 * 1024 * 1024;

const PROPERTY = '/v2/stores/{storeId}/properties/{propertyName}';

const CHANGES = '/v2/stores/{storeId}/changes';

type ListChanges = Routes[`GET ${typeof CHANGES}`]['query'];

type ListStores = Routes['GET /v2/stores']['query'];

/** Administration of stores. A store is named by its name, its id, or its definition. */
export interface Stores {
  /**
   * Lists stores, newest first. `q` is a case-insensitive part of the name. `status: 'DELETED'` lists those that can be
   * restored.
   */
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
  /** Returns undefined if an earlier attempt of the call has deleted it. */
  delete(store: StoreName, options?: CallOptions): Promise<DeleteStoreResponse | undefined>;
  /** Restores a deleted store by its id, up to seven days after its deletion. */
  restore(storeId: string, options?: CallOptions): Promise<StoreDetail>;
  /**
   * Proposes the properties of a store for a file (CSV, TSV, JSON or NDJSON), and says how it is written. Stores nothing.
   * Sends the first 4 MiB only.
   */
  infer(file: FileContent, request?: InferStore, options?: CallOptions): Promise<InferStoreResponse>;
  /** Returns which stores the key can access. */
  access(options?: CallOptions): Promise<StoreAccessResponse>;
  /**
   * Follows the changes of a store, as they come.
   *
   * @throws CursorExpiredError if the changes after `since` are no longer kept.
   */
  changes(store: StoreName, options?: FollowOptions): AsyncGenerator<Change, void, undefined>;
  /** Returns the changes after `since`, or without it the cursor of now. */
  listChanges(store: StoreName, request?: ListChanges, options?: CallOptions): Promise<ChangePage>;
  /** Like `listChanges`, of the records that match filters. */
  queryChanges(store: StoreName, request: QueryChangesRequest, options?: CallOptions): Promise<ChangePage>;
  readonly properties: Properties;
  readonly imports: Imports;
  readonly views: Views;
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
  /**
   * Changes the type: a job converts the values, and `becoming` of the property is absent when it has ended. With `dryRun` only
   * says what would be converted.
   */
  changeType(
    store: StoreName,
    propertyName: string,
    change: ChangePropertyTypeRequest,
    options?: CallOptions,
  ): Promise<PropertyTypeChange>;
  /** Deletes the property and its values. */
  delete(store: StoreName, propertyName: string, options?: CallOptions): Promise<StoreDetail>;
}

/** Milliseconds for a request that waits up to 30 s for a change. */
const POLL_MAX = 60_000;

function polling(
  { wait }: Pick<QueryChangesRequest, 'wait'> = {},
  options?: CallOptions,
): CallOptions | undefined {
  return wait ? { timeout: POLL_MAX, ...options } : options;
}

export function createStores(
  methods: Methods,
  ids: StoreIds,
  open: <T extends StoreTypes>(store: StoreRef<T>) => Store<T>,
): Stores {
  const { call, method } = methods;
  const restore = method('POST /v2/stores/{storeId}/restore', 'yes', null);
  return {
    list: methods.pages('GET /v2/stores'),
    get: method('GET /v2/stores/{storeId}'),
    create: (store, options) => call('POST /v2/stores', { body: bodyOf(store), repeat: 'key' }, options),
    async ensure(definition, options) {
      const { name } = definition;
      const id = await ensureStore(definition, methods, options);
      ids.remember(name, id);
      return open({ name, id });
    },
    infer: (file, query, options) => {
      const whole = asBlob(file);
      // One byte more says that the file goes on.
      const body = whole.slice(0, EXAMINED_BYTES + 1, whole.type);
      return call('POST /v2/stores/infer', { query, body, repeat: 'yes' }, options);
    },
    update: method('PATCH /v2/stores/{storeId}'),
    delete: method('DELETE /v2/stores/{storeId}'),
    // The id is given as an object, because a text would be looked up among the live stores.
    restore: (id, options) => restore({ id }, options),
    access: method('GET /v2/stores/access'),
    changes: (store, options) => followChanges(call, store, options),
    listChanges: (store, query, options) =>
      call(`GET ${CHANGES}`, { params: { storeId: store as string }, query }, polling(query, options)),
    queryChanges: (store, body, options) =>
      call(
        `POST ${CHANGES}/query`,
        { params: { storeId: store as string }, body, repeat: 'yes' },
        polling(body, options),
      ),
    imports: createImports(methods),
    views: createViews(methods),
    properties: {
      add: method('POST /v2/stores/{storeId}/properties'),
      update: method(`PATCH ${PROPERTY}`),
      rename: method(`POST ${PROPERTY}/rename`, 'no', 'name'),
      changeType: method(`POST ${PROPERTY}/change-type`),
      delete: method(`DELETE ${PROPERTY}`),
    },
  };
}
