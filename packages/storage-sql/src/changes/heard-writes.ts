import type { ChangeStorage } from '@vitrine/core/storage';
import type { SqlDriver } from '../driver.ts';
import { type OperationArgs, type OperationName, operationOf, storeOf } from '../operations.ts';

/** A driver whose appends to the logs of stores can be heard. */
export interface HeardWrites<Driver extends SqlDriver> {
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
