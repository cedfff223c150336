import { RecordEncoder } from '../../../encoding/record-encoder.ts';
import type { Millis, StoreRow } from '../../../ground/rows.ts';
import { aggregate } from '../../../query/aggregate.ts';
import { columnValue, select } from '../../../query/evaluate.ts';
import { withinBytes } from '../../../query/record-weight.ts';
import { summarize } from '../../../query/summarize.ts';
import { requireWanted } from '../../../turns/caller.ts';
import { mergeValues } from '../../imports/import-outcome.ts';
import type { ImportBatch, ImportOutcome } from '../../imports/imports.ts';
import { isInState } from '../../records/record-state.ts';
import type {
  ExportedRecords,
  NewRecord,
  RecordStorage,
  StoreReads,
  TransactionWrite,
  UpsertRecord,
} from '../../records/records.ts';
import { recordToRow } from '../../records/stored-record.ts';
import type { MemoryChangeLogs } from '../ground/change-logs.ts';
import type { UnderKey } from '../ground/idempotency-keys.ts';
import { heldRecords, isExpired } from './held-records.ts';
import { type Origin, recordChanges } from './record-changes.ts';

/** What the records facet needs of other facets: current stores, to reject stale writes, and idempotency keys. */
export interface RecordNeighbours {
  readonly underKey: UnderKey;
  /** Returns the store unless it is deleted. */
  currentStore(storeId: string): StoreRow | null;
  readonly logs: MemoryChangeLogs;
}

export interface MemoryRecords {
  readonly storage: RecordStorage;
  hasLiveRecords(store: StoreRow, now: Millis): boolean;
  /** Removes all records of the store and returns their ids. */
  removeRecords(storeId: string): string[];
  /** Writes the records of an import in order (`ImportStorage.advance`). Returns one outcome for each. */
  importAll(
    store: StoreRow,
    records: readonly UpsertRecord[],
    mode: ImportBatch['mode'],
    origin: Origin,
  ): ImportOutcome[] | 'stale';
}

