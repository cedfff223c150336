import type { Caller } from '@vitrine/core';
import {
  type OperationArgs,
  type OperationName,
  type OperationResult,
  SCAN_MS,
  type ScanTurn,
  type SqlEngine,
  startOperation,
} from '@vitrine/storage-sql';
import { isContention, isLost, isUnprepared } from './connections/connection/errors.ts';
import { runAgain } from './connections/connection/run-again.ts';
import { type Execute, finish } from './connections/connection/run-steps.ts';
import type { DatabaseNode } from './nodes/database-node.ts';

/** Runs operations that change nothing. */
export interface DatabaseReads {
  /** Runs an operation on a connection, again if the connection is lost or the operation lost a race. */
  read<Name extends OperationName>(
    execute: Execute,
    name: Name,
    args: OperationArgs<Name>,
  ): Promise<OperationResult<Name>>;
  /** Does work in a turn of its caller among the scans of a node. */
  inTurn<Result>(
    node: DatabaseNode,
    caller: Caller,
    work: (turn: ScanTurn) => Promise<Result>,
  ): Promise<Result>;
  /** Runs an operation in a turn of attempts. Its result must be one that may be null. */
  attempt<Name extends OperationName>(
    node: DatabaseNode,
    name: Name,
    args: OperationArgs<Name>,
    caller: Caller,
  ): Promise<OperationResult<Name>>;
}

/**
 * Attempts to run a read again on another connection after its own was lost, or a standby has ended it for what it had to
 * apply.
 */
const LOSSES = 2;

export function databaseReads(engine: SqlEngine): DatabaseReads {
  async function read<Name extends OperationName>(
    execute: Execute,
    name: Name,
    args: OperationArgs<Name>,
  ): Promise<OperationResult<Name>> {
    return runAgain(
      (error, attempt) => (isLost(error) || isUnprepared(error) || isContention(error)) && attempt <= LOSSES,
      async () => finish(startOperation(engine, name, args), execute),
    );
  }

  return {
    read,
    inTurn({ scans }, caller, work) {
      const until = performance.now() + SCAN_MS;
      return scans.run(caller, (execute) =>
        work({
          limits: () => ({
            milliseconds: Math.max(1, until - performance.now()),
            signal: caller.signal,
          }),
          run: (name, args) => read(execute, name, args),
        }),
      );
    },
    async attempt({ attempts }, name, args, caller) {
      const result = await attempts.run(caller, (execute) => read(execute, name, args));
      return result as OperationResult<typeof name>;
    },
  };
}
