import type { Caller, Figure, Migration } from '@vitrine/core/storage';
import type { OperationArgs, OperationName, OperationResult, StreamArgs, StreamName } from './operations.ts';
import type { Row } from './sql.ts';

/** Milliseconds that a scan takes at most, its wait for a turn included. */
export const SCAN_MS = 10_000;

/** For calls that no account asked for: jobs, copies, look-ups of bytes. */
export const SYSTEM: Caller = { account: null };

/**
 * Runs operations on one engine. After a write was answered, every read that starts later sees it, in each lane.
 * Errors: `UnavailableError` when the engine can't answer now (also when closed), any other `VitrineError` as
 * thrown by the program, everything else as `VitrineError` with code `internal`.
 */
export interface SqlDriver {
  readonly name: string;
  run<Name extends OperationName>(
    name: Name,
    args: OperationArgs<Name>,
    /** For whom it runs. Scans, and writes where only a few run at once, take turns by its account. Default: `SYSTEM`. */
    caller?: Caller,
  ): Promise<OperationResult<Name>>;
  /**
   * The rows in chunks of bounded bytes, as of one moment. Waits for a turn among exports. Holds back while the consumer
   * does; ending early, or the caller's signal, frees what it holds.
   */
  stream<Name extends StreamName>(
    name: Name,
    args: StreamArgs<Name>,
    caller?: Caller,
  ): AsyncIterable<readonly Row[]>;
  figures(): readonly Figure[];
  migrate(): Promise<Migration>;
  ping(): Promise<void>;
  close(): Promise<void>;
}
