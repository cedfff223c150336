import {
  type Caller,
  type IdempotencyKeyStorage,
  type KeyedWrites,
  KeyTakenError,
  type NewIdempotencyKey,
} from '@vitrine/core/storage';
import type { SqlDriver } from '../driver.ts';
import { type OperationArgs, type OperationName, type OperationResult, operationOf } from '../operations.ts';

/** @param writesOf returns the writes of a driver. */
export function sqlIdempotencyKeys(
  driver: SqlDriver,
  writesOf: (driver: SqlDriver) => KeyedWrites,
): IdempotencyKeyStorage {
  return {
    get: (accountId, key, now) => driver.run('getIdempotencyKey', { accountId, key, now }),
    writes: (key) => writesOf(keyedDriver(driver, key)),
    purgeExpired: (limit, now) => driver.run('purgeExpiredIdempotencyKeys', { limit, now }),
  };
}

/** Returns a driver that makes writes under a key. */
function keyedDriver(driver: SqlDriver, key: NewIdempotencyKey): SqlDriver {
  return {
    ...driver,
    async run<Name extends OperationName>(name: Name, args: OperationArgs<Name>, caller?: Caller) {
      if (operationOf(name).succeeded === null) throw new Error(`${name} can not be made under a key`);
      const answer = await driver.run('writeUnderKey', { key, name, args }, caller);
      if (answer === null) throw new KeyTakenError();
      return answer.result as OperationResult<Name>;
    },
  };
}
