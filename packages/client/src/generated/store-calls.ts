// Written by `pnpm client:contracts`. Do not edit.
import type {
  AggregateRecordsRequest,
  DeleteRecordResponse,
  GroupCondition,
  StoreDetail,
  SummarizeRecordsRequest,
  SummarizeRecordsResponse,
} from './contracts.ts';
import type {
  DeleteManyResult,
  UpsertManyProgress,
  UpsertManyResult,
} from './batches.ts';
import type { Pages } from './pages.ts';
import type { Field, FieldOfType, Filter, SortKeys, StoreTypes } from './store-types.ts';

/** A record that is not stored. Its id is null if it would be random. */
export type Candidate<T extends StoreTypes> = Omit<T['Row'], 'id'> & { id: string | null };

export interface CandidatePreview<T extends StoreTypes> {
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
  /**
   * The id of a live image: each record has two more members, `liveUrl` and `liveClickUrl`, with its properties as the variables
   * of the same names.
   */
  readonly liveLinks?: number | undefined;
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

/** What only some calls take, besides the options of every call. */
export interface UpsertManyChoices {
  /** Called after each batch. */
  readonly onProgress?: ((progress: UpsertManyProgress) => void) | undefined;
}

export interface ValidateChoices {
  /** insertOnly (default): as `add`; upsert: as `upsert`, which merges it into a record that exists. */
  readonly mode?: 'insertOnly' | 'upsert' | undefined;
}

export interface MatchChoices {
  /** A record, or its entity tag: the call fails with `precondition_failed` if the record has changed since. */
  readonly ifMatch?: string | object | undefined;
}

export interface DeleteChoices extends MatchChoices {
  /** Whether nothing is kept of the record, in the history either. Also of one that was deleted before. */
  readonly purge?: boolean | undefined;
}

/**
 * The calls of the records of one store, of the client as of the library. `Options` are those of every call, `Keyed` has an
 * idempotency key besides.
 */
export interface StoreCalls<T extends StoreTypes, Options, Keyed extends Options = Options> {
  /** Returns the store with its properties and its number of records. */
  detail(options?: Options): Promise<StoreDetail>;
  /** @throws NotFoundError */
  get(id: string, options?: Options): Promise<T['Row']>;
  /** Returns the record with these unique values. @throws NotFoundError */
  lookup(key: T['Key'], options?: Options): Promise<T['Row']>;
  /** @throws ValidationError with the code `record_exists` if a record has the same unique values. */
  add(record: T['Insert'], options?: Keyed): Promise<T['Row']>;
  /** Adds the record, or changes the given values of the record with the same unique values. @throws ValidationError */
  upsert(record: T['Insert'], options?: Keyed): Promise<UpsertResult>;
  /**
   * Upserts any number of records in batches of up to 100, in order. Records that break a rule are listed in `errors`; the
   * others are written.
   */
  upsertMany(
    records: Iterable<T['Insert']> | AsyncIterable<T['Insert']>,
    options?: Options & UpsertManyChoices,
  ): Promise<UpsertManyResult>;
  /** Changes the given values; null unsets a value. @throws PreconditionFailedError */
  patch(id: string, changes: T['Patch'], options?: Options & MatchChoices): Promise<T['Row']>;
  /** Deletes a record by its id. Succeeds if there is none. @throws PreconditionFailedError */
  delete(id: string, options?: Options & DeleteChoices): Promise<DeleteRecordResponse>;
  /** Deletes the record with these unique values. Succeeds if there is none. */
  delete(key: T['Key'], options?: Options): Promise<DeleteRecordResponse>;
  /** Deletes any number of records by their ids, in batches of up to 100. */
  deleteMany(ids: Iterable<string> | AsyncIterable<string>, options?: Options): Promise<DeleteManyResult>;
  /** Lists all records, newest first by default. */
  list(request?: ListRequest<T>, options?: Options): Pages<T['Row']>;
  /** Finds records by filters. With `fields`, the records have the id and these members only. */
  query(request?: QueryRequest<T> & { readonly fields?: undefined }, options?: Options): Pages<T['Row']>;
  query<F extends Field<T>>(
    request: QueryRequest<T> & { readonly fields: readonly F[] },
    options?: Options,
  ): Pages<Pick<T['Row'], (F | 'id') & keyof T['Row']>>;
  /** Finds up to 100 records by filters. With `fields`, the records have the id and these members only. */
  search(
    request?: SearchRequest<T> & { readonly fields?: undefined },
    options?: Options,
  ): Promise<SearchResult<T['Row']>>;
  search<F extends Field<T>>(
    request: SearchRequest<T> & { readonly fields: readonly F[] },
    options?: Options,
  ): Promise<SearchResult<Pick<T['Row'], (F | 'id') & keyof T['Row']>>>;
  /** Counts the matching records. */
  count(request?: Selection<T>, options?: Options): Promise<number>;
  /** Returns null if no record matches or all matching values are unset. */
  aggregate(request: AggregateRequest<T>, options?: Options): Promise<number | null>;
  /** Computes measures of the matching records by group. */
  summarize(request: SummarizeRequest<T>, options?: Options): Promise<SummarizeRecordsResponse>;
  /** Returns the record as it would be stored, without storing it. */
  validate(record: T['Insert'], options?: Options & ValidateChoices): Promise<Candidate<T>>;
  /** Returns the record as an upsert would store it, and what it would do, without storing it. */
  previewUpsert(record: T['Insert'], options?: Options): Promise<CandidatePreview<T>>;
  /** Exports the matching records as a stream of bytes. */
  export(request?: ExportRequest<T>, options?: Options): Promise<ReadableStream<Uint8Array>>;
}
