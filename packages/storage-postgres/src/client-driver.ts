import {
  laneOf,
  type OperationArgs,
  type OperationName,
  type OperationResult,
  SCAN_MS,
  type SearchDriver,
  type SqlEngine,
  startOperation,
} from '@vitrine/storage-sql';
import type { InClientTransaction } from './connections/connection/client-transaction.ts';
import { errorOf, isContention } from './connections/connection/errors.ts';
import { runAgain } from './connections/connection/run-again.ts';
import { type Execute, finish } from './connections/connection/run-steps.ts';

/** Runs of a call that lost a race, each after a savepoint. */
const RUNS = 3;

/**
 * Runs operations in the open transaction of an application's client. Reads see what the transaction has written, so nothing is
 * cached and no columns are asked. The rest of the driver is that of the storage.
 */
export function clientDriver(
  driver: SearchDriver,
  engine: SqlEngine,
  inTransaction: InClientTransaction,
): SearchDriver {
  async function call<Name extends OperationName>(
    name: Name,
    args: OperationArgs<Name>,
  ): Promise<OperationResult<Name>> {
    const lane = laneOf(name, args);
    // An attempt that fails is a scan.
    if (lane === 'attempt') return null as OperationResult<Name>;
    const run = (execute: Execute) => finish(startOperation(engine, name, args), execute);
    try {
      return await runAgain(
        (error, attempt) => isContention(error) && attempt < RUNS,
        () => inTransaction(run),
      );
    } catch (error) {
      throw errorOf(error);
    }
  }

  return {
    ...driver,
    columns: null,
    run: call,
    look: call,
    inTurn: (_, caller, work) =>
      work({ limits: () => ({ milliseconds: SCAN_MS, signal: caller.signal }), run: call }),
  };
}
