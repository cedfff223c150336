import type { AskedQuestion, ColumnOptions, ColumnReply } from '@vitrine/storage-sql';
import type { ServerConfig } from '../connections/connection.ts';
import type { BackendProfile } from '../dialect/backends.ts';

/** The options of a keeper of columns: plain data, so that they cross to a thread. */
export interface KeeperOptions {
  readonly hosts: readonly [ServerConfig, ...ServerConfig[]];
  readonly profile: BackendProfile;
  readonly options: ColumnOptions;
  /** Of `sharedFigures`. */
  readonly figures: SharedArrayBuffer;
}

export interface ColumnRequest {
  readonly id: number;
  readonly asked: AskedQuestion;
  /** Milliseconds after which SQL has to answer. */
  readonly milliseconds: number;
}

/** A message to the thread: a question, or that it shall end. */
export type ColumnMessage = ColumnRequest | 'close';

/** The reply to the question with the same `id`. */
export interface ColumnReport {
  readonly id: number;
  readonly reply: ColumnReply;
}