export function memoryRecords({ underKey, currentStore, logs }: RecordNeighbours): MemoryRecords {
  const held = heldRecords();
  const { recordsOf, liveRecord, liveRecords, matching, step, removeRecords } = held;
  const { logEnd, create, restoreOne, change, upsertOne, deleteOne, importOne } = recordChanges(
    held,
    logs,
    currentStore,
  );

  function isStale(store: StoreRow): boolean {
    const current = currentStore(store.id);
    return current?.version !== store.version || current.accountId !== store.accountId;
  }

  function insert(store: StoreRow, record: NewRecord, origin: Origin): 'created' | 'exists' | 'stale' {
    if (isStale(store)) return 'stale';
    if (liveRecord(store, record.id, origin.at) !== null) return 'exists';
    create(store, record, origin);
    return 'created';
  }

  /** Returns whether the store and its records are as a transaction has read them. */
  function areAsRead({ store, records }: StoreReads, now: Millis): boolean {
    if (isStale(store)) return false;
    return records.every(({ id, state }) => {
      const record = liveRecord(store, id, now);
      return isInState(record && recordToRow(store, record), state);
    });
  }

  function make(write: TransactionWrite): void {
    const { store, by, now: at } = write;
    if (write.kind === 'delete') for (const id of write.ids) deleteOne(store, id, { at, by });
    else for (const record of write.records) upsertOne(store, record, { at, by });
  }

  const storage: RecordStorage = {
    async get(store, id, now) {
      const record = liveRecord(store, id, now);
      return record === null ? null : recordToRow(store, record);
    },
    async getAll(store, ids, now) {
      return [...new Set(ids)].flatMap((id) => {
        const record = liveRecord(store, id, now);
        return record === null ? [] : [recordToRow(store, record)];
      });
    },
    async insert(store, record, now, options) {
      return underKey(
        options,
        () => insert(store, record, { at: now, by: options?.by }),
        (outcome) => outcome === 'created',
      );
    },
    async upsert(store, records, now, options) {
      if (records.length === 0) return [];
      const origin = { at: now, by: options?.by };
      return underKey(
        options,
        () => (isStale(store) ? 'stale' : records.map((record) => upsertOne(store, record, origin))),
        (outcomes) => outcomes !== 'stale',
      );
    },
    async patch(store, id, values, now, { expected, by } = {}) {
      if (isStale(store)) return 'stale';
      const record = liveRecord(store, id, now);
      if (record === null) return null;
      if (expected !== undefined && !isInState(recordToRow(store, record), expected)) return 'changed';
      const changed = change(store, record, values, { at: now, by });
      return changed === null ? 'too_large' : recordToRow(store, changed);
    },
    async delete(store, ids, now, options) {
      if (ids.length === 0) return [];
      return underKey(options, () => ids.filter((id) => deleteOne(store, id, { at: now, by: options?.by })));
    },
    async commit({ reads, writes, now }) {
      if (!reads.every((read) => areAsRead(read, now))) return false;
      for (const write of writes) make(write);
      return true;
    },
    async deleteUnchanged(store, id, expected, now, options = {}) {
      if (isStale(store)) return 'stale';
      const record = liveRecord(store, id, now);
      if (record === null || !isInState(recordToRow(store, record), expected)) return 'changed';
      deleteOne(store, id, { at: now, ...options });
      return 'deleted';
    },
    async restore(store, records, change) {
      if (isStale(store)) return 'stale';
      return records.filter((record) => restoreOne(store, record, change ?? null)).length;
    },
    async find(store, query, now, options = {}) {
      requireWanted(options);
      const found = select({ ...query, limit: query.limit + 1 }, liveRecords(store, now));
      const page = found.slice(0, query.limit).map((record) => recordToRow(store, record));
      const rows = withinBytes(page, query.maxBytes);
      return { rows, more: found.length > rows.length };
    },
    async count(store, where, now, options = {}) {
      requireWanted(options);
      return matching(store, where, now).length;
    },
    async aggregate(store, op, slot, where, now, options = {}) {
      requireWanted(options);
      return aggregate(op, slot, matching(store, where, now));
    },
    async summarize(store, query, now, options = {}) {
      requireWanted(options);
      return summarize(query, matching(store, query.where, now));
    },
    async *export(store, query, encoding, now, options = {}): AsyncGenerator<ExportedRecords> {
      requireWanted(options);
      const found = select({ ...query, after: null, limit: query.limit + 1 }, liveRecords(store, now));
      const more = found.length > query.limit;
      const encoder = new RecordEncoder(encoding);
      for (const record of found.slice(0, query.limit)) {
        encoder.add(encoding.columns.map((column) => columnValue(record, column)));
        if (!encoder.isFull) continue;
        yield { ...encoder.take(), more };
        requireWanted(options);
      }
      yield { ...encoder.end(), more };
    },
    async purge(storeId, limit) {
      if (currentStore(storeId) !== null) return 0;
      const records = recordsOf(storeId);
      const ids = [...records.keys()].slice(0, limit);
      for (const id of ids) records.delete(id);
      return ids.length;
    },
    async purgeExpired(store, after, limit, now) {
      // Uses the current store, so that a longer `recordTtl`, set after the caller read the store, preserves its
      // records.
      const current = currentStore(store.id);
      if (current === null || current.recordTtl === null) return { purged: 0, next: null };
      const { records, next } = step(store.id, after, limit);
      const expired = records.filter((record) => isExpired(current, record, now));
      for (const record of expired) {
        recordsOf(store.id).delete(record.id);
        logEnd(current, record, 'record.expired', { at: now });
      }
      return { purged: expired.length, next };
    },
    async clearSlots(store, slots, after, limit) {
      if (isStale(store)) return 'stale';
      const { records, next } = step(store.id, after, limit);
      const unset = { slots, values: slots.map(() => null) };
      for (const record of records) {
        recordsOf(store.id).set(record.id, { ...record, slots: mergeValues(record.slots, unset) });
      }
      return { next };
    },
    async copySlot(store, { from, to }, copies) {
      if (isStale(store)) return 'stale';
      const copiesBySeq = new Map(copies.map((copy) => [copy.seq, copy]));
      for (const record of recordsOf(store.id).values()) {
        const copy = copiesBySeq.get(record.seq);
        if (copy === undefined || columnValue(record, from) !== copy.value) continue;
        const slots = mergeValues(record.slots, { slots: [to], values: [copy.copy] });
        recordsOf(store.id).set(record.id, { ...record, slots });
      }
      return 'copied';
    },
  };

  return {
    storage,
    hasLiveRecords: (store, now) => liveRecords(store, now).length > 0,
    removeRecords,
    importAll(store, records, mode, origin) {
      if (records.length === 0) return [];
      if (isStale(store)) return 'stale';
      return records.map((record) => importOne(store, record, mode, origin));
    },
  };
}
