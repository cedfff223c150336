import { createError } from '../../errors.ts';
import { etagOf, rememberEtag, type Version } from '../../etag.ts';
import { deleteMany, upsertMany } from '../../generated/batches.ts';
import type {
  BatchUpsertRecordsResponse,
  DeleteRecordResponse,
  ImportResponse,
} from '../../generated/contracts.ts';
import type { Pages } from '../../generated/pages.ts';
import type {
  Candidate,
  CandidatePreview,
  DeleteChoices,
  MatchChoices,
  StoreCalls,
  UpsertManyChoices,
  UpsertResult,
} from '../../generated/store-calls.ts';
import type { AnyStore, StoreRef, StoreTypes } from '../../generated/store-types.ts';
import type { Methods } from '../../methods.ts';
import type { Args, CallOptions, Route } from '../../transport.ts';
import { createHistory, type StoreHistory } from './history.ts';
import { type ImportFile, type ImportOptions, type Imports, importFile } from './imports.ts';
import type { StoreIds } from './store-ids.ts';

type Unkeyed = Omit<CallOptions, 'idempotencyKey'>;

export interface UpsertManyOptions extends Unkeyed, UpsertManyChoices {}

export interface Conditional extends Unkeyed, MatchChoices {}

export interface DeleteOptions extends Unkeyed, DeleteChoices {}

/** The records of one store. */
export interface Store<T extends StoreTypes = AnyStore> extends StoreCalls<T, Unkeyed, CallOptions> {
  /** Returns the id of the store. */
  id(options?: CallOptions): Promise<string>;
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
    upsertMany: (records, { onProgress, ...options } = {}) =>
      upsertMany(
        records,
        (record) => JSON.stringify(record) ?? 'null',
        (texts) => upsert(`{"records":[${texts.join()}]}`, options),
        onProgress,
      ),
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
    deleteMany: (all, options) => deleteMany(all, (ids) => read('batch-delete')({ ids }, options)),
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
      return { record, outcome } as CandidatePreview<T>;
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
