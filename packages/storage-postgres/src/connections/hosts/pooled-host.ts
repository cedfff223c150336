import { requireWithin, UnavailableError } from '@vitrine/core/adapter';
import type { Row } from '@vitrine/storage-sql';
import type pg from 'pg';
import {
  type Connection,
  connectionOf,
  DURABLE,
  rowQuery,
  rowsOf,
  type StatementNames,
  statementNames,
} from '../connection/connection.ts';
import {
  type GeneralPlans,
  planningOf,
  type Role,
  type SessionSettings,
  timeoutOf,
} from '../connection/role-settings.ts';
import type { ApplicationPool } from './application-pool.ts';
import type { PrimaryHost } from './primary-host.ts';

export interface PooledHostOptions {
  readonly generalPlans: GeneralPlans;
  /** Of the tables. Null: that of the clients. */
  readonly schema: string | null;
  /** Milliseconds, as the server's settings of these names. */
  readonly statementTimeout: number;
  readonly lockTimeout: number;
  readonly idleTimeout: number;
  /** Milliseconds for which a caller waits for a client of the pool. */
  readonly connectTimeout: number;
}

/** The names of prepared statements by client and role. Their text never changes, and a client prepares each once. */
const namesByClient = new WeakMap<object, Map<Role, StatementNames>>();

/**
 * Uses the clients of an application's pool. A client has the settings of its role while it is lent, and those of before when it
 * is given back. It keeps its prepared statements, whose names begin with `vitrine_`, and no listeners.
 */
export function pooledHost(pool: ApplicationPool, options: PooledHostOptions): PrimaryHost {
  /** One for each client that is asked for or lent. It resolves when the client is given back. */
  const lent = new Set<Promise<void>>();
  return {
    givesBack: true,
    async open(role, onEnd) {
      const { promise, resolve: onGivenBack } = Promise.withResolvers<void>();
      lent.add(promise);
      promise.then(() => lent.delete(promise));
      try {
        const client = await connect(pool, options.connectTimeout);
        return await lend({ client, role, options, onEnd, onGivenBack });
      } catch (error) {
        onGivenBack();
        throw error;
      }
    },
    async close() {
      await Promise.all(lent);
    },
  };
}

/** Takes a client of the pool. One that comes too late is given back. */
async function connect(pool: ApplicationPool, timeout: number): Promise<pg.PoolClient> {
  const client = pool.connect() as Promise<pg.PoolClient>;
  try {
    return await requireWithin(client, timeout, "The application's pool has no client left.");
  } catch (error) {
    if (pool.ending === true) throw new UnavailableError("The application's pool has ended.");
    client.then(
      (late) => late.release(),
      () => undefined,
    );
    throw error;
  }
}

interface Loan {
  readonly client: pg.PoolClient;
  readonly role: Role;
  readonly options: PooledHostOptions;
  /** As in `ConnectionOptions`. */
  onEnd(): void;
  /** Called when the pool has the client again. */
  onGivenBack(): void;
}

async function lend({ client, role, options, onEnd, onGivenBack }: Loan): Promise<Connection> {
  let ended = false;
  let isReleased = false;

  function end(): void {
    if (ended) return;
    ended = true;
    onEnd();
  }

  const send = oneAtATime((query: pg.QueryArrayConfig) => client.query(query));
  const execute = async (text: string, values: readonly string[] = []): Promise<readonly Row[]> =>
    rowsOf(await send(rowQuery(text, values)));

  function release(destroy: boolean): void {
    if (isReleased) return;
    isReleased = true;
    client.removeListener('error', lose);
    client.removeListener('end', lose);
    client.release(destroy);
    onGivenBack();
  }

  /** The client has lost its connection. The pool must hear of it, or waits for the client when it ends. */
  function lose(): void {
    end();
    release(true);
  }

  client.on('error', lose);
  client.on('end', lose);
  let before: SessionSettings;
  try {
    before = await replaceSettings(execute, settingsOf(role, options));
    if (role === 'write') await execute(DURABLE);
  } catch (error) {
    release(true);
    throw error;
  }
  const names = role === 'scan' ? null : namesOf(client, role);
  const connection: Connection = connectionOf({
    client,
    send,
    names,
    isEnded: () => ended,
    async close() {
      // Statements run in turn, so those in flight end first.
      const isRestored = await replaceSettings(execute, before).then(
        () => true,
        () => false,
      );
      const isUsable = isRestored && !ended && !connection.worn;
      ended = true;
      release(!isUsable);
      onEnd();
    },
    destroy: lose,
  });
  return connection;
}

/** A client of pg that is not in pipeline mode runs one query at a time, and warns of others that wait in it. */
function oneAtATime<Query, Result>(send: (query: Query) => Promise<Result>): typeof send {
  let last: Promise<unknown> = Promise.resolve();
  return (query) => {
    const result = last.then(() => send(query));
    last = result.catch(() => undefined);
    return result;
  };
}

function settingsOf(role: Role, options: PooledHostOptions): SessionSettings {
  const { generalPlans, schema, statementTimeout, lockTimeout, idleTimeout } = options;
  return {
    ...planningOf(role, generalPlans),
    statement_timeout: String(timeoutOf(role, statementTimeout) ?? statementTimeout),
    lock_timeout: String(lockTimeout),
    idle_in_transaction_session_timeout: String(idleTimeout),
    ...(schema === null ? {} : { search_path: schema }),
    // Set anew for writes; it is named so that it is restored.
    ...(role === 'write' ? { synchronous_commit: '' } : {}),
  };
}

/** Sets settings of the session, those that are empty as they are. Returns them as they were before. */
async function replaceSettings(
  execute: (text: string, values?: readonly string[]) => Promise<readonly Row[]>,
  settings: SessionSettings,
): Promise<SessionSettings> {
  const names = Object.keys(settings);
  const [row = []] = await execute(`SELECT ${names.map((name) => `current_setting('${name}')`).join(', ')}`);
  const given = Object.entries(settings).filter(([, value]) => value !== '');
  await execute(
    `SELECT ${given.map(([name], i) => `set_config('${name}', $${i + 1}, false)`).join(', ')}`,
    given.map(([, value]) => value),
  );
  return Object.fromEntries(names.map((name, i) => [name, String(row[i])]));
}

function namesOf(client: object, role: Role): StatementNames {
  const byRole = namesByClient.get(client) ?? new Map<Role, StatementNames>();
  namesByClient.set(client, byRole);
  const names = byRole.get(role) ?? statementNames(`vitrine_${role}_`);
  byRole.set(role, names);
  return names;
}
