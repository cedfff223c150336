import type { Caller } from '@vitrine/core/storage';
import {
  columnQuestion,
  type FindRecords,
  type FoundRecords,
  type OperationArgs,
  type OperationName,
  type OperationResult,
  SCAN_MS,
  type SqlEngine,
  type Steps,
  startOperation,
} from '@vitrine/storage-sql';
import type { ColumnWorker } from './columns/column-worker.ts';
import { findCandidates } from './columns/find-candidates.ts';
import { isContention, isLost, isUnprepared } from './connections/errors.ts';
import { runAgain } from './connections/run-again.ts';
import { type Execute, finish } from './connections/run-steps.ts';
import type { DatabaseNode } from './nodes/database-node.ts';

export interface DatabaseReadsOptions {
  readonly engine: SqlEngine;
  /** Null: no columns are kept. */
  readonly columns: ColumnWorker | null;
  /** A monotonic clock in milliseconds. */
  readonly now: () => number;
}

/** Runs operations that change nothing. */
export interface DatabaseReads {
  /** Runs an operation on a connection, again if the connection is lost or the operation lost a race. */
  read<Name extends OperationName>(
    execute: Execute,
    name: Name,
    args: OperationArgs<Name>,
  ): Promise<OperationResult<Name>>;
  /** Runs a scan in a turn of its caller, from columns in memory if they are worth it. */
  scan<Name extends OperationName>(
    node: DatabaseNode,
    name: Name,
    args: OperationArgs<Name>,
    caller: Caller,
  ): Promise<OperationResult<Name>>;
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

export function databaseReads({ engine, columns, now }: DatabaseReadsOptions): DatabaseReads {
  async function read<Name extends OperationName>(
    execute: Execute,
    name: Name,
    args: OperationArgs<Name>,
  ): Promise<OperationResult<Name>> {
    return run(execute, () => startOperation(engine, name, args));
  }

  function run<Result>(execute: Execute, start: () => Steps<Result>): Promise<Result> {
    return runAgain(
      (error, attempt) => (isLost(error) || isUnprepared(error) || isContention(error)) && attempt <= LOSSES,
      async () => finish(start(), execute),
    );
  }

  /** Finds a page in a turn of attempts, if columns say that few records can be on it. Null: it is to be read as a scan. */
  async function lookUp(
    { attempts }: DatabaseNode,
    args: FindRecords,
    caller: Caller,
  ): Promise<FoundRecords | null> {
    if (columns === null) return null;
    return columns.lookUp(args, (candidates) =>
      attempts.run(caller, (execute) => run(execute, () => findCandidates(engine, args, candidates))),
    );
  }

  return {
    read,
    async scan(node, name, args, caller) {
      const until = now() + SCAN_MS;
      const found = name === 'findRecords' ? await lookUp(node, args as FindRecords, caller) : null;
      if (found !== null) return found as OperationResult<typeof name>;
      return node.scans.run(caller, async (execute) => {
        const question = columns === null ? null : columnQuestion(name, args);
        if (question === null) return read(execute, name, args);
        const limits = { milliseconds: Math.max(1, until - now()), signal: caller.signal };
        const result = await columns?.ask(question, limits);
        if (result !== undefined) return result as OperationResult<typeof name>;
        const startedAt = now();
        try {
          return await read(execute, name, args);
        } finally {
          columns?.note(question, now() - startedAt);
        }
      });
    },
    async attempt({ attempts }, name, args, caller) {
      const result = await attempts.run(caller, (execute) => read(execute, name, args));
      return result as OperationResult<typeof name>;
    },
  };
}
