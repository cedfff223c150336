import type { Principal } from '../access.ts';
import {
  type AggregateRecordsRequest,
  type AggregateRecordsResponse,
  type BatchDeleteRecordsRequest,
  type BatchDeleteRecordsResponse,
  type BatchUpsertRecordsRequest,
  type BatchUpsertRecordsResponse,
  type CountRecordsRequest,
  type CountRecordsResponse,
  type DeleteRecordResponse,
  type ExportStoreRecordsQuery,
  type ListStoreRecordsQuery,
  parseRecordRequest,
  type SearchRecordsRequest,
  type SearchRecordsResponse,
  type StoreRecordRequest,
  type StoreRecordResponse,
} from '../contracts/records.ts';
import type { Page } from '../contracts/shared.ts';
import { type Issue, NotFoundError, QuotaExceededError, ValidationError } from '../errors.ts';
import { showRecord } from '../record-json.ts';
import {
  deriveBodyId,
  findMissing,
  findTooLarge,
  findUnset,
  type ReadBody,
  readRecordBody,
  TOO_LARGE,
  toSlotValues,
} from '../schema/read-record.ts';
import { schemaOf } from '../schema/store-schema.ts';
import type { StoreRow } from '../storage/index.ts';
import { canBeStored } from '../stored-text.ts';
import type { CallOptions } from '../turns/caller.ts';
import { showValue } from '../values/value.ts';
import type { ServiceContext } from './context.ts';
import { openStore, writeUnderSchema } from './open-store.ts';
import { recordBatch } from './record-batch.ts';
import { type RecordExport, recordQuery } from './record-query.ts';

