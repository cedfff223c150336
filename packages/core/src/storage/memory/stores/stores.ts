import type { Millis, NewJob, StoreRow } from '../../../ground/rows.ts';
import { fold } from '../../../query/fold.ts';
import type { DeletedStoreRow, NewStore, StoreRef, StoreStorage } from '../../stores/stores.ts';
import type { AuthoredWrite } from '../../writes/write-options.ts';
import type { MemoryChangeLogs } from '../ground/change-logs.ts';
import type { UnderKey } from '../ground/idempotency-keys.ts';
import { takePage } from '../ground/seq-page.ts';

/** What the stores facet needs of other facets, so that a change and its consequences are one step. */
export interface StoreNeighbours {
  readonly underKey: UnderKey;
  enqueue(jobs: readonly NewJob[]): void;
  hasLiveRecords(store: StoreRow, now: Millis): boolean;
  /** Removes all records of the store, including expired ones, and returns their ids. */
  removeRecords(storeId: string): string[];
  removeViews(storeId: string): void;
  readonly logs: MemoryChangeLogs;
}

/** The facet, with access to current rows for the records facet. Deleted stores remain until `removeDeleted`. */
export interface MemoryStores {
  readonly storage: StoreStorage;
  /** Returns the store unless it is deleted. */
  current(storeId: string): StoreRow | null;
  /** Returns the store also if it is deleted, until it is removed. */
  known(storeId: string): StoreRow | null;
  /** Turns the log of the store on or off. `updatedAt` stays. */
  setLogged(store: StoreRow, isLogged: boolean): void;
}

