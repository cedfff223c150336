import type { ExportedRecords } from '@vitrine/core/storage';
import type {
  ColumnOptions,
  ColumnRequest,
  ExportRecords,
  OperationArgs,
  OperationName,
} from '@vitrine/storage-sql';
import type { Failure } from './connections/errors.ts';

/** The message of an error that ends a scan at its deadline. */
export const TOO_LONG = 'The search takes too long; narrow it down.';

/** An operation and its arguments. */
export interface Write {
  readonly name: OperationName;
  readonly args: OperationArgs<OperationName>;
}

/** A write as the queue of the writer holds it. */
export interface WriteRequest extends Write {
  readonly id: number;
  /** See `Caller.account`. */
  readonly account: string | null;
  /** The approximate bytes of the arguments. */
  readonly weight: number;
}

/** A `WriteRequest` whose arguments are packed by `pack`. */
export interface PackedRequest extends Omit<WriteRequest, 'args'> {
  readonly args: unknown;
}

/** A message to the writer: the operations of one turn of the event loop, or that no more follow. */
export type WriterMessage = readonly PackedRequest[] | 'close';

/** The results of a group. */
export interface GroupReply {
  readonly results: readonly unknown[];
  /** By index in `results`. */
  readonly failures: readonly (readonly [index: number, failure: Failure])[];
}

export interface WriterReply extends GroupReply {
  /** The ids of the operations, by index in `results`. */
  readonly ids: readonly number[];
  /** Milliseconds. */
  readonly took: number;
}

export type WriterReport = WriterReply | { readonly fatal: string } | 'closed';

/** A message to a scan thread. Reports about it carry the same `id`. */
export type ScanMessage =
  | {
      readonly kind: 'run';
      readonly id: number;
      readonly name: OperationName;
      readonly args: OperationArgs<OperationName>;
      /** Milliseconds after which it is ended. */
      readonly milliseconds: number;
    }
  | { readonly kind: 'export'; readonly id: number; readonly args: ExportRecords }
  /** Asks the thread that keeps columns. Its result is a `ColumnReply`. */
  | {
      readonly kind: 'columns';
      readonly id: number;
      readonly request: ColumnRequest;
      readonly milliseconds: number;
    }
  /** Requests the next chunk of an export. */
  | { readonly kind: 'pull'; readonly id: number }
  /** Ends an export early. */
  | { readonly kind: 'stop'; readonly id: number }
  | { readonly kind: 'backup'; readonly id: number; readonly destination: string }
  /** Ends the thread after its current statement. */
  | { readonly kind: 'close'; readonly id: number };

export type ScanReport =
  | { readonly id: number; readonly result: unknown }
  | { readonly id: number; readonly chunk: ExportedRecords; readonly done: boolean }
  | { readonly id: number; readonly failure: Failure };

/** The start options of a thread. */
export interface ThreadOptions {
  readonly path: string;
}

export interface WriterThreadOptions extends ThreadOptions {
  /** Entries of the log of changed records. */
  readonly changesKept: number;
}

/**
 * Which of the threads of scans a thread is: one of those that all accounts use, or the one for accounts that none of them
 * serves, which has a higher priority.
 */
export type ScanRole = 'shared' | 'reserve';

export interface ScanThreadOptions extends ThreadOptions {
  readonly role: ScanRole;
  /** Two 32-bit integers, indexed by `STATE`. */
  readonly state: SharedArrayBuffer;
  /** Null: the thread keeps no columns. */
  readonly columns: ColumnThreadOptions | null;
}

export interface ColumnThreadOptions {
  readonly options: ColumnOptions;
  /** Of `sharedColumnUse`. */
  readonly use: SharedArrayBuffer;
}

/** The indexes of the integers that a scan thread and the main thread share while a statement runs. */
export const STATE = {
  /** The id of the cancelled message, or `EVERYTHING_CANCELLED`. */
  cancelled: 0,
  /** 1 while a statement runs. */
  busy: 1,
} as const;

export const EVERYTHING_CANCELLED = -1;
