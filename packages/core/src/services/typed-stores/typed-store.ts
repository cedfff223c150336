import type { QueryRecordsRequest, SearchRecordsRequest } from '../../contracts/records/record-query.ts';
import type { SummarizeRecordsRequest } from '../../contracts/records/record-summaries.ts';
import type {
  AggregateRecordsRequest,
  BatchUpsertRecordsResponse,
  CountRecordsRequest,
  DeleteRecordResponse,
  ListStoreRecordsQuery,
  StoreRecordRequest,
} from '../../contracts/records/records.ts';
import type { ImportResponse } from '../../contracts/stores/imports.ts';
import type { Page } from '../../ground/calls/pages.ts';
import type { Field, StoreRef, StoreTypes } from '../../ground/calls/store-types.ts';
import { unlessAborted } from '../../ground/calls/unless-aborted.ts';
import { ValidationError } from '../../ground/errors.ts';
import type { Principal } from '../../ports/access.ts';
import type { CallOptions } from '../../turns/caller.ts';
import { type Listed, listed } from '../calls/listing.ts';
import type { OnceOptions } from '../idempotency/idempotency.ts';
import type { ImportFile, ImportOptions, ImportService } from '../imports/import-service.ts';
import type { RecordExport, RecordService } from '../records/service/record-service.ts';
import type {
  Candidate,
  CandidatePreview,
  DeleteChoices,
  ListRequest,
  QueryRequest,
  StoreCalls,
} from '../records/service/store-calls.ts';
import type { EnsureOptions, StoreService } from '../stores/store-service.ts';
import { findStore } from './find-store.ts';

/**
 * The records of one store for one principal, with the types of the store. Calls behave like those of `RecordService`, and
 * have the names of those of the client. A signal that aborts ends each of them with its reason; a write that has begun may
 * have happened.
 */
export interface TypedStore<Types extends StoreTypes = StoreTypes>
  extends StoreCalls<Types, CallOptions, CallOptions & OnceOptions> {
  readonly id: string;
  /** Upserts up to 100 records. Returns what became of each. */
  batchUpsert(
    records: readonly Types['Insert'][],
    options?: CallOptions & OnceOptions,
  ): Promise<BatchUpsertRecordsResponse>;
  /** The same as `delete` with a key. */
  deleteByKey(key: Types['Key'], options?: CallOptions & OnceOptions): Promise<DeleteRecordResponse>;
  list(request?: ListRequest<Types>, options?: CallOptions): Listed<Page<Types['Row']>>;
  query(
    request?: QueryRequest<Types> & { readonly fields?: undefined },
    options?: CallOptions,
  ): Listed<Page<Types['Row']>>;
  query<F extends Field<Types>>(
    request: QueryRequest<Types> & { readonly fields: readonly F[] },
    options?: CallOptions,
  ): Listed<Page<Pick<Types['Row'], (F | 'id') & keyof Types['Row']>>>;
  /**
   * Imports a file (CSV, TSV, JSON or NDJSON) and returns the import after its end. Refused records are listed in `errors`;
   * the others are written. The signal also cancels the import.
   *
   * @throws ValidationError if the file can not be read. What was written before stays.
   */
  import(file: ImportFile, options?: ImportOptions): Promise<ImportResponse>;
}

/** @typeParam Caller the arguments before the store. */
export interface TypedStores<Caller extends readonly unknown[] = [principal: Principal]> {
  /**
   * Opens a store with its types: a definition of `defineStore` is found or created like by `ensure`, and a reference
   * that `vitrine types` has written is found by its id or its name.
   *
   * @throws NotFoundError if there is no such store.
   * @throws ConflictError if several stores have the name, or if the store has other properties than the definition.
   */
  open<Types extends StoreTypes>(
    ...given: [...caller: Caller, store: StoreRef<Types>, options?: EnsureOptions]
  ): Promise<TypedStore<Types>>;
}

/** What the calls of a typed store are made of. */
interface StoreCallees {
  readonly stores: Pick<StoreService, 'get'>;
  readonly records: RecordService;
  readonly imports: Pick<ImportService, 'run'>;
}

/** @param finding finds stores within a call of `open`, which may make several calls of it. */
export function typedStores(finding: StoreService, callees: StoreCallees): TypedStores {
  return {
    async open<Types extends StoreTypes>(
      principal: Principal,
      store: StoreRef<Types>,
      options?: EnsureOptions,
    ) {
      const id = await findStore(finding, principal, store, options);
      return typedStore<Types>(callees, principal, id);
    },
  };
}

