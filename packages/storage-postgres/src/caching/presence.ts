import { setTimeout as wait } from 'node:timers/promises';
import type { Row, Statement } from '@vitrine/storage-sql';
import type { Connection } from '../connections/connection/connection.ts';
import type { PoolLoad } from '../connections/pools/pool-metrics.ts';

/**
 * Lets servers cache results for a short time, but none of them uses a result that is outdated by an acknowledged
 * change of another server.
 *
 * A server caches only results that it read over a session which holds a shared advisory lock, its presence, and each
 * for at most `rememberFor` from before its query was sent, by its own monotonic clock. A server that changes cached
 * rows commits, checks whether another session holds that lock, and if so waits for the same time before it
 * acknowledges the change. So no clocks are compared, the cache of a paused server has expired when it continues, and a
 * single server never waits.
 *
 * - A session that has ended returns no more results. The server clears its cache when it notices the end.
 * - After a restart or a failover of the database, all locks are gone while servers may still have cached results.
 *   Their sessions have ended too, so a check on a session younger than `rememberFor` counts as if others had a cache
 *   until the session is that old.
 * - If the check fails, the change waits.
 */
export interface Presence {
  /**
   * Returns the session whose results may be cached. Null while there is none: the call then begins to open one, and
   * the caller must not use its cache.
   */
  session(): PresentSession | null;
  /**
   * Returns the time, by `now`, from which no other server uses a result that it read before this call. Call it after a
   * commit, on the connection that committed.
   */
  noticedAt(connection: Connection): Promise<number>;
  /** Returns the latest result of `noticedAt`, for a caller that has no connection to check. */
  noticedAtLatest(): number;
  load(): PoolLoad;
  close(): Promise<void>;
}

export interface PresentSession {
  execute(statement: Statement): Promise<readonly Row[]>;
  /** Ends the session, after a failure from which it may not recover. */
  giveUp(): void;
}

export interface PresenceOptions {
  /** Whether a session may be held. Without one nothing is cached. */
  readonly holds: boolean;
  readonly rememberFor: number;
  /** Clears the cache. Called when the session was lost. */
  forget(): void;
  /** A monotonic clock in milliseconds. */
  readonly now: () => number;
}

/**
 * Identifies Vitrine's lock among the advisory locks of a database. The table's id distinguishes layouts in several
 * schemas.
 */
const LOCK_CLASS = 1_447_642_194;
const LAYOUT_OID = "CAST(CAST('layout' AS regclass) AS oid)";
const HOLD: Statement = {
  text: `SELECT pg_backend_pid(), pg_advisory_lock_shared((CAST(${LOCK_CLASS} AS bigint) << 32) + CAST(${LAYOUT_OID} AS bigint))`,
  values: [],
};
const COUNT_OTHERS = `SELECT count(*)
FROM pg_locks
WHERE locktype = 'advisory'
AND database = (SELECT oid FROM pg_database WHERE datname = current_database())
AND classid = ${LOCK_CLASS}
AND objid = ${LAYOUT_OID}
AND granted
AND pid <> $1`;

/** Milliseconds between attempts to open a session. */
const TRY_AGAIN_AFTER = 1_000;
/** The id of no process. */
const NO_PID = 0;

/** Creates the presence of this server. Opens one connection when the first result may be cached. */
export function createPresence(
  open: (onEnd: () => void) => Promise<Connection>,
  { holds, rememberFor, forget, now }: PresenceOptions,
): Presence {
  let held: {
    readonly connection: Connection;
    readonly pid: number;
    readonly session: PresentSession;
  } | null = null;
  let opening: Promise<void> | null = null;
  let tryAgainAt = Number.NEGATIVE_INFINITY;
  let closed = false;

  function lose(connection: Connection | null): void {
    if (held === null || held.connection !== connection) return;
    held = null;
    forget();
  }

  async function hold(): Promise<void> {
    let made: Connection | null = null;
    const connection = await open(() => lose(made));
    made = connection;
    try {
      const [row] = await connection.execute(HOLD);
      if (closed || connection.ended) throw new Error('The session ended while it was opened.');
      const session: PresentSession = {
        execute: (statement) => connection.execute(statement),
        giveUp: () => connection.destroy(),
      };
      held = { connection, pid: Number(row?.[0]), session };
    } catch (error) {
      connection.destroy();
      throw error;
    }
  }

  function beginToHold(): void {
    if (!holds || opening !== null || closed || now() < tryAgainAt) return;
    opening = hold()
      .catch(() => {
        // Without a session nothing is cached. Requests are slower, and their own look-ups report the failure.
        tryAgainAt = now() + TRY_AGAIN_AFTER;
      })
      .finally(() => {
        opening = null;
      });
  }

  const noticedAtLatest = () => now() + rememberFor;

  return {
    session() {
      if (held === null) beginToHold();
      return held?.session ?? null;
    },
    noticedAtLatest,
    async noticedAt(connection) {
      const latest = noticedAtLatest();
      // The server may know of this process's own lock before the process does.
      await opening;
      try {
        const pid = held?.pid ?? NO_PID;
        const [row] = await connection.execute({ text: COUNT_OTHERS, values: [pid] });
        return row?.[0] === 0 ? Math.min(latest, connection.openedAt + rememberFor) : latest;
      } catch {
        return latest;
      }
    },
    load: () => ({
      size: holds ? 1 : 0,
      open: held === null ? 0 : 1,
      inFlight: held?.connection.depth ?? 0,
      waiting: 0,
    }),
    async close() {
      closed = true;
      await opening;
      await held?.connection.close();
    },
  };
}

/** Resolves when `now` has reached the time. A single timer may fire a fraction of a millisecond early. */
export async function waitUntil(time: number, now: () => number): Promise<void> {
  for (let left = time - now(); left > 0; left = time - now()) await wait(Math.ceil(left));
}