export function memoryStores({
  underKey,
  enqueue,
  hasLiveRecords,
  removeRecords,
  removeViews,
  logs,
}: StoreNeighbours): MemoryStores {
  const storesById = new Map<string, StoreRow>();
  const deletionTimes = new Map<string, Millis>();
  let lastSeq = 0;

  function current(storeId: string): StoreRow | null {
    return deletionTimes.has(storeId) ? null : (storesById.get(storeId) ?? null);
  }

  function owned(ref: StoreRef): StoreRow | null {
    const store = current(ref.id);
    return store?.accountId === ref.accountId ? store : null;
  }

  /** Stores the row with its next version. */
  function keep(row: StoreRow): StoreRow {
    const kept = frozen({ ...row, version: row.version + 1 });
    storesById.set(kept.id, kept);
    return kept;
  }

  function named(accountId: string, name: string): StoreRow[] {
    return [...storesById.values()].filter(
      (store) => store.accountId === accountId && store.name === name && !deletionTimes.has(store.id),
    );
  }

  function getDeleted(storeId: string): DeletedStoreRow | null {
    const [store, deletedAt] = [storesById.get(storeId), deletionTimes.get(storeId)];
    return store === undefined || deletedAt === undefined ? null : { store, deletedAt };
  }

  function insert(
    { changes = false, history = null, ...store }: NewStore,
    jobs: readonly NewJob[],
    options: AuthoredWrite,
  ): StoreRow {
    enqueue(jobs);
    const isLogged = changes || history !== null || logs.logsNewStores(store.accountId);
    const logged = { changes, history, isLogged };
    const kept = keep({ ...store, ...logged, freedSlots: [], version: 0, seq: ++lastSeq });
    if (isLogged) logs.turnOn(kept, store.createdAt);
    if (history !== null) logs.beginHistory(kept, store.createdAt);
    logs.append(kept, { type: 'store.created', at: store.createdAt, ...options });
    return kept;
  }

  const storage: StoreStorage = {
    async insert(store, jobs = [], options = {}) {
      return underKey(options, () => insert(store, jobs, options));
    },
    async insertUnlessNamed(store, jobs = [], options = {}) {
      return named(store.accountId, store.name).length > 0 ? null : insert(store, jobs, options);
    },
    async findNamed(accountId, name, limit) {
      return named(accountId, name)
        .sort((a, b) => a.seq - b.seq)
        .slice(0, limit);
    },
    async get(accountId, id) {
      return owned({ accountId, id });
    },
    async list(accountId, { nameContains, ...page }) {
      const rows = [...storesById.values()].filter(
        (store) =>
          store.accountId === accountId &&
          !deletionTimes.has(store.id) &&
          (nameContains === null || fold(store.name).includes(nameContains)),
      );
      return takePage(rows, page);
    },
    async update(ref, change, now, jobs = [], options = {}) {
      const store = owned(ref);
      if (store === null) return null;
      enqueue(jobs);
      const changed = { ...store, ...change };
      const isLogged = store.isLogged || changed.changes || changed.history !== null;
      const kept = keep({ ...changed, isLogged, updatedAt: now });
      if (isLogged && !store.isLogged) logs.turnOn(kept, now);
      if (kept.history !== null && store.history === null) logs.beginHistory(kept, now);
      logs.append(kept, { type: 'store.updated', at: now, ...options });
      return kept;
    },
    async changeSchema(ref, expectedVersion, change, now, options = {}) {
      const store = owned(ref);
      if (store === null) return null;
      if (store.version !== expectedVersion) return 'stale';
      if (change.requireEmpty) {
        if (hasLiveRecords(store, now)) return 'not_empty';
        const expired = removeRecords(store.id);
        for (const recordId of expired) logs.append(store, { type: 'record.expired', at: now, recordId });
      }
      enqueue(change.enqueue);
      const { properties, freedSlots } = change;
      const kept = keep({ ...store, properties, freedSlots, updatedAt: now });
      logs.append(kept, { type: 'store.schema', at: now, ...options });
      return kept;
    },
    async markDeleted(ref, now, jobs, options = {}) {
      const store = owned(ref);
      if (store === null) return false;
      keep({ ...store, updatedAt: now });
      deletionTimes.set(store.id, now);
      enqueue(jobs);
      logs.append(store, { type: 'store.deleted', at: now, ...options });
      return true;
    },
    async getDeleted(storeId) {
      return getDeleted(storeId);
    },
    async listDeleted(accountId, { nameContains, deletedAfter, ...page }) {
      const stores = [...storesById.values()].filter(
        (store) =>
          store.accountId === accountId &&
          (deletionTimes.get(store.id) ?? Number.NEGATIVE_INFINITY) > deletedAfter &&
          (nameContains === null || fold(store.name).includes(nameContains)),
      );
      const { rows, more } = takePage(stores, page);
      return { rows: rows.flatMap(({ id }) => getDeleted(id) ?? []), more };
    },
    async restore({ id, accountId }, deletedAfter, now, jobs, options = {}) {
      const deleted = getDeleted(id);
      if (deleted === null || deleted.store.accountId !== accountId) return null;
      if (deleted.deletedAt <= deletedAfter) return null;
      deletionTimes.delete(id);
      enqueue(jobs);
      const kept = keep({ ...deleted.store, updatedAt: now });
      logs.append(kept, { type: 'store.updated', at: now, ...options });
      return kept;
    },
    async releaseSlots(ref, slots) {
      const store = owned(ref);
      if (store === null) return;
      keep({ ...store, freedSlots: store.freedSlots.filter((slot) => !slots.includes(slot)) });
    },
    async removeDeleted(storeId) {
      if (!deletionTimes.delete(storeId)) return;
      storesById.delete(storeId);
      removeViews(storeId);
    },
    async listWork(after, limit) {
      return [...storesById.values()]
        .map(({ id, accountId, recordTtl, freedSlots }) => {
          return { id, accountId, recordTtl, freedSlots, deletedAt: deletionTimes.get(id) ?? null };
        })
        .filter(
          ({ deletedAt, recordTtl, freedSlots }) =>
            deletedAt !== null || recordTtl !== null || freedSlots.length > 0,
        )
        .filter(({ id }) => after === null || id > after)
        .sort((a, b) => (a.id < b.id ? -1 : 1))
        .slice(0, limit);
    },
  };

  return {
    storage,
    current,
    known: (storeId) => storesById.get(storeId) ?? null,
    setLogged(store, isLogged) {
      keep({ ...store, isLogged });
    },
  };
}

/** Returns a frozen deep copy, so that the stored row can be returned without copying it. */
function frozen(store: StoreRow): StoreRow {
  return Object.freeze({
    ...store,
    properties: Object.freeze(store.properties.map((property) => Object.freeze({ ...property }))),
    freedSlots: Object.freeze([...store.freedSlots]),
  });
}
