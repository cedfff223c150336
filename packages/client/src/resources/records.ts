import {
  type DeleteManyResult,
  deleteMany,
  type UpsertManyOptions,
  type UpsertManyResult,
  upsertMany,
} from '../batches.ts';
import type {
  AggregateRecordsRequest,
  BatchUpsertRecordsResponse,
  DeleteRecordResponse,
  Routes,
  StoreDetail,
  SummarizeRecordsRequest,
  SummarizeRecordsResponse,
} from '../contracts.ts';
import { createError, NotFoundError } from '../errors.ts';
import { etagOf, type Version, withEtag } from '../etag.ts';
import { createPages, type Page, type Pages } from '../pages.ts';
import type { AnyStore, Field, FieldOfType, Filter, StoreTypes } from '../store-types.ts';
import type { Args, CallOptions, Received, Route, Transport } from '../transport.ts';

/** Which records a call concerns. Default: all. */
export interface Match<T extends StoreTypes> {
  readonly filters?: readonly Filter<T>[] | undefined;
  /** all (default): every filter matches; any: at least one does. */
  readonly match?: 'all' | 'any' | undefined;
}

export interface Order<T extends StoreTypes> {
  readonly sortBy?: Field<T> | undefined;
  /** Default: asc if `sortBy` is given. */
  readonly sortDir?: 'asc' | 'desc' | undefined;
}

export interface ListRequest<T extends StoreTypes> extends Order<T> {
  /** Records of each page. */
  readonly limit?: number | undefined;
  /** Where an earlier page ended. */
  readonly cursor?: string | undefined;
}

export interface QueryRequest<T extends StoreTypes> extends Match<T>, ListRequest<T> {
  /** Whether to count all matches too. */
  readonly total?: boolean | undefined;
}

export interface SearchRequest<T extends StoreTypes> extends Match<T>, Order<T> {
  readonly limit?: number | undefined;
}

export interface SearchResult<Row> {
  readonly items: readonly Row[];
  readonly limit: number;
  /** More records match. */
  readonly truncated: boolean;
}

export interface AggregateRequest<T extends StoreTypes> extends Match<T> {
  readonly field: FieldOfType<T, 'number'>;
  readonly op: AggregateRecordsRequest['op'];
}

export interface SummarizeRequest<T extends StoreTypes> extends Match<T> {
  readonly groupBy?:
    | readonly (Omit<NonNullable<SummarizeRecordsRequest['groupBy']>[number], 'field'> & {
        readonly field: Field<T>;
      })[]
    | undefined;
  readonly measures: readonly (Omit<SummarizeRecordsRequest['measures'][number], 'field'> & {
    readonly field?: Field<T> | undefined;
  })[];
  /** A name in `values`, a field of `groupBy`, or `count`. */
  readonly sortBy?: string | undefined;
  readonly sortDir?: 'asc' | 'desc' | undefined;
  readonly limit?: number | undefined;
}

interface ExportFormat {
  /** Default json. */
  readonly format?: 'json' | 'csv' | undefined;
  /** csv only. raw: no ' before text that a spreadsheet would read as a formula. */
  readonly formulas?: 'raw' | 'guarded' | undefined;
}

export type ExportRequest<T extends StoreTypes> =
  | (ExportFormat &
      Match<T> &
      Order<T> & {
        /** The columns in their order. Default: all. */
        readonly fields?: readonly Field<T>[] | undefined;
        readonly limit?: undefined;
      })
  // At most 10,000 records, newest first.
  | (ExportFormat & { readonly limit: number });

export interface UpsertResult {
  readonly id: string;
  readonly status: 'created' | 'updated';
}

export interface Conditional extends CallOptions {
  /** A record, or its entity tag: the call fails with `precondition_failed` if the record has changed since. */
  readonly ifMatch?: Version | undefined;
}

