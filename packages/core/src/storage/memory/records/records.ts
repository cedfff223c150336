import { RecordEncoder } from '../../../encoding/record-encoder.ts';
import { MAX_RECORD_BYTES } from '../../../ground/limits.ts';
import type { Millis, StoreRow } from '../../../ground/rows.ts';
import { aggregate } from '../../../query/aggregate.ts';
import { type Filter, NEWEST_FIRST } from '../../../query/ast.ts';
import { columnValue, matches, type StoredRecord, select } from '../../../query/evaluate.ts';
import { withinBytes } from '../../../query/record-weight.ts';
import { summarize } from '../../../query/summarize.ts';
import { requireWanted } from '../../../turns/caller.ts';
import { importOutcome, mergeValues, recordBytes } from '../../imports/import-outcome.ts';
import type { ImportBatch, ImportOutcome } from '../../imports/imports.ts';
import { isInState } from '../../records/record-state.ts';
import type {
  ExportedRecords,
  NewRecord,
  RecordStorage,
  RestoredRecord,
  SlotValues,
  StoreReads,
  TransactionWrite,
  UpsertOutcome,
  UpsertRecord,
} from '../../records/records.ts';
import { recordToRow } from '../../records/stored-record.ts';
import type { ValuesBySlot } from '../../stores/changes.ts';
import type { MemoryChangeLogs, NewChange } from '../ground/change-logs.ts';
import type { UnderKey } from '../ground/idempotency-keys.ts';

/** What the records facet needs of other facets: current stores, to reject stale writes, and idempotency keys. */
export interface RecordNeighbours {
  readonly underKey: UnderKey;
  /** Returns the store unless it is deleted. */
  currentStore(storeId: string): StoreRow | null;
  readonly logs: MemoryChangeLogs;
}

