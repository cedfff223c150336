import type { Millis, StoreRow } from '../../../ground/rows.ts';
import { type Filter, NEWEST_FIRST } from '../../../query/ast.ts';
import { matches, type StoredRecord, select } from '../../../query/evaluate.ts';

/** The records of all stores, with those that have expired until they are removed. */
export type HeldRecords = ReturnType<typeof heldRecords>;

export function heldRecords() {
  // Records are replaced, never changed, so a list of them (a scan) is a snapshot.
  const recordsByStore = new Map<string, Map<string, StoredRecord>>();

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

  /** Returns one step of a walk over all records of a store, newest first, including expired ones. */
  function step(storeId: string, after: number | null, limit: number) {
    const position = after === null ? null : { value: after, seq: after };
    const query = { where: { all: [] }, order: NEWEST_FIRST, after: position, limit: limit + 1 };
    const found = select(query, recordsOf(storeId).values());
    const records = found.slice(0, limit);
    return { records, next: found.length > limit ? (records.at(-1)?.seq ?? null) : null };
  }

  return {
    recordsOf,
    liveRecord,
    liveRecords,
    matching,
    step,
    /** Removes all records of the store and returns their ids. */
    removeRecords(storeId: string): string[] {
      const ids = [...recordsOf(storeId).keys()];
      recordsByStore.delete(storeId);
      return ids;
    },
  };
}

export function isExpired(store: StoreRow, record: StoredRecord, now: Millis): boolean {
  return store.recordTtl !== null && record.updatedAt + store.recordTtl * 1000 <= now;
}
