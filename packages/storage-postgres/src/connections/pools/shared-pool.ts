import { UnavailableError } from '@vitrine/core/adapter';
import type { Row, Statement } from '@vitrine/storage-sql';
import type { Connection } from '../connection/connection.ts';
import { closedError } from '../connection/errors.ts';
import type { PoolLoad } from './pool-metrics.ts';

/** Statements of one pool that may be in flight. Further ones are refused with `UnavailableError`. */
const IN_FLIGHT_MAX = 10_000;

/**
 * A pool whose connections are shared by statements. Each statement goes to the connection with the fewest in flight.
 */
export interface SharedPool {
  execute(statement: Statement): Promise<readonly Row[]>;
  load(): PoolLoad;
  /** Waits for the statements in flight. */
  close(): Promise<void>;
}

/** Milliseconds after which an idle connection is given back. Until then it needs no settings for the next statement. */
const GIVE_BACK_MS = 50;

/**
 * Creates a pool that opens connections when they are needed, at most `size`. The next statement replaces a lost one.
 * @param givesBack closes connections that are idle.
 */
export function sharedPool(
  size: number,
  open: (onEnd: () => void) => Promise<Connection>,
  givesBack = false,
): SharedPool {
  const connections = new Set<Connection>();
  let opening: Promise<Connection> | null = null;
  let inFlight = 0;
  let closed = false;

  function leastBusy(): Connection | null {
    let best: Connection | null = null;
    for (const connection of connections) {
      if (best === null || connection.depth < best.depth) best = connection;
    }
    return best;
  }

  /** Opens one connection at a time, so that callers share one attempt while the server does not respond. */
  function openAnother(): Promise<Connection> {
    opening ??= openOne().finally(() => {
      opening = null;
    });
    return opening;
  }

  async function openOne(): Promise<Connection> {
    let made: Connection | null = null;
    made = await open(() => {
      if (made !== null) connections.delete(made);
    });
    if (closed) {
      made.destroy();
      throw closedError();
    }
    if (!made.ended) connections.add(made);
    giveBackSoon(made);
    return made;
  }

  function pick(): Connection | Promise<Connection> {
    const best = leastBusy();
    if (best === null) return openAnother();
    // More connections only make it faster, so the statement does not wait for one, and does not fail with it.
    if (best.depth > 0 && connections.size < size) openAnother().catch(() => undefined);
    return best;
  }

  function replaceWorn(connection: Connection): void {
    if (connection.worn && connections.delete(connection)) connection.close().catch(() => undefined);
  }

  /** Closes the connection unless a statement is in flight then. */
  function giveBackSoon(connection: Connection): void {
    if (!givesBack || connection.depth > 0) return;
    setTimeout(() => {
      if (connection.depth === 0 && connections.delete(connection)) connection.close().catch(() => undefined);
    }, GIVE_BACK_MS);
  }

  return {
    async execute(statement) {
      if (closed) throw closedError();
      if (inFlight >= IN_FLIGHT_MAX) throw new UnavailableError('Too many calls wait for the database.');
      inFlight++;
      try {
        const connection = await pick();
        try {
          return await connection.execute(statement);
        } finally {
          replaceWorn(connection);
          giveBackSoon(connection);
        }
      } finally {
        inFlight--;
      }
    },
    load: () => ({ size, open: connections.size, inFlight, waiting: 0 }),
    async close() {
      closed = true;
      await Promise.allSettled([...connections].map((connection) => connection.close()));
    },
  };
}
