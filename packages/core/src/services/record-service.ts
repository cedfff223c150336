import type { Principal } from '../access.ts';
import type {
  AggregateRecordsRequest,
  AggregateRecordsResponse,
  BatchDeleteRecordsRequest,
  BatchDeleteRecordsResponse,
  BatchUpsertRecordsRequest,
  BatchUpsertRecordsResponse,
  CountRecordsRequest,
  CountRecordsResponse,
  DeleteRecordResponse,
  ExportStoreRecordsQuery,
  ListStoreRecordsQuery,
  SearchRecordsRequest,
  SearchRecordsResponse,
  StoreRecordRequest,
  StoreRecordResponse,
} from '../contracts/records.ts';
import type { Page } from '../contracts/shared.ts';
import type { CallOptions } from '../turns/caller.ts';
import type { PageOptions } from './large-pages.ts';

export interface SearchOptions extends CallOptions {
  /** Bytes of JSON that the items may have together. Default: `PAGE_MAX_BYTES`. */
  readonly maxBytes?: number;
}

/** An export under way. */
export interface RecordExport {
  readonly storeId: string;
  readonly format: 'json' | 'csv';
  /** Whether text that a spreadsheet would read as a formula is written as it is. */
  readonly formulas: 'raw' | 'guarded';
  /** Property names in schema order. */
  readonly properties: readonly string[];
  /** Text properties, whose cells the formula guard is for. */
  readonly textProperties: ReadonlySet<string>;
  /** Ids are the text of a unique property, so the guard is for them too. */
  readonly hasTextIds: boolean;
  /** More records exist than the limit lets out. */
  readonly truncated: boolean;
  /**
   * Stopping early frees what the scan holds. A reader that takes nothing for 30 s, or 10 minutes in all, gets
   * `UnavailableError`, and it is freed too.
   */
  readonly records: AsyncIterableIterator<StoreRecordResponse[]>;
}

/**
 * Records of a store (docs/rules.md#records). Both kinds of key may call everything here;
 * `not_found` when the store is unknown, deleted, foreign, or not the store key's own. Bodies are read by the schema
 * under which they are stored, also while it is being changed.
 */
export interface RecordService {
  /** Newest first by default. A page has fewer items than its limit, and a cursor, where they exceed `PAGE_MAX_BYTES`. */
  list(
    principal: Principal,
    storeId: string,
    query?: ListStoreRecordsQuery,
    options?: PageOptions,
  ): Promise<Page<StoreRecordResponse>>;
  /**
   * @throws ValidationError `record_exists` when a record with the same unique values is there; nothing is changed.
   * Of two racing adds of one key, one succeeds.
   * @throws QuotaExceededError for `records`.
   */
  add(principal: Principal, storeId: string, body: StoreRecordRequest): Promise<StoreRecordResponse>;
  get(principal: Principal, storeId: string, recordId: string): Promise<StoreRecordResponse>;
  /** JSON Merge Patch (RFC 7396). Racing patches of different properties both survive; `{}` changes nothing. */
  patch(
    principal: Principal,
    storeId: string,
    recordId: string,
    body: StoreRecordRequest,
  ): Promise<StoreRecordResponse>;
  /** Succeeds also when the record was gone already. */
  delete(principal: Principal, storeId: string, recordId: string): Promise<DeleteRecordResponse>;
  /**
   * Each record is attempted by itself, in order; an existing one is merged into. One that would be created beyond the quota
   * `records` fails alone.
   */
  batchUpsert(
    principal: Principal,
    storeId: string,
    request: BatchUpsertRecordsRequest,
  ): Promise<BatchUpsertRecordsResponse>;
  batchDelete(
    principal: Principal,
    storeId: string,
    request: BatchDeleteRecordsRequest,
  ): Promise<BatchDeleteRecordsResponse>;
  /** By unique values. @throws NotFoundError when there is no such record. */
  lookup(principal: Principal, storeId: string, key: StoreRecordRequest): Promise<StoreRecordResponse>;
  deleteByKey(principal: Principal, storeId: string, key: StoreRecordRequest): Promise<DeleteRecordResponse>;
  /** What `add` would store and answer; nothing is written. The id is null where it would be random. */
  validate(principal: Principal, storeId: string, body: StoreRecordRequest): Promise<StoreRecordResponse>;
  /** `truncated` also where fewer items than the limit are shown, because they exceed `PAGE_MAX_BYTES`. */
  search(
    principal: Principal,
    storeId: string,
    request?: SearchRecordsRequest,
    options?: SearchOptions,
  ): Promise<SearchRecordsResponse>;
  count(
    principal: Principal,
    storeId: string,
    request?: CountRecordsRequest,
    options?: CallOptions,
  ): Promise<CountRecordsResponse>;
  aggregate(
    principal: Principal,
    storeId: string,
    request: AggregateRecordsRequest,
    options?: CallOptions,
  ): Promise<AggregateRecordsResponse>;
  /** Newest first, as of one moment. */
  export(
    principal: Principal,
    storeId: string,
    query?: ExportStoreRecordsQuery,
    options?: CallOptions,
  ): Promise<RecordExport>;
}
