import type { ImportRow, ImportStorage, StoreRow } from '@vitrine/core/storage';
import type { SqlDriver } from '../driver.ts';
import { shapeName } from '../layout/record-layout.ts';

export function sqlImports(driver: SqlDriver): ImportStorage {
  return {
    async insert(row, enqueue) {
      await driver.run('insertImport', { row, enqueue });
    },
    get: (ref): Promise<ImportRow | null> => driver.run('getImport', ref),
    list: ({ accountId, storeId }, { before, limit }) =>
      driver.run('listImports', { accountId, storeId, before, limit }),
    load: () => driver.run('importLoad', null),
    advance(store, ref, batch, now) {
      const { accountId, storeId, id } = ref;
      return driver.run(
        'advanceImport',
        {
          ref: { accountId, storeId, id },
          write: writeOf(store, now),
          batch: {
            ...batch,
            records: batch.records.map(({ id: recordId, slots, values, complete, place }) => ({
              id: recordId,
              shape: shapeName(slots),
              values,
              complete,
              place,
            })),
          },
          storeShape: shapeName(store.properties.map(({ slot }) => slot)),
        },
        { account: accountId, signal: undefined },
      );
    },
    finish: ({ accountId, storeId, id }, end, now) =>
      driver.run('finishImport', { accountId, storeId, id, ...end, now }),
    listRefused: ({ id }, after, limit) => driver.run('listRefused', { id, after, limit }),
    async findDrafts({ id }, ids) {
      return ids.length === 0 ? [] : driver.run('findDrafts', { id, ids });
    },
    purge: (endedBefore, limit) => driver.run('purgeImports', { endedBefore, limit }),
  };
}

function writeOf({ id, seq, accountId, version, recordTtl }: StoreRow, now: number) {
  const expiredUpTo = recordTtl === null ? null : now - recordTtl * 1000;
  return { storeId: id, storeNumber: seq, accountId, version, now, expiredUpTo };
}
