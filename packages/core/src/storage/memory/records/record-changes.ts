import { MAX_RECORD_BYTES } from '../../../ground/limits.ts';
import type { StoreRow } from '../../../ground/rows.ts';
import { columnValue, type StoredRecord } from '../../../query/evaluate.ts';
import { importOutcome, mergeValues, recordBytes } from '../../imports/import-outcome.ts';
import type { ImportBatch, ImportOutcome } from '../../imports/imports.ts';
import type {
  NewRecord,
  RestoredRecord,
  SlotValues,
  UpsertOutcome,
  UpsertRecord,
} from '../../records/records.ts';
import type { ValuesBySlot } from '../../stores/changes.ts';
import type { MemoryChangeLogs, NewChange } from '../ground/change-logs.ts';
import { type HeldRecords, isExpired } from './held-records.ts';

/** The time and the origin of a write. */
export type Origin = Pick<NewChange, 'at' | 'by' | 'importId'>;

/** Changes of single records, each with its entry in the log of the store. The caller has checked the store's version. */
export function recordChanges(
  { recordsOf, liveRecord }: HeldRecords,
  logs: MemoryChangeLogs,
  currentStore: (storeId: string) => StoreRow | null,
) {
  let lastSeq = 0;

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
    const expired = recordsOf(store.id).get(record.id);
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

  return { logEnd, create, restoreOne, change, upsertOne, deleteOne, importOne };
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
