import type { Page } from '../../contracts/ground/shared.ts';
import type { QueryRecordsRequest, SearchRecordsRequest } from '../../contracts/records/record-query.ts';
import type {
  AggregateRecordsRequest,
  BatchUpsertRecordsResponse,
  CountRecordsRequest,
  DeleteRecordResponse,
  ListStoreRecordsQuery,
  StoreRecordRequest,
} from '../../contracts/records/records.ts';
import type { CreateStoreRequest, StorePropertyRequest } from '../../contracts/stores/stores.ts';
import { ConflictError, NotFoundError } from '../../ground/errors.ts';
import type {
  Field,
  FieldOfType,
  Filter,
  SortKeys,
  StoreDefinition,
  StoreRef,
  StoreTypes,
} from '../../ground/store-types.ts';
import type { Principal } from '../../ports/access.ts';
import type { OnceOptions } from '../idempotency/idempotency.ts';
import type { StoreService } from '../stores/store-service.ts';
import type { RecordService } from './record-service.ts';

interface Match<Types extends StoreTypes> {
  readonly filters?: readonly Filter<Types>[] | undefined;
  readonly match?: 'all' | 'any' | undefined;
}

/** Text to search for in all fields. */
interface SearchText {
  readonly q?: string | undefined;
}

interface Order<Key> {
  readonly sortBy?: Key | undefined;
  readonly sortDir?: 'asc' | 'desc' | undefined;
  readonly limit?: number | undefined;
}

/** The records of one store for one principal, with the types of the store. Calls behave like those of `RecordService`. */
export interface TypedStore<Types extends StoreTypes = StoreTypes> {
  readonly id: string;
  get(recordId: string): Promise<Types['Row']>;
  lookup(key: Types['Key']): Promise<Types['Row']>;
  add(record: Types['Insert'], options?: OnceOptions): Promise<Types['Row']>;
  batchUpsert(
    records: readonly Types['Insert'][],
    options?: OnceOptions,
  ): Promise<BatchUpsertRecordsResponse>;
  patch(recordId: string, changes: Types['Patch']): Promise<Types['Row']>;
  delete(recordId: string): Promise<DeleteRecordResponse>;
  list(query?: Order<Field<Types>> & { readonly cursor?: string | undefined }): Promise<Page<Types['Row']>>;
  query(
    request?: Match<Types> &
      SearchText &
      Order<Field<Types> | SortKeys<Types>> & {
        readonly cursor?: string | undefined;
        readonly total?: boolean | undefined;
      },
  ): Promise<Page<Types['Row']> & { total?: number }>;
  search(
    request?: Match<Types> & Order<Field<Types>>,
  ): Promise<{ items: Types['Row'][]; limit: number; truncated: boolean }>;
  count(request?: Match<Types> & SearchText): Promise<number>;
  /** Returns null if no record matches or all matching values are unset. */
  aggregate(
    request: Match<Types> & {
      readonly field: FieldOfType<Types, 'number'>;
      readonly op: AggregateRecordsRequest['op'];
    },
  ): Promise<number | null>;
}

export interface TypedStores {
  /**
   * Opens a store with its types: a definition of `defineStore` is found or created like by `ensure`, and a reference
   * that `vitrine types` has written is found by its id or its name.
   *
   * @throws NotFoundError if there is no such store.
   * @throws ConflictError if several stores have the name, or if the store has other properties than the definition.
   */
  open<Types extends StoreTypes>(principal: Principal, store: StoreRef<Types>): Promise<TypedStore<Types>>;
}

export function typedStores(stores: StoreService, records: RecordService): TypedStores {
  return {
    async open<Types extends StoreTypes>(principal: Principal, store: StoreRef<Types>) {
      const id = await findStore(stores, principal, store);
      return typedStore<Types>(records, principal, id);
    },
  };
}

async function findStore(
  stores: StoreService,
  principal: Principal,
  store: StoreRef | StoreDefinition,
): Promise<string> {
  if ('properties' in store) return (await stores.ensure(principal, toRequest(store))).id;
  if (store.id !== undefined) return (await stores.get(principal, store.id)).id;
  const found: string[] = [];
  let cursor: string | undefined;
  do {
    const page = await stores.list(principal, { q: store.name, limit: 100, cursor });
    found.push(...page.items.filter(({ name }) => name === store.name).map(({ id }) => id));
    cursor = page.cursor;
  } while (cursor !== undefined);
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

function typedStore<Types extends StoreTypes>(
  records: RecordService,
  principal: Principal,
  id: string,
): TypedStore<Types> {
  type Row = Types['Row'];
  const input = (record: object) => record as StoreRecordRequest;
  // The compiler knows fields and operators here; the services check them.
  const match = <Request>(request: object) => request as Request;
  return {
    id,
    get: (recordId) => records.get(principal, id, recordId),
    lookup: (key) => records.lookup(principal, id, input(key)),
    add: (record, options) => records.add(principal, id, input(record), options),
    batchUpsert: (all, options) => records.batchUpsert(principal, id, { records: all.map(input) }, options),
    patch: (recordId, changes) => records.patch(principal, id, recordId, input(changes)),
    delete: (recordId) => records.delete(principal, id, recordId),
    list: async (query = {}) =>
      (await records.list(principal, id, query as ListStoreRecordsQuery)) as Page<Row>,
    query: async (request = {}) =>
      (await records.query(principal, id, match<QueryRecordsRequest>(request))) as unknown as Page<Row> & {
        total?: number;
      },
    search: (request = {}) => records.search(principal, id, match<SearchRecordsRequest>(request)),
    count: async (request = {}) =>
      (await records.count(principal, id, match<CountRecordsRequest>(request))).count,
    aggregate: async (request) =>
      (await records.aggregate(principal, id, match<AggregateRecordsRequest>(request))).result,
  };
}
