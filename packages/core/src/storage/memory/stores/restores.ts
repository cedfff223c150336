import type { NewJob } from '../../../ground/rows.ts';
import type { RestoreRef, RestoreRow, RestoreStorage } from '../../stores/restores.ts';

interface KeptRestore {
  row: RestoreRow;
  readonly results: string[];
}

export function memoryRestores({
  enqueue,
}: {
  readonly enqueue: (jobs: readonly NewJob[]) => void;
}): RestoreStorage {
  const restoresById = new Map<string, KeptRestore>();

  function find({ accountId, storeId, id }: RestoreRef): KeptRestore | null {
    const found = restoresById.get(id);
    return found?.row.accountId === accountId && found.row.storeId === storeId ? found : null;
  }

  return {
    async insert({ id, accountId, storeId, plan, progress, createdAt }, jobs) {
      for (const { row } of restoresById.values()) {
        if (row.storeId === storeId && row.finishedAt === null) return false;
      }
      const given = { id, accountId, storeId, plan, progress, createdAt };
      const row: RestoreRow = { ...given, status: 'running', reason: null, steps: 0, finishedAt: null };
      restoresById.set(id, { row, results: [] });
      enqueue(jobs);
      return true;
    },
    async get(ref) {
      return find(ref)?.row ?? null;
    },
    async advance(ref, from, results, progress) {
      const found = find(ref);
      if (found === null || found.row.finishedAt !== null || found.row.steps !== from) return false;
      found.results.push(results);
      found.row = { ...found.row, steps: from + 1, progress };
      return true;
    },
    async finish(ref, { status, reason }, now) {
      const found = find(ref);
      if (found === null || found.row.finishedAt !== null) return false;
      found.row = { ...found.row, status, reason, finishedAt: now };
      return true;
    },
    async listResults(ref, from, limit) {
      return find(ref)?.results.slice(from, from + limit) ?? [];
    },
    async purge(which, limit) {
      const doomed = [...restoresById.values()]
        .filter(({ row }) =>
          'storeId' in which
            ? row.storeId === which.storeId
            : row.finishedAt !== null && row.finishedAt < which.endedBefore,
        )
        .slice(0, limit);
      for (const { row } of doomed) restoresById.delete(row.id);
      return doomed.length;
    },
  };
}
