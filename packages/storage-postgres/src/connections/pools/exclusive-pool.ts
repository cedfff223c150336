import { UnavailableError } from '@vitrine/core/adapter';
import type { Connection } from '../connection/connection.ts';
import { closedError } from '../connection/errors.ts';
import type { PoolLoad } from './pool-metrics.ts';

/** Callers that may wait for a connection, and how long each of them may wait. */
const WAITING_MAX = 1_000;
const WAIT_MS = 10_000;

/** Lends connections, each to one user at a time. */
export interface Lender {
  acquire(): Promise<Connection>;
  /** Takes an acquired connection back. `broken`: its state is unknown, so it is closed. */
  release(connection: Connection, broken: boolean): void;
  load(): PoolLoad;
}

/** A pool whose connections have one user at a time: for transactions, scans, streams. */
export interface ExclusivePool extends Lender {
  /** Runs `use` with a connection of its own. If it fails, the connection is not used again. */
  use<Result>(use: (connection: Connection) => Promise<Result>): Promise<Result>;
  close(): Promise<void>;
}

interface Waiter {
  resolve(connection: Connection | Promise<Connection>): void;
  reject(error: Error): void;
}

/**
 * Creates a pool that opens connections when they are needed, at most `size`.
 * @param givesBack closes connections that nobody waits for.
 */
export function exclusivePool(
  size: number,
  open: (onEnd: () => void) => Promise<Connection>,
  givesBack = false,
): ExclusivePool {
  const idle: Connection[] = [];
  const waiting = new Set<Waiter>();
  /** Connections that are open or being opened. */
  let taken = 0;
  let closed = false;

  async function openOne(): Promise<Connection> {
    taken++;
    let made: Connection | null = null;
    try {
      made = await open(() => {
        const at = made === null ? -1 : idle.indexOf(made);
        if (at < 0) return;
        idle.splice(at, 1);
        taken--;
        serveNext();
      });
      return made;
    } catch (error) {
      taken--;
      serveNext();
      throw error;
    }
  }

  /** Lets the first waiter open a connection if there is room for one. */
  function serveNext(): void {
    if (taken >= size) return;
    const [next] = waiting;
    if (next === undefined) return;
    waiting.delete(next);
    next.resolve(openOne());
  }

  function wait(): Promise<Connection> {
    if (waiting.size >= WAITING_MAX) throw new UnavailableError('Too many calls wait for the database.');
    const { promise, resolve, reject } = Promise.withResolvers<Connection>();
    const waiter: Waiter = { resolve, reject };
    waiting.add(waiter);
    const timer = setTimeout(() => {
      waiting.delete(waiter);
      reject(new UnavailableError('The database is busy.'));
    }, WAIT_MS);
    return promise.finally(() => clearTimeout(timer));
  }

  async function acquire(): Promise<Connection> {
    if (closed) throw closedError();
    const ready = idle.pop();
    if (ready !== undefined) return ready;
    return taken < size ? openOne() : wait();
  }

  function release(connection: Connection, broken: boolean): void {
    const [next] = waiting;
    const isIdle = next === undefined;
    if (broken || connection.ended || connection.worn || closed || (isIdle && givesBack)) {
      taken--;
      if (broken) connection.destroy();
      else connection.close().catch(() => undefined);
      serveNext();
      return;
    }
    if (isIdle) {
      idle.push(connection);
      return;
    }
    waiting.delete(next);
    next.resolve(connection);
  }

  return {
    acquire,
    release,
    async use(use) {
      const connection = await acquire();
      let broken = true;
      try {
        const result = await use(connection);
        broken = false;
        return result;
      } finally {
        release(connection, broken);
      }
    },
    load: () => ({ size, open: taken, inFlight: taken - idle.length, waiting: waiting.size }),
    async close() {
      closed = true;
      for (const { reject } of waiting) reject(closedError());
      waiting.clear();
      await Promise.allSettled(idle.splice(0).map((connection) => connection.close()));
    },
  };
}
