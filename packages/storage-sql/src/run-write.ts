import type { Caller } from '@vitrine/core';
import { KeyTakenError } from '@vitrine/core/adapter';
import type { KeyedWrite } from '@vitrine/core/storage';
import type { SqlDriver } from './driver.ts';
import type { OperationArgs, OperationName, OperationResult } from './operations.ts';

/** Runs a write, under its key if it has one. */
export async function runWrite<Name extends OperationName>(
  driver: SqlDriver,
  name: Name,
  args: OperationArgs<Name>,
  caller: Caller | undefined,
  { key }: KeyedWrite = {},
): Promise<OperationResult<Name>> {
  if (key === undefined) return driver.run(name, args, caller);
  const written = await driver.run('writeUnderKey', { key, name, args }, caller);
  if (written === null) throw new KeyTakenError();
  return written.result as OperationResult<Name>;
}
