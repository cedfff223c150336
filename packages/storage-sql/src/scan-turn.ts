import type { OperationArgs, OperationName, OperationResult } from './operations.ts';

/** What a search may still take. */
export interface SearchLimits {
  readonly milliseconds: number;
  readonly signal: AbortSignal | undefined;
}

/** A turn among scans. It ends when the work in it has ended, also in the database. */
export interface ScanTurn {
  /** Returns the rest of `SCAN_MS`, and the signal of the caller. */
  limits(): SearchLimits;
  /** Runs an operation of the lane `scan` in SQL. */
  run<Name extends OperationName>(name: Name, args: OperationArgs<Name>): Promise<OperationResult<Name>>;
}