/** The time and the origin of a write. */
type Origin = Pick<NewChange, 'at' | 'by' | 'importId'>;

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
  // Records are replaced, never changed, so a list of them (a scan) is a snapshot.
  const recordsByStore = new Map<string, Map<string, StoredRecord>>();
  let lastSeq = 0;

  function recordsOf(storeId: string): Map<string, StoredRecord> {
    const records = recordsByStore.get(storeId) ?? new Map<string, StoredRecord>();
    recordsByStore.set(storeId, records);
    return records;
  }

  function liveRecord(store: StoreRow, id: string, now: Millis): StoredRecord | null {
    const record = recordsByStore.get(store.id)?.get(id);
    return record === undefined || isExpired(store, record, now) ? null : record;
  }

  function liveRecords(store: StoreRow, now: Millis): StoredRecord[] {
    const records = recordsByStore.get(store.id)?.values() ?? [];
    return [...records].filter((record) => !isExpired(store, record, now));
  }

  function matching(store: StoreRow, where: Filter, now: Millis): StoredRecord[] {
    return liveRecords(store, now).filter((record) => matches(where, record));
  }

  function isStale(store: StoreRow): boolean {
    const current = currentStore(store.id);
    return current?.version !== store.version || current.accountId !== store.accountId;
  }

  /** Logs the end of a record of the store as it is now. */
  function logEnd(
    store: StoreRow,
    record: StoredRecord,
    type: 'record.deleted' | 'record.expired',
    origin: Origin,
  ): void {
    const values = type === 'record.deleted' ? stateBefore(store, record) : {};
    logs.append(store, { ...origin, type, recordId: record.id, ...values });
  }

  function logNew(store: StoreRow, record: StoredRecord, origin: Origin): void {
    const slots = store.properties.map(({ slot }) => slot);
    const set = slots.filter((slot) => columnValue(record, slot) !== null);
    logs.append(store, { ...origin, type: 'record.created', recordId: record.id, slots: set });
  }

  function create(store: StoreRow, record: NewRecord, origin: Origin): void {
    const expired = recordsByStore.get(store.id)?.get(record.id);
    if (expired !== undefined) logEnd(store, expired, 'record.expired', origin);
    const times = { createdAt: origin.at, updatedAt: origin.at };
    const created = { id: record.id, seq: ++lastSeq, ...times, slots: mergeValues(new Map(), record) };
    recordsOf(store.id).set(record.id, created);
    logNew(store, created, origin);
  }

  /** Returns whether the record was stored. It is not if its id is taken. */
  function restoreOne(
    store: StoreRow,
    { id, createdAt, updatedAt, values }: RestoredRecord,
    change: Origin | null,
  ): boolean {
    const records = recordsOf(store.id);
    const existing = records.get(id);
    if (existing !== undefined) {
      if (change === null || !isExpired(store, existing, change.at)) return false;
      logEnd(store, existing, 'record.expired', change);
    }
    const slots = mergeValues(new Map(), { slots: store.properties.map(({ slot }) => slot), values });
    const restored = { id, seq: ++lastSeq, createdAt, updatedAt, slots };
    records.set(id, restored);
    if (change !== null) logNew(store, restored, change);
    return true;
  }

  /** Merges the change into a record. Returns null, and changes nothing, if the record would become too large. */
  function change(
    store: StoreRow,
    record: StoredRecord,
    values: SlotValues,
    origin: Origin,
  ): StoredRecord | null {
    const changed = { ...record, updatedAt: origin.at, slots: mergeValues(record.slots, values) };
    if (recordBytes(store, changed.slots) > MAX_RECORD_BYTES) return null;
    recordsOf(store.id).set(record.id, changed);
    const slots = values.slots.filter((slot) => columnValue(record, slot) !== columnValue(changed, slot));
    if (slots.length > 0) {
      const entry = { type: 'record.updated', recordId: record.id, slots } as const;
      logs.append(store, { ...origin, ...entry, ...stateBefore(store, record) });
    }
    return changed;
  }

  function insert(store: StoreRow, record: NewRecord, origin: Origin): 'created' | 'exists' | 'stale' {
    if (isStale(store)) return 'stale';
    if (liveRecord(store, record.id, origin.at) !== null) return 'exists';
    create(store, record, origin);
    return 'created';
  }

  function upsertOne(store: StoreRow, record: UpsertRecord, origin: Origin): UpsertOutcome {
    const existing = liveRecord(store, record.id, origin.at);
    if (existing !== null) return change(store, existing, record, origin) === null ? 'too_large' : 'updated';
    if (!record.complete) return 'incomplete';
    create(store, record, origin);
    return 'created';
  }

  /** Removes the record and logs its deletion. `store`: as the caller read it, for its `recordTtl`. */
  function deleteOne(store: StoreRow, id: string, origin: Origin): boolean {
    const record = liveRecord(store, id, origin.at);
    if (record === null) return false;
    recordsOf(store.id).delete(id);
    logEnd(currentStore(store.id) ?? store, record, 'record.deleted', origin);
    return true;
  }

  function importOne(
    store: StoreRow,
    record: UpsertRecord,
    mode: ImportBatch['mode'],
    origin: Origin,
  ): ImportOutcome {
    const outcome = importOutcome(store, liveRecord(store, record.id, origin.at)?.slots, record, mode);
    return outcome === 'created' || outcome === 'updated' ? upsertOne(store, record, origin) : outcome;
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

  /** Returns one step of a walk over all records of a store, newest first, including expired ones. */
  function step(storeId: string, after: number | null, limit: number) {
    const position = after === null ? null : { value: after, seq: after };
    const query = { where: { all: [] }, order: NEWEST_FIRST, after: position, limit: limit + 1 };
    const found = select(query, recordsOf(storeId).values());
    const records = found.slice(0, limit);
    return { records, next: found.length > limit ? (records.at(-1)?.seq ?? null) : null };
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
    removeRecords(storeId) {
      const ids = [...recordsOf(storeId).keys()];
      recordsByStore.delete(storeId);
      return ids;
    },
    importAll(store, records, mode, origin) {
      if (records.length === 0) return [];
      if (isStale(store)) return 'stale';
      return records.map((record) => importOne(store, record, mode, origin));
    },
  };
}

/** Returns what history keeps of a record before it changes. */
function stateBefore(store: StoreRow, record: StoredRecord): Pick<NewChange, 'before' | 'createdAt'> {
  const before: ValuesBySlot = Object.fromEntries(
    store.properties.flatMap(({ slot }) => {
      const value = columnValue(record, slot);
      return value === null ? [] : [[slot, value]];
    }),
  );
  return { before, createdAt: record.createdAt };
}

function isExpired(store: StoreRow, record: StoredRecord, now: Millis): boolean {
  return store.recordTtl !== null && record.updatedAt + store.recordTtl * 1000 <= now;
}
