import type { Row, Statement } from '@vitrine/storage-sql';
import { describe, expect, test } from 'vitest';
import type { Connection } from '../connection/connection.ts';
import type { Lender } from '../pools/exclusive-pool.ts';
import { standbyFirst } from './standby-first.ts';

const POSITION: Row = ['0/16B3748', '1'];

/** A lender that notes what is returned to it. */
function lenderOf(connection: Connection, acquire: () => Promise<Connection> = async () => connection) {
  const returned: boolean[] = [];
  const lender: Lender = {
    acquire,
    release: (_, broken) => void returned.push(broken),
    load: () => ({ size: 2, open: 1, inFlight: 1, waiting: 0 }),
  };
  return { lender, returned };
}

/** `applied`: the answers of the standby, of which the last one repeats. */
function arrange(applied: readonly (0 | 1)[], acquire?: () => Promise<Connection>) {
  const left = [...applied];
  const asked: unknown[] = [];
  let ahead = 0;
  const ofPrimary = { execute: null } as unknown as Connection;
  const ofStandby = {
    execute: async ({ values }: Statement) => {
      asked.push(values);
      return [[left.length > 1 ? left.shift() : left[0]]];
    },
  } as unknown as Connection;
  const primary = lenderOf(ofPrimary);
  const standby = lenderOf(ofStandby, acquire);
  const pool = standbyFirst({
    primary: primary.lender,
    standby: standby.lender,
    askPrimary: async () => [POSITION],
    now: () => performance.now() + ahead,
  });
  const advance = (milliseconds: number) => {
    ahead += milliseconds;
  };
  return { pool, ofPrimary, ofStandby, primary, standby, asked, advance };
}

describe('a connection for a scan is one to', () => {
  test('a standby that has applied what the primary has on disk', async () => {
    const { pool, ofStandby, asked, standby } = arrange([0, 0, 1]);
    expect(await pool.acquire()).toBe(ofStandby);
    expect(asked).toEqual([POSITION, POSITION, POSITION]);
    pool.release(ofStandby, false);
    expect(standby.returned).toEqual([false]);
  });

  test('the primary, for some seconds, if the standby is late', async () => {
    const { pool, ofPrimary, primary, standby, asked, advance } = arrange([0]);
    expect(await pool.acquire()).toBe(ofPrimary);
    await expect.poll(() => standby.returned).toEqual([false]);
    const questions = asked.length;
    expect(await pool.acquire()).toBe(ofPrimary);
    expect(asked.length).toBe(questions);
    pool.release(ofPrimary, true);
    expect(primary.returned).toEqual([true]);
    advance(5_000);
    await pool.acquire();
    expect(asked.length).toBeGreaterThan(questions);
  });

  test('the primary, if no standby can be reached', async () => {
    const { pool, ofPrimary } = arrange([1], () => Promise.reject(new Error('refused')));
    expect(await pool.acquire()).toBe(ofPrimary);
  });

  test('the primary, if a standby does not respond; what responds later is released', async () => {
    const { promise, resolve } = Promise.withResolvers<Connection>();
    const { pool, ofPrimary, ofStandby, standby } = arrange([1], () => promise);
    expect(await pool.acquire()).toBe(ofPrimary);
    resolve(ofStandby);
    await new Promise(setImmediate);
    expect(standby.returned).toEqual([false]);
  });

  test('the primary, for some seconds after a scan on the standby has failed', async () => {
    const { pool, ofPrimary, ofStandby, standby, advance } = arrange([1]);
    expect(await pool.acquire()).toBe(ofStandby);
    pool.release(ofStandby, true);
    expect(standby.returned).toEqual([true]);
    expect(await pool.acquire()).toBe(ofPrimary);
    advance(5_000);
    expect(await pool.acquire()).toBe(ofStandby);
  });
});

test('the load is that of the primary and the standby together', () => {
  expect(arrange([1]).pool.load()).toEqual({ size: 4, open: 2, inFlight: 2, waiting: 0 });
});
