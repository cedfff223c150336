import type { Millis, StoreRow } from '../../../ground/rows.ts';
import type { ChangeRow, HistoryRow, HistoryStart, RecordChangeType } from '../../stores/changes.ts';
import type { AuthoredWrite } from '../../writes/write-options.ts';

/** The log of a store. It stays when it is turned off, so that positions rise. */
export interface MemoryChangeLog {
  rows: ChangeRow[];
  history: HistoryRow[];
  /** The position of the last entry. */
  last: number;
  /** The position after which no entry is missing. */
  completeAfter: number;
  usedAt: Millis;
  /** Null: no history has been kept. */
  historyStart: HistoryStart | null;
}

/** What a write appends. Members that a type does not have may be left out. */
export interface NewChange
  extends Partial<Pick<ChangeRow, 'recordId' | 'slots' | 'imported'>>,
    Partial<Pick<HistoryRow, 'before' | 'createdAt' | 'importId'>>,
    AuthoredWrite {
  readonly type: ChangeRow['type'];
  readonly at: Millis;
}

export interface MemoryChangeLogs {
  readonly byStore: Map<string, MemoryChangeLog>;
  /** Starts or continues the log of a store. */
  turnOn(store: StoreRow, now: Millis): MemoryChangeLog;
  /** Notes that the store keeps history from now on. Its log is on. */
  beginHistory(store: StoreRow, now: Millis): void;
  /** Appends the entry if the log of the store is on. `store`: as it is after the change. */
  append(store: StoreRow, change: NewChange): void;
  logsNewStores(accountId: string): boolean;
  logNewStores(accountId: string, on: boolean): void;
  listen(heard: (storeId: string) => void): () => void;
}

export function memoryChangeLogs(): MemoryChangeLogs {
  const byStore = new Map<string, MemoryChangeLog>();
  const loggedAccounts = new Set<string>();
  const listeners = new Set<(storeId: string) => void>();

  return {
    byStore,
    turnOn(store, now) {
      const log = byStore.get(store.id);
      if (log === undefined) {
        const first = { rows: [], history: [], last: 0, completeAfter: 0, usedAt: now, historyStart: null };
        byStore.set(store.id, first);
        return first;
      }
      log.completeAfter = log.last;
      log.usedAt = now;
      return log;
    },
    beginHistory({ id }, now) {
      const log = byStore.get(id);
      if (log !== undefined) log.historyStart = { after: log.last, at: now };
    },
    append(store, { type, at, recordId = null, slots = [], importId = null, ...rest }) {
      const log = store.isLogged ? byStore.get(store.id) : undefined;
      const isAnnounced = importId === null;
      const isKept = store.history !== null && isRecordChange(type) && recordId !== null;
      if (log === undefined || !(isAnnounced || isKept)) return;
      const entry = { position: ++log.last, at, storeVersion: store.version, slots };
      if (isAnnounced) log.rows.push({ ...entry, type, recordId, imported: rest.imported ?? null });
      if (isKept) {
        const { before = null, createdAt = null, by } = rest;
        const author = by == null ? null : { id: by.id, name: by.name };
        log.history.push({ ...entry, type, recordId, before, createdAt, by: author, importId });
      }
      queueMicrotask(() => {
        for (const heard of listeners) heard(store.id);
      });
    },
    logsNewStores: (accountId) => loggedAccounts.has(accountId),
    logNewStores(accountId, on) {
      if (on) loggedAccounts.add(accountId);
      else loggedAccounts.delete(accountId);
    },
    listen(heard) {
      listeners.add(heard);
      return () => listeners.delete(heard);
    },
  };
}

function isRecordChange(type: ChangeRow['type']): type is RecordChangeType {
  return type.startsWith('record.');
}
