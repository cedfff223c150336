import type { Slice } from '../../../ground/rows.ts';
import type { ChangeStorage, HistoryPage, HistoryRow } from '../../stores/changes.ts';
import type { MemoryChangeLog, MemoryChangeLogs } from '../ground/change-logs.ts';
import type { MemoryStores } from './stores.ts';

export function memoryChanges(
  logs: MemoryChangeLogs,
  stores: Pick<MemoryStores, 'current' | 'known' | 'setLogged'>,
): ChangeStorage {
  const logOf = (storeId: string): MemoryChangeLog | null => logs.byStore.get(storeId) ?? null;
  const historyOf = (storeId: string): readonly HistoryRow[] => logOf(storeId)?.history ?? [];

  return {
    async turnOn({ id, accountId }, now) {
      const store = stores.current(id);
      if (store?.accountId !== accountId) return null;
      const log = logOf(id);
      if (!store.isLogged || log === null) {
        stores.setLogged(store, true);
        return logs.turnOn(store, now).last;
      }
      log.usedAt = Math.max(log.usedAt, now);
      return log.last;
    },
    async turnOff({ id, accountId }, usedBefore) {
      const store = stores.current(id);
      const log = logOf(id);
      if (store?.accountId !== accountId || log === null || !store.isLogged) return false;
      if (store.changes || store.history !== null || log.usedAt >= usedBefore) return false;
      stores.setLogged(store, false);
      return true;
    },
    async markUsed(storeIds, now) {
      for (const id of storeIds) {
        const log = logOf(id);
        if (log !== null) log.usedAt = Math.max(log.usedAt, now);
      }
    },
    async list(after, limit) {
      return [...logs.byStore]
        .flatMap(([id, { usedAt }]) => {
          const store = stores.known(id);
          if (store === null || (after !== null && id <= after)) return [];
          const { accountId, changes, history, isLogged } = store;
          return [{ id, accountId, changes, history, isLogged, usedAt }];
        })
        .sort((a, b) => (a.id < b.id ? -1 : 1))
        .slice(0, limit);
    },
    async read(storeId, { after, limit, types }) {
      const log = logOf(storeId);
      if (log === null || !stores.known(storeId)?.isLogged) return 'expired';
      if (after < log.completeAfter || after > log.last) return 'expired';
      const found = log.rows.filter(
        ({ position, type }) => position > after && (types?.includes(type) ?? true),
      );
      const rows = found.slice(0, limit);
      const more = found.length > rows.length;
      return { rows, more, position: more ? (rows.at(-1)?.position ?? after) : log.last };
    },
    async positions(storeIds) {
      return new Map(
        storeIds.flatMap((id): [string, number][] => {
          const log = logOf(id);
          return log === null ? [] : [[id, log.last]];
        }),
      );
    },
    async history(storeId, recordId, page) {
      return newestFirst(
        historyOf(storeId).filter((row) => row.recordId === recordId),
        page,
      );
    },
    async deleted(storeId, page) {
      return newestFirst(deletions(historyOf(storeId)), page);
    },
    async lastChanges(storeId, recordIds) {
      const last = lastByRecord(historyOf(storeId));
      return [...new Set(recordIds)].flatMap((id) => last.get(id) ?? []);
    },
    async historyStart(storeId) {
      return logOf(storeId)?.historyStart ?? null;
    },
    async firstChanges(storeId, which, afterId, limit) {
      const first = new Map<string, HistoryRow>();
      for (const row of historyOf(storeId)) {
        const isOne = 'after' in which ? row.position > which.after : row.importId === which.importId;
        if (isOne && !first.has(row.recordId)) first.set(row.recordId, row);
      }
      return [...first.values()]
        .filter(({ recordId }) => afterId === null || recordId > afterId)
        .sort((a, b) => (a.recordId < b.recordId ? -1 : 1))
        .slice(0, limit);
    },
    async purgeHistory(storeId, recordIds, limit) {
      const log = logOf(storeId);
      if (log === null) return 0;
      const wanted = recordIds === null ? null : new Set(recordIds);
      const removed = new Set(
        log.history.filter(({ recordId }) => wanted?.has(recordId) ?? true).slice(0, limit),
      );
      log.history = log.history.filter((row) => !removed.has(row));
      return removed.size;
    },
    async trim(storeId, kept, limit) {
      const log = logOf(storeId);
      if (log === null) return false;
      const beyond = log.rows.length - kept.most;
      const doomed = log.rows.filter(({ at }, i) => i < beyond || at < kept.since);
      const last = doomed.slice(0, limit).at(-1)?.position ?? log.completeAfter;
      log.rows = log.rows.filter(({ position }) => position > last);
      log.completeAfter = Math.max(log.completeAfter, last);
      const { historySince } = kept;
      let bytes = log.history.reduce((sum, row) => sum + bytesOf(row), 0);
      const old = log.history.filter((row) => {
        const isKept = historySince !== null && row.at >= historySince && bytes <= kept.historyBytes;
        bytes -= bytesOf(row);
        return !isKept;
      });
      const removed = new Set(old.slice(0, limit));
      log.history = log.history.filter((row) => !removed.has(row));
      const end = [...removed].at(-1);
      if (end !== undefined) log.historyStart = { after: end.position, at: end.at };
      return doomed.length > limit || old.length > limit;
    },
    async purge(storeId, limit) {
      const log = logOf(storeId);
      if (log === null || stores.current(storeId) !== null) return false;
      log.rows = log.rows.slice(limit);
      log.history = log.history.slice(limit);
      if (log.rows.length > 0 || log.history.length > 0) return true;
      logs.byStore.delete(storeId);
      return false;
    },
    async logNewStores(accountId, on) {
      logs.logNewStores(accountId, on);
    },
    listen: logs.listen,
  };
}

function newestFirst(rows: readonly HistoryRow[], { before, limit }: HistoryPage): Slice<HistoryRow> {
  const found = rows.filter(({ position }) => before === null || position < before).reverse();
  return { rows: found.slice(0, limit), more: found.length > limit };
}

/** Returns the deletions that are the last change of their records. */
function deletions(history: readonly HistoryRow[]): HistoryRow[] {
  const last = lastByRecord(history);
  return history.filter((row) => row.type === 'record.deleted' && last.get(row.recordId) === row);
}

function lastByRecord(history: readonly HistoryRow[]): Map<string, HistoryRow> {
  return new Map(history.map((row) => [row.recordId, row]));
}

function bytesOf({ before }: HistoryRow): number {
  return before === null ? 0 : Buffer.byteLength(JSON.stringify(before));
}
