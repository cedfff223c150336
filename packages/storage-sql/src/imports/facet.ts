import type { AuthoredWrite, ImportRow, ImportStorage, StoreRow } from '@vitrine/core/storage';
import { authored, logged } from '../change-log/logged-write.ts';
import type { SqlDriver } from '../driver.ts';
import { shapeName } from '../layout/record-layout.ts';
import { givenRecords } from '../records/writes/given-records.ts';
import { seldom } from '../statements/seldom.ts';

export function sqlImports(driver: SqlDriver): ImportStorage {
  const inTurn = driver.writesInOrder
    ? <Result>(_: string, run: () => Promise<Result>) => run()
    : runInTurn();
  // A batch after one with existing records probably has some too.
  const newOnly = seldom({ failures: 1, oneOf: { first: 8, most: 256 } });
  return {
    async insert(row, enqueue) {
      await driver.run('insertImport', { row, enqueue }, { account: row.accountId });
    },
    get: (ref): Promise<ImportRow | null> => driver.run('getImport', ref),
    list: ({ accountId, storeId }, { before, limit }) =>
      driver.run('listImports', { accountId, storeId, before, limit }),
    load: () => driver.run('importLoad', null),
    advance(store, ref, { records, ...rest }, now, options) {
      const { accountId, storeId, id } = ref;
      const args = {
        ref: { accountId, storeId, id },
        write: writeOf(store, id, now, options),
        batch: {
          ...rest,
          records: givenRecords(records),
          places: records.map(({ place }) => place),
        },
        storeShape: shapeName(store.properties.map(({ slot }) => slot)),
      };
      const caller = { account: accountId };
      return inTurn(id, async () => {
        const attempt = newOnly(id);
        if (driver.importsNewAtOnce && attempt.isDue()) {
          const isWritten = await driver.run('advanceNew', args, caller);
          attempt.note(isWritten);
          if (isWritten) return 'advanced';
        }
        return driver.run('advanceImport', args, caller);
      });
    },
    finish({ accountId, storeId, id }, { status, reason, isDryRun = false }, now, options) {
      const args = { accountId, storeId, id, status, reason, isDryRun, now, ...authored(options) };
      return driver.run('finishImport', args, { account: accountId });
    },
    replacePlan: ({ accountId, storeId, id }, plan) =>
      driver.run('replaceImportPlan', { accountId, storeId, id, plan }, { account: accountId }),
    listRefused: ({ id }, after, limit) => driver.run('listRefused', { id, after, limit }),
    async findDrafts({ id }, ids) {
      return ids.length === 0 ? [] : driver.run('findDrafts', { id, ids });
    },
    trim: ({ accountId, storeId, id }, scope) =>
      driver.run('trimImport', { accountId, storeId, id, scope }, { account: accountId }),
    findRemovable: (which) => driver.run('findRemovableImport', which),
  };
}

function writeOf(store: StoreRow, importId: string, now: number, options?: AuthoredWrite) {
  const { id, seq, accountId, version, recordTtl } = store;
  const expiredUpTo = recordTtl === null ? null : now - recordTtl * 1000;
  const origin = { ...authored(options), ...logged(store, importId) };
  return { storeId: id, storeNumber: seq, accountId, version, now, expiredUpTo, ...origin };
}

/** Returns a function that starts a call when the last one under the same name has settled. */
function runInTurn(): <Result>(name: string, run: () => Promise<Result>) => Promise<Result> {
  const lastByName = new Map<string, Promise<unknown>>();
  return (name, run) => {
    const result = (lastByName.get(name) ?? Promise.resolve()).then(run, run);
    const settled = result.then(forget, forget);
    lastByName.set(name, settled);
    function forget(): void {
      if (lastByName.get(name) === settled) lastByName.delete(name);
    }
    return result;
  };
}
