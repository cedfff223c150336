import type { Storage } from '@vitrine/core/storage';
import { type ColumnOptions, createSqlStorage } from '@vitrine/storage-sql';
import { type Backend, type BackendProfile, profileOf } from './backends.ts';
import { threadKeeper } from './columns/thread-keeper.ts';
import { PostgresSetupError } from './errors.ts';
import { postgresDriver } from './postgres-driver.ts';
import { readPostgresUrl } from './postgres-url.ts';

export interface PostgresStorageOptions {
  /**
   * `postgres://user:password@host:port/database` with the parameters of libpq's URLs, such as `?sslmode=verify-full`,
   * `?sslrootcert=<file>`, `?options=-c search_path=vitrine`. Omitted parts come from the PG… variables. Several
   * `host:port` separated by commas are a primary and its standbys; the primary is used, and found again after a
   * failover.
   */
  readonly url: string;
  /** The engine. Default: `postgres`. A database keeps the backend that it was set up for. */
  readonly backend?: Backend;
  /**
   * The largest number of connections, at least 6, opened when needed; on Citus to each node. Columns have one more.
   * Default: 20.
   */
  readonly pool?: number;
  /** Milliseconds after which the server ends a statement. Default: 30,000. */
  readonly statementTimeout?: number;
  /** Milliseconds for which a write waits for locks of others. Default: 10,000. */
  readonly lockTimeout?: number;
  /** Milliseconds in which a connection must open. Default: 5,000. */
  readonly connectTimeout?: number;
  /**
   * Bytes of memory for columns of the stores that are searched most, from which searches are answered instead of by the
   * server. 0: none. Default: 256 MiB on PostgreSQL. Other backends have none.
   */
  readonly columnBytes?: number;
}

/** Options that only tests change. */
export interface PostgresTuning extends Pick<ColumnOptions, 'recordsMin' | 'codesMax' | 'isEager'> {
  /** Milliseconds for which look-ups are cached. */
  readonly rememberFor?: number;
  /** Milliseconds for which logged changes are kept at least. */
  readonly keepChangesFor: number;
  readonly startKeeper: typeof threadKeeper;
}

const TUNING: PostgresTuning = {
  recordsMin: 4_000,
  codesMax: 4_096,
  isEager: false,
  keepChangesFor: 10_000,
  startKeeper: threadKeeper,
};
const COLUMN_BYTES = 256 * 1024 * 1024;

const POOL = 20;
const POOL_MIN = 6;
const STATEMENT_TIMEOUT = 30_000;
const LOCK_TIMEOUT = 10_000;
const CONNECT_TIMEOUT = 5_000;
/** Milliseconds after which an export loses its connection if its consumer reads nothing. */
const IDLE_TIMEOUT = 60_000;

/**
 * Creates a storage on a PostgreSQL database, without connecting. Any number of processes may share the database. A
 * write is acknowledged when the server has committed it to its disk, for any setting of `synchronous_commit`.
 *
 * Call `migrate` before anything else. It throws `PostgresSetupError` for a wrong address, name, password, version or
 * backend, with one line without secrets, and `UnavailableError` if the server does not respond.
 *
 * @throws PostgresSetupError for an invalid URL, or one with several hosts for a backend whose hosts are all alike.
 */
export function postgresStorage(options: PostgresStorageOptions): Storage {
  return storageByProfile(options, profileOf(options.backend ?? 'postgres'));
}

/** Does the same as `postgresStorage`, with any profile. */
export function storageByProfile(
  // Spelled out: the driver's options name types of pg, which users of the package need not have.
  options: Omit<PostgresStorageOptions, 'backend'> & Partial<PostgresTuning>,
  profile: BackendProfile,
): Storage {
  const { keepChangesFor, startKeeper, recordsMin, codesMax, isEager } = { ...TUNING, ...options };
  const bytes = options.columnBytes ?? COLUMN_BYTES;
  const { hosts, where } = readPostgresUrl(options.url);
  if (hosts.length > 1 && !profile.standbys) {
    throw new PostgresSetupError(`The backend ${profile.backend} takes one host, such as its load balancer.`);
  }
  const shared = {
    application_name: 'vitrine',
    statement_timeout: options.statementTimeout ?? STATEMENT_TIMEOUT,
    lock_timeout: options.lockTimeout ?? LOCK_TIMEOUT,
    idle_in_transaction_session_timeout: IDLE_TIMEOUT,
    connectionTimeoutMillis: options.connectTimeout ?? CONNECT_TIMEOUT,
    generalPlans: profile.generalPlans,
  };
  const [first, ...others] = hosts;
  return createSqlStorage(
    postgresDriver({
      hosts: [{ ...first, ...shared }, ...others.map((host) => ({ ...host, ...shared }))],
      where,
      profile,
      pool: Math.max(POOL_MIN, options.pool ?? POOL),
      columns: bytes === 0 ? null : { bytes, recordsMin, codesMax, isEager },
      startKeeper,
      keepChangesFor,
      ...(options.rememberFor === undefined ? {} : { rememberFor: options.rememberFor }),
    }),
  );
}
