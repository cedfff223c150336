import { parseContract } from '../../contracts/ground/contract.ts';
import {
  DeleteRecordQuery,
  type DeleteRecordResponse,
  parseRecordRequest,
  type StoreRecordRequest,
  type StoreRecordResponse,
  ValidateStoreRecordQuery,
} from '../../contracts/records/records.ts';
import { type Issue, NotFoundError, QuotaExceededError, ValidationError } from '../../ground/errors.ts';
import { canBeStored } from '../../ground/stored-text.ts';
import { type Principal, requireAccountKey } from '../../ports/access.ts';
import { differentId, readOwnId } from '../../schema/read-id.ts';
import {
  findMissing,
  findTooLarge,
  findUnset,
  type ReadBody,
  readRecordBody,
  TOO_LARGE,
} from '../../schema/read-record.ts';
import { showRecord } from '../../schema/record-json.ts';
import { schemaOf } from '../../schema/store-schema.ts';
import type { RecordRow, RecordState, StoreRow, WriteOptions } from '../../storage/index.ts';
import { showValue } from '../../values/value.ts';
import type { ServiceContext } from '../calls/context.ts';
import { guardWrites } from '../guard/write-guard.ts';
import { once, type RepeatableCall } from '../idempotency/idempotency.ts';
import { openStore, writeUnderSchema } from '../stores/open-store.ts';
import { previewUpsert } from './preview-upsert.ts';
import { purgeHistory } from './purge-history.ts';
import { recordBatch } from './record-batch.ts';
import { recordExport } from './record-export.ts';
import { recordMany } from './record-many.ts';
import { requireMatch, stateCondition } from './record-match.ts';
import { recordQueries } from './record-query.ts';
import { readRecordKey, recordReads, requireRecord } from './record-reads.ts';
import { recordSearch } from './record-search.ts';
import type { RecordService } from './record-service.ts';
import { recordSummary } from './record-summary.ts';
import { findUnfit, toSlotValues } from './written-values.ts';

/** A new record, with the properties of its store at that time. */
interface NewRecordPlan {
  readonly properties: StoreRow['properties'];
  readonly row: Parameters<typeof showRecord>[1];
}

const ADD: RepeatableCall<NewRecordPlan, unknown, StoreRecordResponse> = {
  name: 'records.add',
  show: (_context, { plan }) => showNew(plan),
};

const DELETE_BY_KEY: RepeatableCall<string, string[], DeleteRecordResponse> = {
  name: 'records.deleteByKey',
  show: (_context, { plan, result }) => showDeletion(plan, result),
};