export interface SearchOptions extends CallOptions {
  /** Bytes of JSON that the items may have together. Default: `PAGE_MAX_BYTES`. */
  readonly maxBytes?: number;
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
    options?: CallOptions,
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

export function recordService(context: ServiceContext): RecordService {
  const { storage, clock, ids, quotas } = context;

  /** A new record as `add` would store it; its id is null where it is random. Throws all issues. */
  function readNew(store: StoreRow, body: StoreRecordRequest): { read: ReadBody; id: string | null } {
    const read = readRecordBody(store, parseRecordRequest(body));
    const issues = [...read.issues, ...findMissing(store, read), ...findTooLarge(store, read)];
    const id = readOwnId(store, read, issues);
    if (issues.length > 0) throw new ValidationError(issues);
    return { read, id };
  }

  function showNew(store: StoreRow, read: ReadBody, id: string | null, now: number): StoreRecordResponse {
    const values = store.properties.map((property) => read.values.get(property) ?? null);
    return showRecord(store, { id, values, createdAt: now, updatedAt: now });
  }

  /** The id that a lookup or delete-by-key means; properties that are no part of the key are ignored when known. */
  function readKey(store: StoreRow, body: StoreRecordRequest): string {
    const { unique, propertiesByName } = schemaOf(store);
    if (unique.length === 0) {
      throw new ValidationError([
        { path: '', message: 'The store has no unique properties; use the record id.' },
      ]);
    }
    const given = parseRecordRequest(body);
    const key: Record<string, unknown> = Object.create(null);
    for (const name of Object.keys(given)) {
      if (propertiesByName.get(name)?.unique !== false) key[name] = given[name];
    }
    const read = readRecordBody(store, key);
    const derived = deriveBodyId(store, read);
    const issues = derived.ok ? read.issues : mergeIssues(read.issues, derived.issues);
    if (derived.ok && read.id !== undefined && read.id !== derived.id) issues.push(differentId(derived.id));
    if (!derived.ok || issues.length > 0) throw new ValidationError(issues);
    return derived.id;
  }

  async function deleteOne(store: StoreRow, id: string): Promise<DeleteRecordResponse> {
    const deleted = canBeStored(id) ? await storage.records.delete(store, [id], clock()) : [];
    return { id, status: deleted.length === 1 ? 'deleted' : 'already_deleted' };
  }

  async function requireRecord(store: StoreRow, id: string): Promise<StoreRecordResponse> {
    const row = canBeStored(id) ? await storage.records.get(store, id, clock()) : null;
    if (row === null) throw new NotFoundError('record');
    return showRecord(store, row);
  }

  /** A body that is no object is refused only once the record is known to be there. */
  async function readPatch(store: StoreRow, recordId: string, body: StoreRecordRequest): Promise<ReadBody> {
    try {
      return readRecordBody(store, parseRecordRequest(body));
    } catch (error) {
      await requireRecord(store, recordId);
      throw error;
    }
  }

  return {
    ...recordQuery(context),
    ...recordBatch(context),

    add: (principal, storeId, body) =>
      writeUnderSchema(context, principal, storeId, async (store) => {
        const { read, id: derivedId } = readNew(store, body);
        const now = clock();
        const id = derivedId ?? ids.uuid(now);
        const record = { id, ...toSlotValues(store, read) };
        const outcome = await quotas.share(store.accountId, 'records', 1, async (granted, limit) => {
          if (granted > 0) {
            const result = await storage.records.insert(store, record, now);
            return { result, created: result === 'created' ? 1 : 0 };
          }
          // An existing record is told apart from a full account, as everywhere.
          const existing = await storage.records.get(store, id, now);
          if (existing === null) throw new QuotaExceededError('records', limit);
          return { result: 'exists' as const, created: 0 };
        });
        if (outcome === 'stale') return outcome;
        if (outcome === 'exists') throw recordExists(store, id);
        return showNew(store, read, id, now);
      }),

    async get(principal, storeId, recordId) {
      return requireRecord(await openStore(context, principal, storeId), recordId);
    },

    patch: (principal, storeId, recordId, body) =>
      writeUnderSchema(context, principal, storeId, async (store) => {
        const read = await readPatch(store, recordId, body);
        const issues = [...read.issues, ...findUnset(read), ...findTooLarge(store, read)];
        if (read.id !== undefined && read.id !== recordId) issues.push(differentId(recordId));
        const touchesKey = schemaOf(store).unique.some((property) => read.values.has(property));
        if (issues.length > 0 || touchesKey || read.values.size === 0) {
          // 404 goes before 400, and a body that names no property changes nothing.
          const current = await requireRecord(store, recordId);
          issues.push(...findKeyChanges(store, read, current));
          if (issues.length > 0) throw new ValidationError(issues);
          if (read.values.size === 0) return current;
        }
        if (!canBeStored(recordId)) throw new NotFoundError('record');
        const row = await storage.records.patch(store, recordId, toSlotValues(store, read), clock());
        if (row === 'stale') return row;
        if (row === null) throw new NotFoundError('record');
        if (row === 'too_large') throw new ValidationError([TOO_LARGE]);
        return showRecord(store, row);
      }),

    async delete(principal, storeId, recordId) {
      return deleteOne(await openStore(context, principal, storeId), recordId);
    },

    async lookup(principal, storeId, key) {
      const store = await openStore(context, principal, storeId);
      return requireRecord(store, readKey(store, key));
    },

    async deleteByKey(principal, storeId, key) {
      const store = await openStore(context, principal, storeId);
      return deleteOne(store, readKey(store, key));
    },

    async validate(principal, storeId, body) {
      const store = await openStore(context, principal, storeId);
      const { read, id } = readNew(store, body);
      const now = clock();
      if (id !== null && (await storage.records.get(store, id, now)) !== null) throw recordExists(store, id);
      return showNew(store, read, id, now);
    },
  };
}

/**
 * The id of a new record, null where it is random; what is wrong with it goes to `issues`. A body may name the id only
 * when it is the derived one (docs/rules.md#record-bodies).
 */
export function readOwnId(store: StoreRow, read: ReadBody, issues: Issue[]): string | null {
  if (schemaOf(store).unique.length === 0) {
    if (read.id !== undefined) {
      issues.push({
        path: 'id',
        message: 'The store has no unique properties, so ids are made by the server.',
      });
    }
    return null;
  }
  const derived = deriveBodyId(store, read);
  if (!derived.ok) {
    issues.push(...mergeIssues(issues, derived.issues).slice(issues.length));
    return null;
  }
  if (read.id !== undefined && read.id !== derived.id) issues.push(differentId(derived.id));
  return derived.id;
}

/** Both lists, what they share once. */
function mergeIssues(first: readonly Issue[], second: readonly Issue[]): Issue[] {
  const paths = new Set(first.map((issue) => issue.path));
  return [...first, ...second.filter((issue) => !paths.has(issue.path))];
}

function findKeyChanges(store: StoreRow, read: ReadBody, current: StoreRecordResponse): Issue[] {
  return schemaOf(store)
    .unique.filter((property) => {
      const value = read.values.get(property);
      if (value === undefined || value === null) return false;
      return showValue(property.type, value) !== current[property.name];
    })
    .map(({ name }) => ({ path: name, message: 'A unique value can not be changed: the id is made of it.' }));
}

function differentId(id: string): Issue {
  return { path: 'id', message: `Leave it out or give the id of this record, ${JSON.stringify(id)}.` };
}

function recordExists(store: StoreRow, id: string): ValidationError {
  const message = `A record with the id ${JSON.stringify(id)} exists; POST /records/batch creates or updates.`;
  return new ValidationError(
    schemaOf(store).unique.map(({ name }) => ({ path: name, message })),
    'record_exists',
  );
}
