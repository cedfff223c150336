import type { ApplicationPool } from './connections/hosts/application-pool.ts';
import type { Backend } from './dialect/backends.ts';

/** How a storage is opened. Names no types of pg, which users of the package need not have. */
export interface PostgresStorageOptions {
  /**
   * `postgres://user:password@host:port/database` with the parameters of libpq's URLs, such as `?sslmode=verify-full`,
   * `?sslrootcert=<file>`, `?options=-c search_path=vitrine`. Omitted parts come from the PG… variables. Several
   * `host:port` separated by commas are a primary and its standbys; the primary is used, and found again after a
   * failover. May be omitted with the pool of an application.
   */
  readonly url?: string | undefined;
  /** The engine. Default: `postgres`. A database keeps the backend that it was set up for. */
  readonly backend?: Backend | undefined;
  /**
   * The largest number of connections, at least 6, opened when needed; on Citus to each node. Columns have one more.
   * Default: 20.
   *
   * Or the application's pool of `pg`, of at least 6 connections, which `close` leaves open. Only for the backend
   * `postgres`, and without `url`, `standbyReads` and columns.
   */
  readonly pool?: number | ApplicationPool | undefined;
  /**
   * The schema of the tables: lower-case letters, digits and `_`. `migrate` creates it if it is missing. Use one of its own if
   * the database has tables of another program. Default: the first of the `search_path`.
   */
  readonly schema?: string | undefined;
  /**
   * Whether long searches run on a standby among the hosts of the URL, while one has applied every write that was
   * acknowledged before the call. Only for the backend `postgres`. Default: false.
   */
  readonly standbyReads?: boolean | undefined;
  /** Milliseconds after which the server ends a statement. Default: 30,000. */
  readonly statementTimeout?: number | undefined;
  /** Milliseconds for which a write waits for locks of others. Default: 10,000. */
  readonly lockTimeout?: number | undefined;
  /** Milliseconds in which a connection must open. Default: 5,000. */
  readonly connectTimeout?: number | undefined;
  /**
   * Bytes of memory for columns of the stores that are searched most, from which searches are answered instead of by the
   * server. 0: none. Default: 256 MiB on PostgreSQL. Other backends have none.
   */
  readonly columnBytes?: number | undefined;
}