/** The records of one store. */
export interface Store<T extends StoreTypes = AnyStore> {
  /** Returns the id of the store. */
  id(options?: CallOptions): Promise<string>;
  /** Returns the store with its properties and its number of records. */
  detail(options?: CallOptions): Promise<StoreDetail>;
  /** @throws NotFoundError */
  get(id: string, options?: CallOptions): Promise<T['Row']>;
  /** Returns the record with these unique values. @throws NotFoundError */
  lookup(key: T['Key'], options?: CallOptions): Promise<T['Row']>;
  /** @throws RecordExistsError if a record has the same unique values. */
  add(record: T['Insert'], options?: CallOptions): Promise<T['Row']>;
  /** Adds the record, or changes the given values of the record with the same unique values. @throws ValidationError */
  upsert(record: T['Insert'], options?: CallOptions): Promise<UpsertResult>;
  /**
   * Upserts any number of records in requests of up to 100, in order. Records that break a rule are listed in `errors`;
   * the others are written.
   */
  upsertMany(
    records: Iterable<T['Insert']> | AsyncIterable<T['Insert']>,
    options?: UpsertManyOptions,
  ): Promise<UpsertManyResult>;
  /** Changes the given values; null unsets a value. @throws PreconditionFailedError */
  patch(id: string, changes: T['Patch'], options?: Conditional): Promise<T['Row']>;
  /** Deletes a record by its id or its unique values. Succeeds if there is none. @throws PreconditionFailedError */
  delete(id: string | T['Key'], options?: Conditional): Promise<DeleteRecordResponse>;
  /** Deletes any number of records by their ids, in requests of up to 100. */
  deleteMany(ids: Iterable<string> | AsyncIterable<string>, options?: CallOptions): Promise<DeleteManyResult>;
  /** Lists all records, newest first by default. */
  list(request?: ListRequest<T>, options?: CallOptions): Pages<T['Row']>;
  /** Finds records by filters. With `fields`, the records have the id and these members only. */
  query(request?: QueryRequest<T> & { readonly fields?: undefined }, options?: CallOptions): Pages<T['Row']>;
  query<F extends Field<T>>(
    request: QueryRequest<T> & { readonly fields: readonly F[] },
    options?: CallOptions,
  ): Pages<Pick<T['Row'], (F | 'id') & keyof T['Row']>>;
  /** Finds up to 100 records by filters. */
  search(request?: SearchRequest<T>, options?: CallOptions): Promise<SearchResult<T['Row']>>;
  /** Counts the matching records. */
  count(request?: Match<T>, options?: CallOptions): Promise<number>;
  /** Returns null if no record matches or all matching values are unset. */
  aggregate(request: AggregateRequest<T>, options?: CallOptions): Promise<number | null>;
  /** Computes measures of the matching records by group. */
  summarize(request: SummarizeRequest<T>, options?: CallOptions): Promise<SummarizeRecordsResponse>;
  /** Returns the record as it would be stored, without storing it. */
  validate(record: T['Insert'], options?: CallOptions): Promise<Omit<T['Row'], 'id'> & { id: string | null }>;
  /** Exports the matching records as a stream of bytes. */
  export(request?: ExportRequest<T>, options?: CallOptions): Promise<ReadableStream<Uint8Array>>;
}

const RECORDS = 'POST /v2/stores/{storeId}/records';

type Reading =
  | 'aggregate'
  | 'batch-delete'
  | 'count'
  | 'delete-by-key'
  | 'query'
  | 'search'
  | 'summarize'
  | 'validate';

/** A route of a store, which names it as `storeId`. */
type StoreRoute = Extract<Route, `${string} /v2/stores/{storeId}${string}`>;

/** Where the id of a store comes from. */
interface Identity {
  resolve(options: CallOptions): Promise<string>;
  /** The server does not know the id any more. */
  forget(): void;
}

