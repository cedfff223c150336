import type {
  ExportRecordsRequest,
  QueryRecordsRequest,
  QueryRecordsResponse,
  SearchRecordsRequest,
  SearchRecordsResponse,
} from '../../../contracts/records/record-query.ts';
import type {
  SummarizeRecordsRequest,
  SummarizeRecordsResponse,
} from '../../../contracts/records/record-summaries.ts';
import type {
  AggregateRecordsRequest,
  AggregateRecordsResponse,
  BatchDeleteRecordsRequest,
  BatchDeleteRecordsResponse,
  BatchUpsertRecordsRequest,
  BatchUpsertRecordsResponse,
  CountRecordsRequest,
  CountRecordsResponse,
  DeleteRecordQuery,
  DeleteRecordResponse,
  ExportStoreRecordsQuery,
  ListStoreRecordsQuery,
  StoreRecordRequest,
  StoreRecordResponse,
  ValidateStoreRecordQuery,
} from '../../../contracts/records/records.ts';
import type { EncodedRecords } from '../../../encoding/record-encoding.ts';
import type { DeleteManyResult, UpsertManyResult } from '../../../ground/calls/batches.ts';
import type { Page } from '../../../ground/calls/pages.ts';
import type { Principal } from '../../../ports/access.ts';
import type { ExportLayout } from '../../../schema/export-layout.ts';
import type { CallOptions, SearchOptions } from '../../../turns/caller.ts';
import type { PageOptions } from '../../calls/page-size.ts';
import type { OnceOptions } from '../../idempotency/idempotency.ts';
import type { MatchOptions } from './record-match.ts';
import type { UpsertManyChoices } from './store-calls.ts';

/** The outcome that an upsert would have. */
export interface UpsertPreview {
  /** The record as it would be then. Its id is null if it would be random. */
  readonly record: StoreRecordResponse;
  /** `unchanged`: all values are as they are stored. */
  readonly outcome: 'created' | 'updated' | 'unchanged';
}

export interface QueryOptions extends PageOptions {
  /** Upper bound of the JSON bytes of all items. Default: `PAGE_MAX_BYTES`. */
  readonly maxBytes?: number | undefined;
}

export interface ExportOptions extends CallOptions {
  /** The maximum number of records. Default: all. */
  readonly limit?: number | undefined;
}

/** An export in progress. */
export interface RecordExport extends Omit<ExportLayout, 'encoding'> {
  readonly storeId: string;
  /** There are more records than the limit allows. */
  readonly truncated: boolean;
  /**
   * The document, at least one chunk. Stopping early frees the scan. If the reader requests nothing for 30 s, or takes 10
   * minutes in total, or if the Vitrine closes, the scan is freed and the reader gets `UnavailableError`.
   */
  readonly chunks: AsyncIterableIterator<EncodedRecords>;
}

/**
 * Records of a store (docs/rules.md#records). Account keys and store keys may make all calls. They throw `not_found` if
 * the store is unknown, deleted, foreign, or not the one of the store key. Bodies are validated by the schema under
 * which they are stored, even during a schema change.
 */
