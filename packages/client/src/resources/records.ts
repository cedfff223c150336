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
  GroupCondition,
  ImportResponse,
  StoreDetail,
  SummarizeRecordsRequest,
  SummarizeRecordsResponse,
} from '../contracts.ts';
import { createError } from '../errors.ts';
import { etagOf, rememberEtag, type Version } from '../etag.ts';
import type { Methods } from '../methods.ts';
import type { Pages } from '../pages.ts';
import type { AnyStore, Field, FieldOfType, Filter, SortKeys, StoreRef, StoreTypes } from '../store-types.ts';
import type { Args, CallOptions, Route } from '../transport.ts';
import { createHistory, type StoreHistory } from './history.ts';
import { type ImportFile, type ImportOptions, type Imports, importFile } from './imports.ts';
import type { StoreIds } from './store-ids.ts';

export interface ValidateOptions extends CallOptions {
  /** insertOnly (default): as `add`; upsert: as `upsert`, which merges it into a record that exists. */
  readonly mode?: 'insertOnly' | 'upsert' | undefined;
}

/** A record that is not stored. Its id is null if it would be random. */
export type Candidate<T extends StoreTypes> = Omit<T['Row'], 'id'> & { id: string | null };

export interface UpsertPreview<T extends StoreTypes> {
  record: Candidate<T>;
  /** unchanged: all values are as they are stored. */
  outcome: 'created' | 'updated' | 'unchanged';
}

/** Which records a call concerns. Default: all. */
export interface Match<T extends StoreTypes> {
  readonly filters?: readonly Filter<T>[] | undefined;
  /** all (default): every filter matches; any: at least one does. */
  readonly match?: 'all' | 'any' | undefined;
}

/** Which records a call concerns, also by text in any of their fields. Default: all. */
export interface Selection<T extends StoreTypes> extends Match<T> {
  /** Only records in which a text contains this, without regard to case, or whose key or a number equals it. */
  readonly q?: string | undefined;
}

export interface Order<T extends StoreTypes, Key = Field<T>> {
  readonly sortBy?: Key | undefined;
  /** Default: asc if `sortBy` is given. */
  readonly sortDir?: 'asc' | 'desc' | undefined;
}

export interface ListRequest<T extends StoreTypes, Key = Field<T>> extends Order<T, Key> {
  /** Records of each page. */
  readonly limit?: number | undefined;
  /** Where an earlier page ended. */
  readonly cursor?: string | undefined;
}