export function createStore<T extends StoreTypes>(
  transport: Transport,
  { resolve, forget }: Identity,
): Store<T> {
  type Row = T['Row'];

  async function receive<R extends StoreRoute>(
    route: R,
    { params, ...args }: Omit<Args<R>, 'params'> & { readonly params?: object } = {},
    options: CallOptions = {},
  ): Promise<Received<Routes[R]['response']>> {
    const storeId = await resolve(options);
    try {
      return await transport.receive(route, { ...args, params: { ...params, storeId } } as Args<R>, options);
    } catch (error) {
      // A store of this name may have been created since.
      if (error instanceof NotFoundError && error.message === 'No such store.') forget();
      throw error;
    }
  }

  async function call<R extends StoreRoute>(
    ...parameters: Parameters<typeof receive<R>>
  ): Promise<Routes[R]['response']> {
    return (await receive(...parameters)).body;
  }

  /** Returns a method of a POST that may be repeated. */
  const read =
    <Name extends Reading>(name: Name) =>
    (body: object = {}, options?: CallOptions) =>
      call(`${RECORDS}/${name}`, { body, repeat: 'yes' }, options);

  const asRow = ({ body, headers }: Received<object>): Row => withEtag(body, headers);

  return {
    id: (options = {}) => resolve(options),
    detail: (options) => call('GET /v2/stores/{storeId}', {}, options),
    get: async (recordId, options) =>
      asRow(await receive('GET /v2/stores/{storeId}/records/{recordId}', { params: { recordId } }, options)),
    lookup: async (key, options) =>
      asRow(await receive(`${RECORDS}/lookup`, { body: key, repeat: 'yes' }, options)),
    add: async (record, options) => asRow(await receive(RECORDS, { body: record, repeat: 'key' }, options)),
    async upsert(record, options) {
      const body = { records: [record] };
      const { results } = await call(`${RECORDS}/batch`, { body, repeat: 'key' }, options);
      return firstResult(results);
    },
    upsertMany: (records, options) =>
      upsertMany((body, own) => call(`${RECORDS}/batch`, { body, repeat: 'key' }, own), records, options),
    patch: async (recordId, changes, { ifMatch, ...options } = {}) =>
      asRow(
        await receive(
          'PATCH /v2/stores/{storeId}/records/{recordId}',
          { params: { recordId }, body: changes, ...condition(ifMatch) },
          options,
        ),
      ),
    async delete(id, { ifMatch, ...options } = {}) {
      if (typeof id !== 'string') {
        return read('delete-by-key')(id, options);
      }
      const deleted: DeleteRecordResponse | undefined = await call(
        'DELETE /v2/stores/{storeId}/records/{recordId}',
        { params: { recordId: id }, ...condition(ifMatch) },
        options,
      );
      return deleted ?? { id, status: 'already_deleted' };
    },
    deleteMany: (ids, options) => deleteMany((body) => read('batch-delete')(body, options), ids),
    list: (request, options) =>
      createPages(async (cursor) => {
        const query = { ...request, ...(cursor === undefined ? {} : { cursor }) };
        return (await call('GET /v2/stores/{storeId}/records', { query }, options)) as Page<Row>;
      }),
    query: (request: object = {}, options?: CallOptions) =>
      createPages<never>(async (cursor) => {
        const body = cursor === undefined ? request : { ...request, cursor };
        return (await read('query')(body, options)) as Page<never>;
      }),
    search: read('search'),
    count: async (request, options) => (await read('count')(request, options)).count,
    aggregate: async (request, options) => (await read('aggregate')(request, options)).result,
    summarize: read('summarize'),
    validate: async (record, options) =>
      (await read('validate')(record, options)) as Omit<Row, 'id'> & { id: string | null },
    export: (request = {}, options) =>
      request.limit === undefined
        ? call(`${RECORDS}/export`, { body: request, repeat: 'yes', stream: true }, options)
        : call('GET /v2/stores/{storeId}/records/export', { query: request, stream: true }, options),
  };
}

function firstResult([result]: BatchUpsertRecordsResponse['results']): UpsertResult {
  if (result?.status === 'created' || result?.status === 'updated') {
    return { id: result.id ?? '', status: result.status };
  }
  const errors = result?.errors ?? {};
  const [[path, [message]] = ['', ['The record is invalid.']]] = Object.entries(errors) as [
    string,
    string[],
  ][];
  throw createError('validation_failed', path === '' ? `${message}` : `${path}: ${message}`, {
    status: 400,
    errors,
  });
}

function condition(version: Version | undefined): { headers?: { 'If-Match': string } } {
  return version === undefined ? {} : { headers: { 'If-Match': etagOf(version) } };
}