function typedStore<Types extends StoreTypes>(
  { stores, records, imports }: StoreCallees,
  principal: Principal,
  id: string,
): TypedStore<Types> {
  const input = (record: object) => record as StoreRecordRequest;
  // The compiler knows fields and operators here; the services check them.
  const match = <Request>(request: object) => request as Request;
  return {
    id,
    detail: (options) => until(options, () => stores.get(principal, id)),
    get: (recordId, options) => until(options, () => records.get(principal, id, recordId)),
    lookup: (key, options) => until(options, () => records.lookup(principal, id, input(key))),
    add: (record, options) => until(options, () => records.add(principal, id, input(record), options)),
    async upsert(record, options) {
      const { results } = await until(options, () =>
        records.batchUpsert(principal, id, { records: [input(record)] }, options),
      );
      return onlyResult(results[0] as BatchResult);
    },
    batchUpsert: (all, options) =>
      until(options, () =>
        records.batchUpsert(
          principal,
          id,
          { records: all as readonly object[] as StoreRecordRequest[] },
          options,
        ),
      ),
    upsertMany: (all, options) =>
      until(options, () => records.upsertMany(principal, id, all as Iterable<StoreRecordRequest>, options)),
    patch: (recordId, changes, { ifMatch, ...options } = {}) =>
      until(options, () => records.patch(principal, id, recordId, input(changes), { ifMatch })),
    async delete(given: string | object, { ifMatch, purge, ...options }: CallOptions & DeleteChoices = {}) {
      if (typeof given === 'string')
        return until(options, () => records.delete(principal, id, given, { ifMatch }, { purge }));
      for (const [path, choice] of Object.entries({ ifMatch, purge })) {
        if (choice) throw new ValidationError([{ path, message: 'Expected the id of the record with it.' }]);
      }
      return until(options, () => records.deleteByKey(principal, id, input(given)));
    },
    deleteByKey: (key, options) =>
      until(options, () => records.deleteByKey(principal, id, input(key), options)),
    deleteMany: (ids, options) => until(options, () => records.deleteMany(principal, id, ids, options)),
    list: (request = {}, options = {}) =>
      listed((cursor = request.cursor) =>
        until(options, () =>
          records.list(principal, id, match<ListStoreRecordsQuery>({ ...request, cursor }), options),
        ),
      ) as Listed<Page<never>>,
    query: (request: QueryRequest<Types> = {}, options: CallOptions = {}) =>
      listed((cursor = request.cursor) =>
        until(options, () =>
          records.query(principal, id, match<QueryRecordsRequest>({ ...request, cursor }), options),
        ),
      ) as Listed<Page<unknown>> as Listed<Page<never>>,
    search: (request: object = {}, options: CallOptions = {}) =>
      until(options, () => records.search(principal, id, match<SearchRecordsRequest>(request), options)),
    async count(request = {}, options) {
      const body = match<CountRecordsRequest>(request);
      return (await until(options, () => records.count(principal, id, body, options))).count;
    },
    async aggregate(request, options) {
      const body = match<AggregateRecordsRequest>(request);
      return (await until(options, () => records.aggregate(principal, id, body, options))).result;
    },
    summarize: (request, options) =>
      until(options, () =>
        records.summarize(principal, id, match<SummarizeRecordsRequest>(request), options),
      ),
    validate: (record, { mode, ...options } = {}) =>
      until(options, () => records.validate(principal, id, input(record), { mode })) as Promise<
        Candidate<Types>
      >,
    previewUpsert: (record, options) =>
      until(options, () => records.previewUpsert(principal, id, input(record))) as Promise<
        CandidatePreview<Types>
      >,
    export: async (request = {}, options) =>
      bytesOf(
        await until(options, () =>
          request.limit === undefined
            ? records.exportMatching(principal, id, match(request), options)
            : records.export(principal, id, request, options),
        ),
      ),
    import: (file, options) => imports.run(principal, id, file, options),
  };
}

/** Makes a call and waits for it, unless the signal aborts. */
function until<Result>({ signal }: CallOptions = {}, call: () => Promise<Result>): Promise<Result> {
  if (signal === undefined) return call();
  return signal.aborted ? Promise.reject(signal.reason) : unlessAborted(call(), signal);
}

type BatchResult = BatchUpsertRecordsResponse['results'][number];

/** Returns the result of a batch of one record. @throws ValidationError if the record breaks a rule. */
function onlyResult({ id, status, errors = {} }: BatchResult): { id: string; status: 'created' | 'updated' } {
  if (status !== 'failed') return { id: id as string, status };
  throw new ValidationError(
    Object.entries(errors).flatMap(([path, messages]) => messages.map((message) => ({ path, message }))),
  );
}

/** Returns the bytes of an export. A reader that cancels frees the scan. */
function bytesOf({ chunks }: RecordExport): ReadableStream<Uint8Array> {
  return new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        const { done, value } = await chunks.next();
        if (done === true) controller.close();
        else controller.enqueue(value.bytes);
      },
      async cancel() {
        await chunks.return?.();
      },
    },
    // Nothing is read before it is wanted.
    { highWaterMark: 0 },
  );
}