export interface QueryRequest<T extends StoreTypes>
  extends Selection<T>,
    ListRequest<T, Field<T> | SortKeys<T>> {
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

/** The time between two datetimes, in units with fractions. */
export interface Elapsed<T extends StoreTypes> {
  readonly dateDiff: {
    readonly from: FieldOfType<T, 'datetime'> | 'date_created' | 'date_updated';
    readonly to: FieldOfType<T, 'datetime'> | 'date_created' | 'date_updated';
    readonly unit: 'day' | 'hour' | 'minute';
  };
}

/** The number of characters of a text. */
export interface TextLength<T extends StoreTypes> {
  readonly length: FieldOfType<T, 'string' | 'url_image' | 'url_link'> | 'id';
}

export interface SummarizeRequest<T extends StoreTypes> extends Selection<T> {
  readonly groupBy?:
    | readonly (Omit<NonNullable<SummarizeRecordsRequest['groupBy']>[number], 'field'> & {
        readonly field: Field<T>;
      })[]
    | undefined;
  readonly measures: readonly (Omit<SummarizeRecordsRequest['measures'][number], 'field'> & {
    readonly field?: Field<T> | Elapsed<T> | TextLength<T> | undefined;
  })[];
  /** Only groups that satisfy all of these conditions. A measure of datetimes is compared with a date-time. */
  readonly having?:
    | readonly (Omit<GroupCondition, 'value'> & { readonly value: number | string })[]
    | undefined;
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
      Selection<T> &
      Order<T, Field<T> | SortKeys<T>> & {
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

export interface DeleteOptions extends Conditional {
  /** Whether nothing is kept of the record, in the history either. Also of one that was deleted before. */
  readonly purge?: boolean | undefined;
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
  /** Deletes a record by its id. Succeeds if there is none. @throws PreconditionFailedError */
  delete(id: string, options?: DeleteOptions): Promise<DeleteRecordResponse>;
  /** Deletes the record with these unique values. Succeeds if there is none. */
  delete(key: T['Key'], options?: CallOptions): Promise<DeleteRecordResponse>;
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
  /** Finds up to 100 records by filters. With `fields`, the records have the id and these members only. */
  search(
    request?: SearchRequest<T> & { readonly fields?: undefined },
    options?: CallOptions,
  ): Promise<SearchResult<T['Row']>>;
  search<F extends Field<T>>(
    request: SearchRequest<T> & { readonly fields: readonly F[] },
    options?: CallOptions,
  ): Promise<SearchResult<Pick<T['Row'], (F | 'id') & keyof T['Row']>>>;
  /** Counts the matching records. */
  count(request?: Selection<T>, options?: CallOptions): Promise<number>;
  /** Returns null if no record matches or all matching values are unset. */
  aggregate(request: AggregateRequest<T>, options?: CallOptions): Promise<number | null>;
  /** Computes measures of the matching records by group. */
  summarize(request: SummarizeRequest<T>, options?: CallOptions): Promise<SummarizeRecordsResponse>;
  /** Returns the record as it would be stored, without storing it. */
  validate(record: T['Insert'], options?: ValidateOptions): Promise<Candidate<T>>;
  /** Returns the record as an upsert would store it, and what it would do, without storing it. */
  previewUpsert(record: T['Insert'], options?: CallOptions): Promise<UpsertPreview<T>>;
  /** Exports the matching records as a stream of bytes. */
  export(request?: ExportRequest<T>, options?: CallOptions): Promise<ReadableStream<Uint8Array>>;
  /**
   * Imports a file (CSV, TSV, JSON or NDJSON) and returns the import after its end. Refused records are listed in
   * `errors`; the others are written. The signal also cancels the import.
   *
   * @throws ValidationError if the file can not be read. What was written before stays.
   */
  import(file: ImportFile, options?: ImportOptions): Promise<ImportResponse>;
  readonly history: StoreHistory;
}

const RECORDS = '/v2/stores/{storeId}/records';
const GET_RECORD = `GET ${RECORDS}/{recordId}` as const;
const VALIDATE = `POST ${RECORDS}/validate` as const;

type Reading = 'aggregate' | 'batch-delete' | 'count' | 'delete-by-key' | 'search' | 'summarize';

type ReadingRoute<Name extends Reading> = `POST ${typeof RECORDS}/${Name}`;

/** The routes that return one record. */
type RowRoute = Extract<Route, `${string} ${typeof RECORDS}${'' | '/lookup' | '/{recordId}'}`>;

export function createStore<T extends StoreTypes>(
  store: StoreRef<T>,
  methods: Methods,
  resolve: StoreIds['resolve'],
  imports: Imports,
): Store<T> {
  const { call, list } = methods;
  // Without an id, `StoreIds.call` replaces the reference.
  const storeId = (store.id ?? store) as string;
  const params = { storeId };

  const row = <R extends RowRoute>(route: R, args: object, options?: CallOptions): Promise<T['Row']> =>
    call(route, { params, onBody: rememberEtag, ...args } as Args<R>, options);

  /** Returns a method of a POST that may be repeated. */
  const read =
    <Name extends Reading>(name: Name) =>
    (body: object = {}, options?: CallOptions) =>
      call(
        `POST ${RECORDS}/${name}` as ReadingRoute<Name>,
        { params, body, repeat: 'yes' } as never,
        options,
      );

  /** Returns what names a record, in the version if there is one. */
  const one = (recordId: string, version?: Version) => ({
    params: { storeId, recordId },
    headers: version === undefined ? undefined : { 'If-Match': etagOf(version) },
  });

  const detail = (options?: CallOptions) => call('GET /v2/stores/{storeId}', { params }, options);

  const lookup = (body: object, options?: CallOptions) =>
    row(`POST ${RECORDS}/lookup`, { body, repeat: 'yes' }, options);

  const upsert = (body: object | string, options?: CallOptions) =>
    call(`POST ${RECORDS}/batch`, { params, body, repeat: 'key' }, options);

  return {
    id: (options) => resolve(store, options),
    detail,
    async get(recordId, options) {
      if (recordId !== 'export') return row(GET_RECORD, one(recordId), options);
      // The path of this id is that of the export.
      const { properties } = await detail(options);
      const [key, other] = properties.filter(({ unique }) => unique);
      if (key?.type !== 'string' || other) throw createError('not_found', 'No such record.', { status: 404 });
      return lookup({ [key.name]: recordId }, options);
    },
    lookup,
    add: (body, options) => row(`POST ${RECORDS}`, { body, repeat: 'key' }, options),
    upsert: async (record, options) =>
      onlyResult((await upsert({ records: [record] }, options)).results[0] as BatchResult),
    upsertMany: (records, options) => upsertMany(upsert, records, options),
    patch: async (id, body, { ifMatch, ...options } = {}) =>
      row(`PATCH ${RECORDS}/{recordId}`, { ...one(id, ifMatch), body }, options),
    async delete(id: string | object, { ifMatch, purge, ...options }: DeleteOptions = {}) {
      if (typeof id !== 'string') {
        if (ifMatch !== undefined || purge) throw createError('validation_failed', 'This needs the id.');
        return read('delete-by-key')(id, options);
      }
      const deleted: DeleteRecordResponse | undefined = await call(
        `DELETE ${RECORDS}/{recordId}`,
        { ...one(id, ifMatch), query: { purge } },
        options,
      );
      return deleted ?? { id, status: 'already_deleted' };
    },
    deleteMany: (ids, options) => deleteMany((body) => read('batch-delete')(body, options), ids),
    list: (query, options) => list(`GET ${RECORDS}`, { params, query }, options) as Pages<T['Row']>,
    query: (body: object = {}, options?: CallOptions) =>
      list(`POST ${RECORDS}/query`, { params, body, repeat: 'yes' }, options) as Pages<never>,
    search: read('search'),
    count: async (request, options) => (await read('count')(request, options)).count,
    aggregate: async (request, options) => (await read('aggregate')(request, options)).result,
    summarize: read('summarize'),
    validate: (body, { mode, ...options } = {}) =>
      call(VALIDATE, { params, query: { mode }, body, repeat: 'yes' }, options) as Promise<Candidate<T>>,
    async previewUpsert(body, options) {
      let outcome = '';
      const onBody = (_body: object, headers: Headers) => {
        outcome = headers.get('vitrine-outcome') ?? '';
      };
      const record = await call(
        VALIDATE,
        { params, query: { mode: 'upsert' }, body, repeat: 'yes', onBody },
        options,
      );
      return { record, outcome } as UpsertPreview<T>;
    },
    export: (request = {}, options) =>
      request.limit === undefined
        ? call(`POST ${RECORDS}/export`, { params, body: request, repeat: 'yes', read: 'stream' }, options)
        : call(`GET ${RECORDS}/export`, { params, query: request, read: 'stream' }, options),
    import: (file, options) => importFile(imports, store, file, options),
    history: createHistory(storeId, methods),
  };
}

type BatchResult = BatchUpsertRecordsResponse['results'][number];

/** Returns the result of a batch of one record. @throws ValidationError if the record breaks a rule. */
function onlyResult({ id, status, errors = {} }: BatchResult): UpsertResult {
  if (status !== 'failed') return { id: id as string, status };
  const texts = Object.entries(errors).map(([path, found]) => `${path}: ${found.join(' ')}`);
  throw createError('validation_failed', texts.join(' '), { status: 400, errors });
}
