import type { ChangeStorage, StoreRef } from '@vitrine/core/storage';
import type { SqlDriver } from '../driver.ts';
import { type OperationArgs, type OperationName, operationOf, storeOf } from '../operations.ts';

export function sqlChanges(driver: SqlDriver, listen: ChangeStorage['listen']): ChangeStorage {
  /** Numbers the entries that were written before the call, so that a read of history finds all of them. */
  async function numbered(storeId: string): Promise<void> {
    if (await driver.run('hasUnnumbered', { storeId })) await driver.run('numberChanges', { storeId });
  }

  return {
    listen,
    async turnOn(ref, now) {
      const caller = { account: ref.accountId };
      return (await driver.run('turnChangesOn', { ref: refOf(ref), now }, caller))?.position ?? null;
    },
    turnOff: (ref, usedBefore) => driver.run('turnChangesOff', { ref: refOf(ref), usedBefore }),
    async markUsed(storeIds, now) {
      if (storeIds.length > 0) await driver.run('markChangesUsed', { storeIds, now });
    },
    list: (after, limit) => driver.run('listChangeLogs', { after, limit }),
    async read(storeId, { after, limit, types = null }) {
      const args = { storeId, after, limit, types };
      const { page, hasUnnumbered } = await driver.run('readChanges', args);
      if (!hasUnnumbered || page === 'expired' || page.more) return page;
      await driver.run('numberChanges', { storeId });
      return (await driver.run('readChanges', args)).page;
    },
    async positions(storeIds) {
      if (storeIds.length === 0) return new Map();
      const found = await driver.run('changePositions', { storeIds });
      const numbers = found.map(async ({ storeId, last, hasUnnumbered }): Promise<[string, number]> => {
        const now = hasUnnumbered ? await driver.run('numberChanges', { storeId }) : last;
        return [storeId, now ?? last];
      });
      return new Map(await Promise.all(numbers));
    },
    async history(storeId, recordId, { before, limit }) {
      await numbered(storeId);
      return driver.run('readRecordHistory', { storeId, recordId, before, limit });
    },
    async deleted(storeId, { before, limit }) {
      await numbered(storeId);
      return driver.run('readDeletedRecords', { storeId, before, limit });
    },
    async lastChanges(storeId, recordIds) {
      if (recordIds.length === 0) return [];
      await numbered(storeId);
      return driver.run('readLastChanges', { storeId, recordIds });
    },
    historyStart: (storeId) => driver.run('readHistoryStart', { storeId }),
    async firstChanges(storeId, which, afterId, limit) {
      await numbered(storeId);
      return driver.run('readFirstChanges', { storeId, which, afterId, limit });
    },
    async purgeHistory(storeId, recordIds, limit) {
      if (recordIds?.length === 0) return 0;
      return driver.run('purgeHistory', { storeId, recordIds, limit });
    },
    trim: (storeId, kept, limit) => driver.run('trimChanges', { storeId, kept: { ...kept }, limit }),
    purge: (storeId, limit) => driver.run('purgeChanges', { storeId, limit }),
    async logNewStores(accountId, on) {
      await driver.run('logNewStores', { accountId, on });
    },
  };
}

/** Returns the reference of a row, because callers may pass whole rows. Only the reference crosses to the writer. */
function refOf({ id, accountId }: StoreRef): StoreRef {
  return { id, accountId };
}

/** A driver whose appends to the logs of stores can be heard. */
interface HeardWrites<Driver extends SqlDriver> {
  readonly driver: Driver;
  readonly listen: ChangeStorage['listen'];
}

export function heardWrites<Driver extends SqlDriver>(driver: Driver): HeardWrites<Driver> {
  const listeners = new Set<(storeId: string) => void>();

  /** Returns the stores to whose logs the write may append. */
  function storesOf<Name extends OperationName>(name: Name, args: OperationArgs<Name>): readonly string[] {
    const appended = operationOf(name).appends?.(args) ?? false;
    if (typeof appended !== 'boolean') return appended;
    const storeId = appended ? storeOf(name, args) : null;
    return storeId === null ? [] : [storeId];
  }

  async function ring<Result>(storeIds: readonly string[], writing: Promise<Result>): Promise<Result> {
    const result = await writing;
    for (const storeId of new Set(storeIds)) for (const heard of listeners) heard(storeId);
    return result;
  }

  return {
    driver: {
      ...driver,
      run(name, args, caller) {
        const running = driver.run(name, args, caller);
        const storeIds = listeners.size > 0 ? storesOf(name, args) : [];
        return storeIds.length > 0 ? ring(storeIds, running) : running;
      },
    },
    listen(heard) {
      listeners.add(heard);
      return () => listeners.delete(heard);
    },
  };
}
