import type { Storage } from '@vitrine/core/storage';
import { type ColumnOptions, createSqlStorage } from '@vitrine/storage-sql';
import type pg from 'pg';
import { threadKeeper } from './columns/thread-keeper.ts';
import { readPostgresUrl } from './connections/connection/postgres-url.ts';
import { PostgresSetupError } from './connections/connection/setup-error.ts';
import type { ApplicationPool } from './connections/hosts/application-pool.ts';
import { pooledHost } from './connections/hosts/pooled-host.ts';
import type { BackendProfile } from './dialect/backends.ts';
import { entries } from './entries.ts';
import { postgresDriver } from './postgres-driver.ts';
import type { PostgresStorageOptions } from './storage-options.ts';

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

/** Does the same as `postgresStorage`, with any profile. */
export function storageByProfile(
  options: Omit<PostgresStorageOptions, 'backend'> & Partial<PostgresTuning>,
  profile: BackendProfile,
): Storage {
  const { pool } = options;
  const schema = schemaOf(options);
  if (typeof pool === 'object' && pool !== null) return storageInPool(options, pool, profile);
  const { keepChangesFor, startKeeper, recordsMin, codesMax, isEager } = { ...TUNING, ...options };
  const bytes = options.columnBytes ?? COLUMN_BYTES;
  if (bytes > 0) entries.require('column-thread');
  const { hosts, where } = readPostgresUrl(options.url ?? '');
  const standbyReads = options.standbyReads ?? false;
  if (standbyReads && (hosts.length === 1 || profile.backend !== 'postgres')) {
    throw new PostgresSetupError('Reads from standbys need a URL of PostgreSQL with several hosts.');
  }
  const timeouts = timeoutsOf(options);
  const shared = (host: pg.ClientConfig) => ({
    ...host,
    ...(schema === null
      ? {}
      : { options: [host.options, `-c search_path=${schema}`].filter(Boolean).join(' ') }),
    application_name: 'vitrine',
    statement_timeout: timeouts.statementTimeout,
    lock_timeout: timeouts.lockTimeout,
    idle_in_transaction_session_timeout: timeouts.idleTimeout,
    connectionTimeoutMillis: timeouts.connectTimeout,
    generalPlans: profile.generalPlans,
  });
  const [first, ...others] = hosts;
  return createSqlStorage(
    postgresDriver({
      hosts: [shared(first), ...others.map(shared)],
      pooled: null,
      where,
      schema,
      profile,
      pool: Math.max(POOL_MIN, pool ?? POOL),
      standbyReads,
      columns: bytes === 0 ? null : { bytes, recordsMin, codesMax, isEager },
      startKeeper,
      keepChangesFor,
      ...(options.rememberFor === undefined ? {} : { rememberFor: options.rememberFor }),
    }),
  );
}

/** Uses the connections of an application. */
function storageInPool(
  { url, standbyReads = false, rememberFor, ...options }: Parameters<typeof storageByProfile>[0],
  pool: ApplicationPool,
  profile: BackendProfile,
): Storage {
  if (url !== undefined || standbyReads || profile.backend !== 'postgres') {
    throw new PostgresSetupError(
      "The application's pool is for PostgreSQL, without `url` and without reads from standbys.",
    );
  }
  const size = pool.options?.max ?? 0;
  if (typeof pool.connect !== 'function' || size < POOL_MIN) {
    throw new PostgresSetupError(`Expected a pool of pg with \`max\` of at least ${POOL_MIN}.`);
  }
  const { keepChangesFor, startKeeper } = { ...TUNING, ...options };
  const schema = schemaOf(options);
  return createSqlStorage(
    postgresDriver({
      hosts: null,
      pooled: pooledHost(pool, { ...timeoutsOf(options), schema, generalPlans: profile.generalPlans }),
      where: "the application's pool",
      schema,
      profile,
      pool: size,
      standbyReads,
      columns: null,
      startKeeper,
      keepChangesFor,
      ...(rememberFor === undefined ? {} : { rememberFor }),
    }),
  );
}

function schemaOf({ schema }: Pick<PostgresStorageOptions, 'schema'>): string | null {
  if (schema === undefined) return null;
  if (/^[a-z_][a-z0-9_]{0,62}$/.test(schema)) return `"${schema}"`;
  throw new PostgresSetupError('Expected a `schema` of at most 63 lower-case letters, digits and _.');
}

function timeoutsOf({
  statementTimeout = STATEMENT_TIMEOUT,
  lockTimeout = LOCK_TIMEOUT,
  connectTimeout = CONNECT_TIMEOUT,
}: Pick<PostgresStorageOptions, 'statementTimeout' | 'lockTimeout' | 'connectTimeout'>) {
  return { statementTimeout, lockTimeout, connectTimeout, idleTimeout: IDLE_TIMEOUT };
}
