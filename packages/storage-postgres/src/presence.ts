import { setTimeout as wait } from 'node:timers/promises';
import type { Row, Statement } from '@vitrine/storage-sql';
import type { Connection } from './connection.ts';
import type { GroupLoad } from './group-figures.ts';

/**
 * Lets servers remember answers for a moment without any of them acting on an old state that another server has been told
 * is over.
 *
 * A server remembers only answers that it got over a session which holds a shared advisory lock, its presence, and each no
 * longer than `rememberFor` from before its question was sent, by its own monotonic clock. A server that changes what
 * others may remember commits, looks whether another session holds that lock, and if so waits for the same time before it
 * answers the change. So no clocks are compared, a paused server forgets by its own clock when it wakes up, and one server
 * alone never waits.
 *
 * - A session that was ended gives no answers any more. The server forgets everything when it notices that end.
 * - When the database was restarted or another one took over, all locks are gone at once while servers may still
 *   remember. The sessions of that time are gone too, so a look on a session younger than `rememberFor` counts as
 *   "others may remember" until it is that old.
 * - The look fails: the change waits.
 */
export interface Presence {
  /**
   * The session whose answers may be remembered; null while there is none. Then the first call begins to open one, and
   * nothing is to be remembered or taken from memory.
   */
  session(): PresentSession | null;
  /**
   * The moment, by `now`, from which on no other server acts on what it asked before this call. To be called behind a
   * commit, on the connection that committed.
   */
  noticedAt(connection: Connection): Promise<number>;
  /** As `noticedAt` where nothing can be asked: the latest moment it can be. */
  noticedAtLatest(): number;
  load(): GroupLoad | null;
  close(): Promise<void>;
}

export interface PresentSession {
  execute(statement: Statement): Promise<readonly Row[]>;
  /** Gives the session up after a failure that it may not recover from. */
  giveUp(): void;
}

export interface PresenceOptions {
  readonly rememberFor: number;
  /** Forgets all that was remembered. Called when the session was lost. */
  forget(): void;
  /** Milliseconds that only rise. */
  readonly now: () => number;
}

/** Identifies Vitrine's lock among the advisory locks of a database; the table tells apart layouts in several schemas. */
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

/** Milliseconds between tries to open a session. */
const TRY_AGAIN_AFTER = 1_000;
/** No process has it. */
const NO_PID = 0;

/** For engines with advisory locks. Opens one connection, when the first answer is to be remembered. */
export function lockedPresence(
  open: (onEnd: () => void) => Promise<Connection>,
  { rememberFor, forget, now }: PresenceOptions,
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
    if (opening !== null || closed || now() < tryAgainAt) return;
    opening = hold()
      .catch(() => {
        // Without a session nothing is remembered: requests are slower, and their own look-ups report what is wrong.
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
      // The own session holds its lock before this process knows of it.
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
      size: 1,
      open: held === null ? 0 : 1,
      underWay: held?.connection.depth ?? 0,
      waiting: 0,
    }),
    async close() {
      closed = true;
      await opening;
      await held?.connection.close();
    },
  };
}

/** For engines without advisory locks: every server may remember at any time, so every change waits. */
export function assumedPresence(
  execute: PresentSession['execute'],
  { rememberFor, now }: PresenceOptions,
): Presence {
  const session: PresentSession = { execute, giveUp: () => undefined };
  const noticedAtLatest = () => now() + rememberFor;
  return {
    session: () => session,
    noticedAtLatest,
    noticedAt: async () => noticedAtLatest(),
    load: () => null,
    close: async () => undefined,
  };
}

/** Resolves when `now` has reached the moment. A timer alone may fire a fraction of a millisecond early. */
export async function waitUntil(moment: number, now: () => number): Promise<void> {
  for (let left = moment - now(); left > 0; left = moment - now()) await wait(Math.ceil(left));
}
