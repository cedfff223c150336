import type { RestoreRef, RestoreStorage } from '@vitrine/core/storage';
import type { SqlDriver } from '../driver.ts';

export function sqlRestores(driver: SqlDriver): RestoreStorage {
  return {
    insert: ({ accountId, storeId, id, plan, progress, createdAt }, enqueue) =>
      driver.run('insertRestore', { row: { accountId, storeId, id, plan, progress, createdAt }, enqueue }),
    get: (ref) => driver.run('getRestore', refOf(ref)),
    advance: (ref, from, results, progress) =>
      driver.run('advanceRestore', { ref: refOf(ref), from, results, progress }),
    finish: (ref, { status, reason }, now) =>
      driver.run('finishRestore', { ref: refOf(ref), end: { status, reason }, now }),
    listResults: (ref, from, limit) => driver.run('listRestoreResults', { ref: refOf(ref), from, limit }),
    purge: (which, limit) => driver.run('purgeRestores', { which, limit }),
  };
}

/** Returns the reference of a row, because callers may pass whole rows. Only the reference crosses to the writer. */
function refOf({ accountId, storeId, id }: RestoreRef): RestoreRef {
  return { accountId, storeId, id };
}
