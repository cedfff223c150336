import type { Caller, Metric } from '@vitrine/core';
import type { MaybePromise } from '@vitrine/core/adapter';
import type { ExportedRecords, Migration } from '@vitrine/core/storage';
import type { ExportRecords, OperationArgs, OperationName, OperationResult } from './operations.ts';
import type { ScanTurn } from './scan-turn.ts';

/** The longest time in milliseconds that a scan may take, including its wait for a turn. */
export const SCAN_MS = 10_000;

/** The caller of operations that belong to no account: jobs, copies, look-ups of bytes. */
export const SYSTEM: Caller = { account: null };

/**
 * Runs operations on one engine. A read that starts after a write was acknowledged sees it, in each lane. Rejects with
 * `UnavailableError` if the engine is not available or closed, with any other `VitrineError` that the steps threw, and
 * with a `VitrineError` `internal` for all other errors.
 */
export interface SqlDriver {
  readonly name: string;
  /** Whether writes of one account that are in flight together take effect in the order of their calls. */
  readonly writesInOrder: boolean;
  /** Whether batches of imports are tried with `advanceNew`, because each statement is a round trip. */
  readonly importsNewAtOnce: boolean;
  run<Name extends OperationName>(
    name: Name,
    args: OperationArgs<Name>,
    /** Scans and writes take turns by the caller's account. Default: `SYSTEM`. */
    caller?: Caller,
  ): Promise<OperationResult<Name>>;
  /** Runs a read of few rows. Returns its result at once, or throws at once, where reads run in the calling thread. */
  look<Name extends OperationName>(
    name: Name,
    args: OperationArgs<Name>,
  ): MaybePromise<OperationResult<Name>>;
  /**
   * Does work in a turn of the caller among scans. Rejects with `UnavailableError` `SCAN_MS` after the call, waiting
   * included, and with the reason of the caller's signal when that aborts.
   */
  inTurn<Result>(storeId: string, caller: Caller, work: (turn: ScanTurn) => Promise<Result>): Promise<Result>;
  /**
   * Yields the records of one snapshot in chunks, encoded where they are read. Waits for a turn among exports. Reads no
   * faster than the consumer. Ending early, or the caller's signal, releases its connection.
   */
  export(args: ExportRecords, caller?: Caller): AsyncIterable<ExportedRecords>;
  metrics(): readonly Metric[];
  migrate(): Promise<Migration>;
  ping(): Promise<void>;
  close(): Promise<void>;
}
