import { describe, expect, test } from 'vitest';
import { accountPrincipal, type Principal } from '../../ports/access.ts';
import { memoryStorage } from '../../storage/memory/index.ts';
import type { Storage } from '../../storage/storage.ts';
import { createVitrine } from '../../vitrine.ts';
import type { RateLimits } from './rate-limits.ts';

const MINUTE = 60_000;
const START = 1_000 * MINUTE;

async function open(limits: RateLimits, storage: Storage = memoryStorage()) {
  const time = { now: START };
  const { rateLimits } = await createVitrine({ storage, rateLimits: limits, clock: () => time.now });
  return { ...rateLimits, time, storage };
}

function caller(accountId: string, id: string): Principal {
  return { kind: 'account', accountId, key: { id, name: id } };
}

const until = async (done: () => boolean) => {
  while (!done()) await new Promise((resolve) => setTimeout(resolve, 20));
};

describe('a limit', () => {
  test('admits that many requests a minute, and returns when to retry the next one', async () => {
    const { admit, time } = await open({ account: 100, key: 3 });
    const who = caller('a', 'k');
    expect(admit(who).quotas).toEqual([
      { name: 'account', limit: 100, remaining: 99, resetSeconds: 60 },
      { name: 'key', limit: 3, remaining: 2, resetSeconds: 60 },
    ]);
    admit(who);
    expect(admit(who).refusedForSeconds).toBeNull();
    time.now += 15_000;
    const refused = admit(who);
    expect(refused.quotas[1]).toEqual({ name: 'key', limit: 3, remaining: 0, resetSeconds: 45 });
    // After the end of the window, three requests fade by one in 20 s.
    expect(refused.refusedForSeconds).toBe(45 + 20);
    time.now += (refused.refusedForSeconds ?? 0) * 1_000;
    expect(admit(who).refusedForSeconds).toBeNull();
    expect(admit(who).refusedForSeconds).not.toBeNull();
  });

  test('does not count rejected requests', async () => {
    const { admit } = await open({ account: 100, key: 2 });
    for (let i = 0; i < 50; i++) admit(caller('a', 'greedy'));
    expect(admit(caller('a', 'other')).quotas[0]).toMatchObject({ name: 'account', remaining: 97 });
  });

  test('of an account applies to all its keys and to no other account', async () => {
    const { admit } = await open({ account: 4, key: 3 });
    for (const key of ['1', '1', '2', '2']) expect(admit(caller('a', key)).refusedForSeconds).toBeNull();
    expect(admit(caller('a', '3')).refusedForSeconds).toBeGreaterThan(0);
    expect(admit(accountPrincipal('a')).refusedForSeconds).toBeGreaterThan(0);
    expect(admit(caller('b', '4')).refusedForSeconds).toBeNull();
  });

  test('admits no burst of twice as many around the end of a minute', async () => {
    const { admit, time } = await open({ account: 60, key: 60 });
    const who = caller('a', 'k');
    const burst = () =>
      Array.from({ length: 60 }, () => admit(who)).filter((a) => a.refusedForSeconds === null).length;
    time.now += MINUTE - 1_000;
    expect(burst()).toBe(60);
    time.now += 2_000;
    expect(burst()).toBeLessThanOrEqual(2);
    time.now += MINUTE / 2;
    expect(burst()).toBeGreaterThan(25);
  });

  test('is shared by the servers of a storage within about half a second', async () => {
    const limits = { account: 5_000, key: 1_000 };
    const one = await open(limits);
    const two = await open(limits, one.storage);
    const who = caller('a', 'k');
    for (let i = 0; i < 1_000; i++) expect(one.admit(who).refusedForSeconds).toBeNull();
    let passed = 0;
    await until(() => {
      if (two.admit(who).refusedForSeconds !== null) return true;
      passed++;
      return false;
    });
    expect(passed).toBeLessThan(500);
    expect(two.admit(who).quotas[0]).toMatchObject({ name: 'account', limit: 5_000 });
    expect(two.admit(who).quotas[0]?.remaining).toBeLessThan(4_001);
  });

  test('applies to this process alone while the storage is unavailable, and is shared afterwards', async () => {
    const storage = memoryStorage();
    const add = storage.requestCounts.add;
    let away = true;
    const flaky: Storage = {
      ...storage,
      requestCounts: {
        add: (window, counts) => (away ? Promise.reject(new Error('away')) : add(window, counts)),
      },
    };
    const limits = { account: 5_000, key: 1_000 };
    const { admit } = await open(limits, flaky);
    const who = caller('a', 'k');
    for (let i = 0; i < 1_000; i++) expect(admit(who).refusedForSeconds).toBeNull();
    await new Promise((resolve) => setTimeout(resolve, 600));
    expect(admit(who).refusedForSeconds).not.toBeNull();
    away = false;
    const other = await open(limits, storage);
    await until(() => other.admit({ ...who, accountId: 'b' }).refusedForSeconds !== null);
  });
});

test('counts nothing without limits', async () => {
  const { rateLimits } = await createVitrine({ storage: memoryStorage() });
  expect(rateLimits.admit(accountPrincipal('a'))).toEqual({ quotas: [], refusedForSeconds: null });
});