export interface RecordService {
  /**
   * Newest first by default. If the items would exceed `PAGE_MAX_BYTES`, a page has fewer items than its limit, and a
   * cursor.
   */
  list(
    principal: Principal,
    storeId: string,
    query?: ListStoreRecordsQuery,
    options?: PageOptions,
  ): Promise<Page<StoreRecordResponse>>;
  /**
   * Adds a record. Of two racing calls with one key, one succeeds.
   * @throws ValidationError `record_exists` if a record with the same unique values exists; nothing changes.
   * @throws QuotaExceededError for `records`.
   */
  add(
    principal: Principal,
    storeId: string,
    body: StoreRecordRequest,
    options?: OnceOptions,
  ): Promise<StoreRecordResponse>;
  get(principal: Principal, storeId: string, recordId: string): Promise<StoreRecordResponse>;
  /** JSON Merge Patch (RFC 7396). Racing patches of different properties both survive; `{}` changes nothing. */
  patch(
    principal: Principal,
    storeId: string,
    recordId: string,
    body: StoreRecordRequest,
    options?: MatchOptions,
  ): Promise<StoreRecordResponse>;
  /**
   * Succeeds also if the record is deleted already. With `purge` nothing is kept of it, in the history either.
   * @throws ForbiddenError for a store key that purges.
   */
  delete(
    principal: Principal,
    storeId: string,
    recordId: string,
    options?: MatchOptions,
    query?: DeleteRecordQuery,
  ): Promise<DeleteRecordResponse>;
  /**
   * Upserts each record independently, in order. An existing record is merged with the new one. A record beyond the
   * quota `records` fails alone.
   */
  batchUpsert(
    principal: Principal,
    storeId: string,
    request: BatchUpsertRecordsRequest,
    options?: OnceOptions,
  ): Promise<BatchUpsertRecordsResponse>;
  batchDelete(
    principal: Principal,
    storeId: string,
    request: BatchDeleteRecordsRequest,
    options?: OnceOptions,
  ): Promise<BatchDeleteRecordsResponse>;
  /**
   * Upserts any number of records in batches of up to 100, one after the other. Records that break a rule are listed in
   * `errors`; the others are written. A signal that aborts ends the call after the batch in flight.
   */
  upsertMany(
    principal: Principal,
    storeId: string,
    records: Iterable<StoreRecordRequest> | AsyncIterable<StoreRecordRequest>,
    options?: CallOptions & UpsertManyChoices,
  ): Promise<UpsertManyResult>;
  /** Deletes any number of records by their ids, as `upsertMany` upserts them. */
  deleteMany(
    principal: Principal,
    storeId: string,
    ids: Iterable<string> | AsyncIterable<string>,
    options?: CallOptions,
  ): Promise<DeleteManyResult>;
  /** Finds a record by its unique values. @throws NotFoundError if there is none. */
  lookup(principal: Principal, storeId: string, key: StoreRecordRequest): Promise<StoreRecordResponse>;
  deleteByKey(
    principal: Principal,
    storeId: string,
    key: StoreRecordRequest,
    options?: OnceOptions,
  ): Promise<DeleteRecordResponse>;
  /**
   * Returns what `add`, or with `mode: 'upsert'` an upsert, would store and return, without writing. The id is null if
   * it would be random.
   */
  validate(
    principal: Principal,
    storeId: string,
    body: StoreRecordRequest,
    query?: ValidateStoreRecordQuery,
  ): Promise<StoreRecordResponse>;
  /** Returns what an upsert would store and whether it would change anything, without writing. */
  previewUpsert(principal: Principal, storeId: string, body: StoreRecordRequest): Promise<UpsertPreview>;
  /** `truncated` is also true if the page has fewer items than its limit because of `PAGE_MAX_BYTES`. */
  search(
    principal: Principal,
    storeId: string,
    request?: SearchRecordsRequest,
    options?: QueryOptions,
  ): Promise<SearchRecordsResponse>;
  /**
   * Returns a page of the records that match, in the order of `list` and with the same guarantees while records change. The
   * cursor is bound to filters, match and order. A page has fewer items than its limit, and a cursor, where the whole records
   * exceed `maxBytes`. `total` counts the matches in a read of its own, so it may include other writes than the page.
   * @throws ValidationError at `cursor` for one of other filters, another match or another order.
   */
  query(
    principal: Principal,
    storeId: string,
    request?: QueryRecordsRequest,
    options?: QueryOptions,
  ): Promise<QueryRecordsResponse>;
  count(
    principal: Principal,
    storeId: string,
    request?: CountRecordsRequest,
    options?: SearchOptions,
  ): Promise<CountRecordsResponse>;
  aggregate(
    principal: Principal,
    storeId: string,
    request: AggregateRecordsRequest,
    options?: SearchOptions,
  ): Promise<AggregateRecordsResponse>;
  /**
   * Computes measures of groups of records (docs/query-semantics.md#summaries). `truncated` also if fewer groups than the
   * limit are returned because their JSON exceeds `maxBytes`.
   */
  summarize(
    principal: Principal,
    storeId: string,
    request: SummarizeRecordsRequest,
    options?: QueryOptions,
  ): Promise<SummarizeRecordsResponse>;
  /** Newest first, from one snapshot. */
  export(
    principal: Principal,
    storeId: string,
    query?: ExportStoreRecordsQuery,
    options?: CallOptions,
  ): Promise<RecordExport>;
  /** Exports all matches in the order of `list`, from one snapshot. `fields` selects the columns and their order. */
  exportMatching(
    principal: Principal,
    storeId: string,
    request: ExportRecordsRequest,
    options?: ExportOptions,
  ): Promise<RecordExport>;
}
