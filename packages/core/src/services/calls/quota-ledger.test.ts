import { describe, expect, test } from 'vitest';
import { quotaLedger } from './quota-ledger.ts';

/** Returns a resource that ledgers of several servers count. Each count takes `took` milliseconds of the clock. */
function resource({ rows = 0, took = 0 } = {}) {
  const state = { rows, time: 1_000, counts: 0 };
  async function count(): Promise<number> {
    state.counts++;
    state.time += took;
    await Promise.resolve();
    return state.rows;
  }
  function ledger() {
    const made = quotaLedger(() => state.time);
    const take = (limit: number, wanted: number, least: number) => made.take(limit, wanted, least, count);
    return { ...made, take };
  }
  /** Reserves one unit and creates a row. Returns false if there is no room. */
  async function create(of: ReturnType<typeof ledger>, limit: number): Promise<boolean> {
    const taken = await of.take(limit, 1, 1);
    if (taken === null) return false;
    await new Promise((resolve) => setTimeout(resolve, 1));
    state.rows++;
    of.settle(taken, 1);
    return true;
  }
  return { state, ledger, create };
}

describe('a ledger', () => {
  test('grants exactly the room to racing callers', async () => {
    const { state, ledger, create } = resource({ rows: 3 });
    const own = ledger();
    const made = await Promise.all(Array.from({ length: 200 }, () => create(own, 50)));
    expect(made.filter(Boolean)).toHaveLength(47);
    expect(state.rows).toBe(50);
    expect(own.isIdle()).toBe(true);
  });

  test('counts rarely while there is much room', async () => {
    const { state, ledger, create } = resource();
    const own = ledger();
    for (let i = 0; i < 400; i++) expect(await create(own, 1_000)).toBe(true);
    expect(state.counts).toBeLessThanOrEqual(2);
  });

  test('sees room that another server made, at once if counts are cheap', async () => {
    const { state, ledger, create } = resource({ rows: 5 });
    const own = ledger();
    expect(await create(own, 5)).toBe(false);
    state.rows = 4;
    expect(await create(own, 5)).toBe(true);
    expect(await create(own, 5)).toBe(false);
  });

  test('spends at most a twentieth of the time on expensive counts', async () => {
    const { state, ledger, create } = resource({ rows: 5, took: 200 });
    const own = ledger();
    for (let i = 0; i < 50; i++) expect(await create(own, 5)).toBe(false);
    expect(state.counts).toBe(1);
    state.rows = 4;
    state.time += 4_000;
    expect(await create(own, 5)).toBe(true);
    expect(state.counts).toBe(2);
  });

  test('of two racing servers each exceeds a limit by at most one unit', async () => {
    const { state, ledger, create } = resource();
    const servers = [ledger(), ledger()];
    await Promise.all(Array.from({ length: 400 }, (_, i) => create(servers[i % 2] ?? ledger(), 100)));
    expect(state.rows).toBeGreaterThanOrEqual(100);
    expect(state.rows).toBeLessThanOrEqual(102);
  });

  test('returns the units that a failed call did not create', async () => {
    const { ledger } = resource();
    const own = ledger();
    for (let i = 0; i < 20; i++) {
      expect(await own.take(1, 1, 1)).toBe(1);
      own.settle(1, 0);
    }
  });

  test('reserves the remaining units if they are enough, otherwise nothing', async () => {
    const { ledger } = resource({ rows: 7 });
    const own = ledger();
    const taken = await own.take(10, 100, 0);
    expect(taken).toBe(3);
    own.settle(taken ?? 0, 0);
    expect(await own.take(10, 4, 4)).toBeNull();
    expect(await own.take(5, 1, 0)).toBe(0);
  });
});
