import type { Figure, Migration } from '@vitrine/core/storage';
import type { OperationArgs, OperationName, OperationResult, StreamArgs, StreamName } from './operations.ts';
import type { Row } from './sql.ts';

/**
 * What an operation costs, so that a driver may put it where it disturbs nobody.
 * - `read`: a few index look-ups, or one page along an index.
 * - `scan`: reads as much as the store is large.
 * - `write`: atomic, and durable before it is answered. May share a transaction with others.
 */
export type Lane = 'read' | 'scan' | 'write';

/**
 * Runs operations on one engine. After a write was answered, every read that starts later sees it, in each lane.
 * Errors: `UnavailableError` when the engine can't answer now (also when closed), any other `VitrineError` as
 * thrown by the program, everything else as `VitrineError` with code `internal`.
 */
export interface SqlDriver {
  readonly name: string;
  run<Name extends OperationName>(
    lane: Lane,
    name: Name,
    args: OperationArgs<Name>,
  ): Promise<OperationResult<Name>>;
  /** The rows in chunks, as of one moment. Holds back while the consumer does; ending early frees what it holds. */
  stream<Name extends StreamName>(name: Name, args: StreamArgs<Name>): AsyncIterable<readonly Row[]>;
  figures(): readonly Figure[];
  migrate(): Promise<Migration>;
  ping(): Promise<void>;
  close(): Promise<void>;
}
