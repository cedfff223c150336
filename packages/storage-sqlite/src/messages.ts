import type { OperationArgs, OperationName, Row, StreamArgs, StreamName } from '@vitrine/storage-sql';
import type { Failure } from './errors.ts';

/** What a caller is told whose scan was ended. */
export const TOO_LONG = 'The search takes too long; narrow it down.';

/** What crosses between the main thread and the others. Everything is plain and as lean as it can be. */

/** An operation, its arguments, and about how many bytes they are. */
export type WriteRequest = readonly [name: OperationName, args: OperationArgs<OperationName>, weight: number];

/** To the writer: the operations of one turn of the event loop, or that none will follow. */
export type WriterMessage = readonly WriteRequest[] | 'close';

/** From the writer: the answers to as many operations as were waiting longest, in order. */
export interface WriterAnswer {
  readonly results: readonly unknown[];
  /** By place in `results`. */
  readonly failures: readonly (readonly [index: number, failure: Failure])[];
}

/** The answers of a group, with the milliseconds that it took. */
export interface TimedAnswer extends WriterAnswer {
  readonly took: number;
}

export type WriterReport = TimedAnswer | { readonly fatal: string } | 'closed';

/** To a scan thread. `id` is the caller's, to tell its answers apart. */
export type ScanMessage =
  | {
      readonly kind: 'run';
      readonly id: number;
      readonly name: OperationName;
      readonly args: OperationArgs<OperationName>;
      /** How long it may take. */
      readonly milliseconds: number;
    }
  | {
      readonly kind: 'stream';
      readonly id: number;
      readonly name: StreamName;
      readonly args: StreamArgs<StreamName>;
    }
  /** Asks for a stream's next chunk. */
  | { readonly kind: 'pull'; readonly id: number }
  /** Ends a stream early. */
  | { readonly kind: 'stop'; readonly id: number }
  | { readonly kind: 'backup'; readonly id: number; readonly destination: string }
  /** Ends the thread, once what runs has ended. */
  | { readonly kind: 'close'; readonly id: number };

export type ScanReport =
  | { readonly id: number; readonly result: unknown }
  | { readonly id: number; readonly rows: readonly Row[]; readonly done: boolean }
  | { readonly id: number; readonly failure: Failure };

/** What a thread is started with. */
export interface ThreadOptions {
  readonly path: string;
}

export interface ScanThreadOptions extends ThreadOptions {
  /** Two 32-bit integers, at `STATE`. */
  readonly state: SharedArrayBuffer;
}

/** What a scan thread and the main thread tell each other while a statement runs. */
export const STATE = {
  /** The id of the message whose work is to end at once, or `EVERYTHING_CANCELLED`. */
  cancelled: 0,
  /** 1 while a statement runs. */
  busy: 1,
} as const;

export const EVERYTHING_CANCELLED = -1;