export function recordService(context: ServiceContext): RecordService {
  const { storage, clock, ids, quotas, recordHooks } = context;
  const reads = recordReads(context);
  const batch = recordBatch(context);

  /** Reads a new record as `add` would store it. Its id is null if it is random. Throws all issues. */
  async function readNew(
    { key: by }: Principal,
    store: StoreRow,
    body: StoreRecordRequest,
    isPreview: boolean,
  ): Promise<{ read: ReadBody; id: string | null }> {
    const before = recordHooks.of(store, { by, action: 'add', recordId: null, isPreview });
    const given = readRecordBody(store, parseRecordRequest(body));
    const read = before === null ? given : await before(given);
    const issues = [
      ...read.issues,
      ...findUnfit(read),
      ...findMissing(store, read),
      ...findTooLarge(store, read),
    ];
    const id = readOwnId(store, read, issues);
    if (issues.length > 0) throw new ValidationError(issues);
    return { read, id };
  }

  function planNew(store: StoreRow, read: ReadBody, id: string | null, now: number): NewRecordPlan {
    const values = store.properties.map((property) => read.values.get(property) ?? null);
    return { properties: store.properties, row: { id, values, createdAt: now, updatedAt: now } };
  }

  async function deleteOne(store: StoreRow, id: string, how: WriteOptions): Promise<string[]> {
    return canBeStored(id) ? storage.records.delete(store, [id], clock(), how) : [];
  }

  /** Reads a patch. A body that is not an object is rejected only after the record was found. */
  async function readPatch(store: StoreRow, recordId: string, body: StoreRecordRequest): Promise<ReadBody> {
    try {
      return readRecordBody(store, parseRecordRequest(body));
    } catch (error) {
      await requireRecord(context, store, recordId);
      throw error;
    }
  }

  /** Runs the hooks of the store for a patch of a record that exists. */
  async function hookPatch(
    { key: by }: Principal,
    store: StoreRow,
    recordId: string,
    given: ReadBody,
  ): Promise<ReadBody> {
    const before = recordHooks.of(store, { by, action: 'patch', recordId, isPreview: false });
    if (before === null) return given;
    await requireRecord(context, store, recordId);
    return before(given);
  }

  /** Returns the state of a record that has one of the entity tags, for a write that expects it. */
  async function requireState(store: StoreRow, id: string, condition: string): Promise<RecordState> {
    const row = await storage.records.get(store, id, clock());
    if (row === null) throw new NotFoundError('record');
    requireMatch(showRecord(store, row), condition);
    return stateOf(row);
  }

  /** Returns whether a deletion is also a purge. Looks at the store only if the query has members, so that 404 comes first. */
  async function readPurge(
    principal: Principal,
    storeId: string,
    query: DeleteRecordQuery,
  ): Promise<boolean> {
    if (Object.keys(query).length === 0) return false;
    await openStore(context, principal, storeId);
    if (query.purge !== undefined) requireAccountKey(principal);
    return String(parseContract(DeleteRecordQuery, query).purge) === 'true';
  }

  async function deleteAny(
    principal: Principal,
    storeId: string,
    recordId: string,
  ): Promise<DeleteRecordResponse> {
    const store = await openStore(context, principal, storeId);
    return showDeletion(recordId, await deleteOne(store, recordId, { by: principal.key }));
  }

  /** Deletes a record that has one of the entity tags. A record that is gone already has reached the wanted state. */
  async function deleteMatch(
    { key: by }: Principal,
    store: StoreRow,
    id: string,
    condition: string,
  ): Promise<DeleteRecordResponse | 'stale'> {
    const row = canBeStored(id) ? await storage.records.get(store, id, clock()) : null;
    if (row === null) return { id, status: 'already_deleted' };
    requireMatch(showRecord(store, row), condition);
    const outcome = await storage.records.deleteUnchanged(store, id, stateOf(row), clock(), { by });
    return outcome === 'deleted' ? { id, status: 'deleted' } : 'stale';
  }

  const service: RecordService = {
    ...recordQueries(context),
    ...recordSearch(context),
    ...recordSummary(context),
    ...recordExport(context),
    ...batch,
    ...recordMany(batch),

    add: (principal, storeId, body, options) =>
      once(context, ADD, { principal, inputs: [storeId, body], options }, (write) =>
        writeUnderSchema(context, principal, storeId, async (store) => {
          const { read, id: derivedId } = await readNew(principal, store, body, false);
          const now = clock();
          const id = derivedId ?? ids.uuid(now);
          const record = { id, ...toSlotValues(store, read) };
          const plan = planNew(store, read, id, now);
          const outcome = await quotas.share(store.accountId, 'records', 1, async (granted, limit) => {
            if (granted > 0) {
              const result = await write(plan, (how) => storage.records.insert(store, record, now, how));
              return { result, created: result === 'created' ? 1 : 0 };
            }
            // A record that exists takes precedence over an exhausted quota.
            const existing = await storage.records.get(store, id, now);
            if (existing === null) throw new QuotaExceededError('records', limit);
            return { result: 'exists' as const, created: 0 };
          });
          if (outcome === 'stale') return outcome;
          if (outcome === 'exists') throw recordExists(store, id);
          return showNew(plan);
        }),
      ),

    async get(principal, storeId, recordId) {
      return reads.get(principal, storeId, recordId);
    },

    patch: (principal, storeId, recordId, body, options = {}) =>
      writeUnderSchema(context, principal, storeId, async (store) => {
        const condition = stateCondition(options);
        const given = await readPatch(store, recordId, body);
        const read = given.values.size === 0 ? given : await hookPatch(principal, store, recordId, given);
        const issues = [...read.issues, ...findUnfit(read), ...findUnset(read), ...findTooLarge(store, read)];
        if (read.id !== undefined && read.id !== recordId) issues.push(differentId(recordId));
        const touchesKey = schemaOf(store).unique.some((property) => read.values.has(property));
        if (issues.length > 0 || touchesKey || read.values.size === 0) {
          // 404 takes precedence over 400, and a body without properties changes nothing.
          const current = await requireRecord(context, store, recordId);
          issues.push(...findKeyChanges(store, read, current));
          if (issues.length > 0) throw new ValidationError(issues);
          if (read.values.size === 0) {
            if (condition !== null) requireMatch(current, condition);
            return current;
          }
        }
        if (!canBeStored(recordId)) throw new NotFoundError('record');
        const change = toSlotValues(store, read);
        const expected = condition === null ? undefined : await requireState(store, recordId, condition);
        const row = await storage.records.patch(store, recordId, change, clock(), {
          by: principal.key,
          expected,
        });
        // After a change the condition is checked again.
        if (row === 'stale' || row === 'changed') return 'stale';
        if (row === null) throw new NotFoundError('record');
        if (row === 'too_large') throw new ValidationError([TOO_LARGE]);
        return showRecord(store, row);
      }),

    async delete(principal, storeId, recordId, options = {}, query = {}) {
      const isPurge = await readPurge(principal, storeId, query);
      const condition = stateCondition(options);
      const deleted =
        condition === null
          ? await deleteAny(principal, storeId, recordId)
          : await writeUnderSchema(context, principal, storeId, (store) =>
              deleteMatch(principal, store, recordId, condition),
            );
      if (isPurge && canBeStored(recordId)) await purgeHistory(storage, storeId, [recordId], clock());
      return deleted;
    },

    async lookup(principal, storeId, key) {
      return reads.lookup(principal, storeId, key);
    },

    deleteByKey: (principal, storeId, key, options) =>
      once(context, DELETE_BY_KEY, { principal, inputs: [storeId, key], options }, async (write) => {
        const store = await openStore(context, principal, storeId);
        const id = readRecordKey(store, key);
        return showDeletion(id, await write(id, (how) => deleteOne(store, id, how)));
      }),

    async validate(principal, storeId, body, query = {}) {
      const store = await openStore(context, principal, storeId);
      const { mode } = parseContract(ValidateStoreRecordQuery, query);
      if (mode === 'upsert') return (await previewUpsert(context, principal, store, body)).record;
      const { read, id } = await readNew(principal, store, body, true);
      const now = clock();
      if (id !== null && (await storage.records.get(store, id, now)) !== null) throw recordExists(store, id);
      return showNew(planNew(store, read, id, now));
    },

    async previewUpsert(principal, storeId, body) {
      return previewUpsert(context, principal, await openStore(context, principal, storeId), body);
    },
  };
  return guardWrites(service, {
    list: 'reads',
    add: 'writes',
    get: 'reads',
    patch: 'writes',
    delete: 'writes',
    batchUpsert: 'writes',
    batchDelete: 'writes',
    upsertMany: 'writes',
    deleteMany: 'writes',
    lookup: 'reads',
    deleteByKey: 'writes',
    validate: 'reads',
    previewUpsert: 'reads',
    search: 'reads',
    count: 'reads',
    aggregate: 'reads',
    query: 'reads',
    summarize: 'reads',
    export: 'reads',
    exportMatching: 'reads',
  });
}

function showNew({ properties, row }: NewRecordPlan): StoreRecordResponse {
  return showRecord({ properties }, row);
}

function showDeletion(id: string, deleted: readonly string[]): DeleteRecordResponse {
  return { id, status: deleted.length === 1 ? 'deleted' : 'already_deleted' };
}

function stateOf({ seq, updatedAt, values }: RecordRow): RecordState {
  return { seq, updatedAt, values };
}

function findKeyChanges(store: StoreRow, read: ReadBody, current: StoreRecordResponse): Issue[] {
  return schemaOf(store)
    .unique.filter((property) => {
      const value = read.values.get(property);
      if (value === undefined || value === null) return false;
      return showValue(property.type, value) !== current[property.name];
    })
    .map(({ name }) => ({
      path: name,
      message: 'A unique value cannot be changed, because the id is derived from it.',
    }));
}

function recordExists(store: StoreRow, id: string): ValidationError {
  const message = `A record with the id ${JSON.stringify(id)} exists; a batch upsert creates or updates.`;
  return new ValidationError(
    schemaOf(store).unique.map(({ name }) => ({ path: name, message })),
    'record_exists',
  );
}
