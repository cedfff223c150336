import { setTimeout as wait } from 'node:timers/promises';
import { type Row, textCell } from '@vitrine/storage-sql';
import type { Connection } from '../connection/connection.ts';
import type { Execute } from '../connection/run-steps.ts';
import type { Lender } from '../pools/exclusive-pool.ts';
import { PRIMARY_TIMELINE } from './primary-host.ts';

/** Milliseconds for which a scan waits for a standby. */
const WAIT_MS = 200;
/** Milliseconds between two questions to a standby. */
const AGAIN_MS = 5;
/** Milliseconds for which no standby is asked after one was late, or a scan on it has failed. */
const PAUSE_MS = 5_000;

/** The end of the primary's log on disk, and the timeline of the log. */
const WRITTEN = `SELECT CAST(pg_current_wal_flush_lsn() AS text), CAST(${PRIMARY_TIMELINE} AS text)`;

/**
 * Whether a standby has applied the log up to that end. The timeline is that of its last restart point, so that the
 * standby of an older primary, which may have applied other changes at the same place of the log, never counts. That of
 * a new primary counts after its next restart point.
 */
const HAS_APPLIED = `SELECT CASE
  WHEN pg_is_in_recovery()
    AND pg_last_wal_replay_lsn() >= CAST($1 AS pg_lsn)
    AND (SELECT min_recovery_end_timeline FROM pg_control_recovery()) = CAST($2 AS bigint)
  THEN 1
  ELSE 0
END`;

export interface StandbyFirstOptions {
  readonly primary: Lender;
  readonly standby: Lender;
  /** Runs a statement on the primary. */
  readonly askPrimary: Execute;
  readonly now: () => number;
}

/**
 * Lends a connection to a standby if the standby has applied everything that the primary had on disk when the connection
 * was asked for, otherwise one to the primary. So no caller misses a write that was acknowledged before, whichever
 * server made it. If a standby is not ready within 200 ms, or a scan on it fails, the primary is used for five seconds.
 */
export function standbyFirst({ primary, standby, askPrimary, now }: StandbyFirstOptions): Lender {
  const lent = new WeakSet<Connection>();
  let pausedUntil = Number.NEGATIVE_INFINITY;

  /** Returns a connection to a standby that has applied the log, or null if there is none in time. */
  async function findReady(): Promise<Connection | null> {
    const until = now() + WAIT_MS;
    let connection: Connection | null = null;
    try {
      connection = await standby.acquire();
      const [written] = await askPrimary({ text: WRITTEN, values: [] });
      while (now() < until) {
        if (await hasApplied(connection, written)) return connection;
        await wait(AGAIN_MS);
      }
      standby.release(connection, false);
    } catch {
      if (connection !== null) standby.release(connection, true);
    }
    return null;
  }

  async function acquire(): Promise<Connection> {
    if (now() < pausedUntil) return primary.acquire();
    const ready = findReady();
    const timer = new AbortController();
    const late = wait(WAIT_MS, null, { signal: timer.signal }).catch(() => null);
    const connection = await Promise.race([ready, late]);
    timer.abort();
    if (connection !== null) {
      lent.add(connection);
      return connection;
    }
    pausedUntil = now() + PAUSE_MS;
    void ready.then((unused) => {
      if (unused !== null) standby.release(unused, false);
    });
    return primary.acquire();
  }

  function release(connection: Connection, broken: boolean): void {
    if (!lent.delete(connection)) {
      primary.release(connection, broken);
      return;
    }
    // For example because it conflicts with what the standby has to apply.
    if (broken) pausedUntil = now() + PAUSE_MS;
    standby.release(connection, broken);
  }

  return {
    acquire,
    release,
    load() {
      const [one, other] = [primary.load(), standby.load()];
      return {
        size: one.size + other.size,
        open: one.open + other.open,
        inFlight: one.inFlight + other.inFlight,
        waiting: one.waiting + other.waiting,
      };
    },
  };
}

async function hasApplied(connection: Connection, written: Row | undefined): Promise<boolean> {
  const values = [textCell(written?.[0]), textCell(written?.[1])];
  const [row] = await connection.execute({ text: HAS_APPLIED, values });
  return row?.[0] === 1;
}
