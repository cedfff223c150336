import { UnavailableError } from '@vitrine/core/adapter';
import { type Connection, openConnection, type ServerConfig } from '../connection/connection.ts';
import { isLost } from '../connection/errors.ts';
import type { Role } from '../connection/role-settings.ts';

/** Opens connections to the host that accepts writes. */
export interface PrimaryHost {
  /** Opens a connection. Rejects if no host accepts writes, or the one that does can't be reached. */
  open(role: Role, onEnd: () => void): Promise<Connection>;
  /**
   * Stops looking for another host. Call it with `close` of the pools that opened the connections.
   * @returns when all lent connections are given back.
   */
  close(): Promise<void>;
  /** Connections are lent: those that are idle are to be closed, which gives them back. Default: false. */
  readonly givesBack?: boolean;
}

/** Milliseconds without a response after which another host may have become the primary. */
const SILENCE_MS = 3_000;
/** Milliseconds between checks of the connections. */
const WATCH_MS = 1_000;
/** Milliseconds for which a search waits for further hosts after the first one that accepts writes. */
const GRACE_MS = 300;

/** SQL for the timeline of a primary's log, which grows with each promotion. */
export const PRIMARY_TIMELINE =
  "CAST(CAST('x' || left(pg_walfile_name(pg_current_wal_lsn()), 8) AS bit(32)) AS bigint)";

/** The timeline of the server's log. Null: the server is a standby, or refuses writes. */
const TIMELINE = `SELECT CASE
  WHEN pg_is_in_recovery() OR current_setting('default_transaction_read_only') = 'on' THEN NULL
  ELSE ${PRIMARY_TIMELINE}
END`;

/**
 * Uses the only host, whatever it accepts, or the primary among several.
 * @param onMove is called when another host is used than before.
 */
export function hostOf(
  hosts: readonly [ServerConfig, ...ServerConfig[]],
  onMove: () => void = () => undefined,
): PrimaryHost {
  return hosts.length === 1 ? onlyHost(hosts[0]) : searchedHost(hosts, onMove);
}

function onlyHost(config: ServerConfig): PrimaryHost {
  return {
    open: (role, onEnd) => openConnection({ config, role, onEnd }),
    close: () => Promise.resolve(),
  };
}

interface Found {
  readonly host: ServerConfig;
  readonly timeline: number;
}

/**
 * Uses the primary among hosts that replicate. It is searched when a connection can't be opened, when the server refuses
 * a write because it is a standby, and while a connection gets no response for three seconds. If several hosts accept
 * writes, for example because an old primary was started again, the one with the highest timeline is used: the one that
 * was promoted last. Connections to any other host are then destroyed, so that statements in flight on a frozen host
 * fail within seconds.
 *
 * A host that still accepts writes is not compared with the others while it responds: what promotes a standby has to
 * stop the old primary first, as for any client.
 *
 * @param onMove is called when another host is used than before.
 */
export function searchedHost(
  hosts: readonly ServerConfig[],
  onMove: () => void = () => undefined,
): PrimaryHost {
  const open = new Map<Connection, ServerConfig>();
  let current: Found | null = null;
  let searching: Promise<Found> | null = null;

  function search(): Promise<Found> {
    searching ??= findPrimary(hosts)
      .then(use)
      .finally(() => {
        searching = null;
      });
    return searching;
  }

  /** An older primary than the current one is never used. */
  function use(found: Found): Found {
    if (current !== null && found.timeline < current.timeline) {
      throw new UnavailableError('The primary of the database does not respond.');
    }
    if (current !== null && current.host !== found.host) onMove();
    current = found;
    for (const [connection, host] of open) if (host !== found.host) connection.destroy();
    return found;
  }

  /** Searches for another primary. If there is none, everything stays as it is. */
  function lookAround(): void {
    search().catch(() => undefined);
  }

  const watch = setInterval(() => {
    const silentSince = performance.now() - SILENCE_MS;
    for (const connection of open.keys()) {
      if (connection.waitingSince !== null && connection.waitingSince < silentSince) return lookAround();
    }
  }, WATCH_MS);
  watch.unref();

  /** Opens a connection to a host. Null if the host is no primary any more. */
  async function connect({ host }: Found, role: Role, onEnd: () => void): Promise<Connection | null> {
    let made: Connection | null = null;
    const connection = await openConnection({
      config: host,
      role,
      onReadOnly: lookAround,
      onEnd() {
        if (made === null) return;
        open.delete(made);
        onEnd();
      },
    });
    if ((await timelineOf(connection)) === null) {
      connection.destroy();
      return null;
    }
    made = connection;
    if (connection.ended) onEnd();
    else open.set(connection, host);
    return connection;
  }

  return {
    async open(role, onEnd) {
      if (current !== null) {
        const connection = await connect(current, role, onEnd).catch((error: unknown) => {
          if (isLost(error)) return null;
          throw error;
        });
        if (connection !== null) return connection;
      }
      const connection = await connect(await search(), role, onEnd);
      if (connection === null) throw noPrimary();
      return connection;
    },
    async close() {
      clearInterval(watch);
    },
  };
}

/**
 * Returns the primary with the highest timeline among the hosts that respond until the first primary has been known for
 * `GRACE_MS`.
 *
 * @throws the error of a host if none is a primary: that of one that refuses the connection, else of one that does not
 * respond. UnavailableError if all are standbys.
 */
async function findPrimary(hosts: readonly ServerConfig[]): Promise<Found> {
  const found: Found[] = [];
  const errors: unknown[] = [];
  const grace = Promise.withResolvers<void>();
  const timers: NodeJS.Timeout[] = [];
  const asked = hosts.map(async (host) => {
    try {
      const timeline = await readTimeline(host);
      if (timeline === null) return;
      found.push({ host, timeline });
      timers.push(setTimeout(grace.resolve, GRACE_MS));
    } catch (error) {
      errors.push(error);
    }
  });
  await Promise.race([Promise.all(asked), grace.promise]);
  for (const timer of timers) clearTimeout(timer);
  const [primary] = found.toSorted((a, b) => b.timeline - a.timeline);
  if (primary !== undefined) return primary;
  throw errors.find((error) => !isLost(error)) ?? errors[0] ?? noPrimary();
}

async function readTimeline(config: ServerConfig): Promise<number | null> {
  const connection = await openConnection({ config, role: 'read', onEnd: () => undefined });
  try {
    return await timelineOf(connection);
  } finally {
    connection.destroy();
  }
}

async function timelineOf(connection: Connection): Promise<number | null> {
  const [row] = await connection.execute({ text: TIMELINE, values: [] });
  const timeline = row?.[0] ?? null;
  return timeline === null ? null : Number(timeline);
}

function noPrimary(): UnavailableError {
  return new UnavailableError('No host of the database accepts writes.');
}
