import type { Storage } from '@vitrine/core/storage';
import { createSqlStorage } from '@vitrine/storage-sql';
import type pg from 'pg';
import { type Backend, type BackendProfile, profileOf } from './backends.ts';
import { PostgresSetupError } from './errors.ts';
import { postgresDriver } from './postgres-driver.ts';

export interface PostgresStorageOptions {
  /**
   * `postgres://user:password@host:port/database`, with what libpq's URLs may have behind it: `?sslmode=verify-full`,
   * `?sslrootcert=<file>`, `?options=-c search_path=vitrine`. What the URL leaves out comes from the PG… variables.
   */
  readonly url: string;
  /** Which engine it is. Default `postgres`. A database keeps the backend it was set up for. */
  readonly backend?: Backend;
  /** Connections at most, 6 or more; opened as they are needed. Default 20. */
  readonly pool?: number;
  /** Milliseconds after which the server gives up on a statement. Default 30,000. */
  readonly statementTimeout?: number;
  /** Milliseconds after which a write stops waiting for others. Default 10,000. */
  readonly lockTimeout?: number;
  /** Milliseconds in which a connection must come to be. Default 5,000. */
  readonly connectTimeout?: number;
}

const POOL = 20;
const POOL_MIN = 6;
const STATEMENT_TIMEOUT = 30_000;
const LOCK_TIMEOUT = 10_000;
const CONNECT_TIMEOUT = 5_000;
/** An export whose reader has gone quiet for this long loses its connection. */
const IDLE_TIMEOUT = 60_000;

/**
 * Opens a storage on a PostgreSQL database; nothing is connected yet. Any number of processes may share the database.
 * A write is answered when the server has committed it to its disk, whatever `synchronous_commit` is set to.
 *
 * `migrate`, to be called before anything else, throws `PostgresSetupError` for a wrong address, name, password, version
 * or backend, in one line that repeats no secret; and `UnavailableError` when the server does not answer.
 *
 * Throws `PostgresSetupError` for a URL that can't be read.
 */
export function postgresStorage(options: PostgresStorageOptions): Storage {
  return storageByProfile(options, profileOf(options.backend ?? 'postgres'));
}

/** As `postgresStorage`, with a profile that need not be one of those that have a name. */
export function storageByProfile(
  // Spelled out: the driver's options name types of pg, which users of the package need not have.
  options: Omit<PostgresStorageOptions, 'backend'> & { readonly rememberFor?: number },
  profile: BackendProfile,
): Storage {
  const { config, where } = readUrl(options.url);
  return createSqlStorage(
    postgresDriver({
      config: {
        ...config,
        application_name: 'vitrine',
        statement_timeout: options.statementTimeout ?? STATEMENT_TIMEOUT,
        lock_timeout: options.lockTimeout ?? LOCK_TIMEOUT,
        idle_in_transaction_session_timeout: IDLE_TIMEOUT,
        connectionTimeoutMillis: options.connectTimeout ?? CONNECT_TIMEOUT,
      },
      where,
      profile,
      pool: Math.max(POOL_MIN, options.pool ?? POOL),
      ...(options.rememberFor === undefined ? {} : { rememberFor: options.rememberFor }),
    }),
  );
}

/** The server's settings are added to by the adapter, so the URL's own `options` are taken out of it. */
function readUrl(text: string): { config: pg.ClientConfig; where: string } {
  const url = URL.canParse(text) ? new URL(text) : null;
  if (url === null || !/^postgres(ql)?:$/.test(url.protocol)) {
    throw new PostgresSetupError('Expected postgres://user:password@host:port/database.');
  }
  const options = url.searchParams.get('options');
  url.searchParams.delete('options');
  return {
    config: { connectionString: url.href, ...(options === null ? {} : { options }) },
    where: `${url.host || 'the local socket'}${url.pathname}`,
  };
}
