import type { ColumnOptions, ColumnReply, ColumnRequest } from '@vitrine/storage-sql';
import type { ServerConfig } from '../connections/connection/connection.ts';
import type { BackendProfile } from '../dialect/backends.ts';

/** The options of a keeper of columns: plain data, so that they cross to a thread. */
export interface KeeperOptions {
  readonly hosts: readonly [ServerConfig, ...ServerConfig[]];
  readonly profile: BackendProfile;
  readonly options: ColumnOptions;
  /** Of `sharedColumnUse`. */
  readonly use: SharedArrayBuffer;
}

/** A message to the thread: a request, or that it shall end. */
export type ColumnMessage =
  | {
      readonly id: number;
      readonly request: ColumnRequest;
      /** Milliseconds after which SQL is asked. */
      readonly milliseconds: number;
    }
  | 'close';

/** The reply to the request with the same `id`. */
export interface ColumnReport {
  readonly id: number;
  readonly reply: ColumnReply;
}
