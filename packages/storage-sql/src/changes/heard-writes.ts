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

  async function ring<Name extends OperationName, Result>(
    name: Name,
    args: OperationArgs<Name>,
    writing: Promise<Result>,
  ): Promise<Result> {
    const result = await writing;
    const storeId = storeOf(name, args);
    if (storeId !== null) for (const heard of listeners) heard(storeId);
    return result;
  }

  return {
    driver: {
      ...driver,
      run(name, args, caller) {
        const running = driver.run(name, args, caller);
        const isHeard = listeners.size > 0 && operationOf(name).appends?.(args) === true;
        return isHeard ? ring(name, args, running) : running;
      },
    },
    listen(heard) {
      listeners.add(heard);
      return () => listeners.delete(heard);
    },
  };
}
