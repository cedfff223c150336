import { setImmediate as nextTurn } from 'node:timers/promises';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { verifies } from '../../../test/requirements.ts';
import { FREED_SLOT_RESTS } from './ground/limits.ts';
import { recurringJobs, storePurgeAt } from './jobs/job-kinds.ts';
import { accountPrincipal } from './ports/access.ts';
import type { Storage } from './storage/index.ts';
import { memoryStorage } from './storage/memory/index.ts';
import { createVitrine } from './vitrine.ts';

async function open(storage: Storage = memoryStorage()) {
  let now = Date.UTC(2026, 0, 1);
  const errors: unknown[] = [];
  const onError = (error: unknown) => errors.push(error);
  const vitrine = await createVitrine({ storage, clock: () => now, secret: 'secret of the test', onError });
  const account = await vitrine.accounts.create('Test');
  return {
    errors,
    vitrine,
    storage,
    me: accountPrincipal(account.id),
    pass: (millis: number) => (now += millis),
    now: () => now,
  };
}

/** Between the deletion of a store and its purge. */
const PURGED_AFTER = storePurgeAt(0);

/** Advances the fake time, with turns of the real event loop in between. */
async function passTime(duration: number): Promise<void> {
  for (let passed = 0; passed < duration; passed += 500) {
    await vi.advanceTimersByTimeAsync(Math.min(500, duration - passed));
    for (let i = 0; i < 3; i++) await nextTurn();
  }
}

async function fill(
  { vitrine, me }: Awaited<ReturnType<typeof open>>,
  count: number,
  recordTtl: number | null = null,
) {
  const properties = [
    { name: 'n', type: 'number' as const },
    { name: 'text', type: 'string' as const },
  ];
  const store = await vitrine.stores.create(me, { name: 'S', recordTtl, properties });
  for (let start = 0; start < count; start += 100) {
    const records = Array.from({ length: Math.min(100, count - start) }, (_, i) => ({
      n: start + i,
      text: 'x',
    }));
    await vitrine.records.batchUpsert(me, store.id, { records });
  }
  return store;
}

describe('background work', () => {
  test('removes the records of a deleted store, then the store', async () => {
    const world = await open();
    const store = await fill(world, 1_200);
    await world.vitrine.stores.delete(world.me, store.id);
    world.pass(PURGED_AFTER - 1);
    expect(await world.vitrine.runDueJobs()).toBe(0);
    world.pass(1);
    expect(await world.vitrine.runDueJobs()).toBe(1);
    expect(await world.storage.records.purge(store.id, 1)).toBe(0);
    expect(await world.vitrine.runDueJobs()).toBe(0);
  });

  test('does not purge a store that was restored, and purges one that was deleted again by its last deletion', async () => {
    const world = await open();
    const { vitrine, me } = world;
    const store = await fill(world, 3, 2_000_000);
    await vitrine.stores.delete(me, store.id);
    world.pass(PURGED_AFTER - 2 * 3_600_000);
    await vitrine.stores.restore(me, store.id);
    world.pass(2 * 3_600_000);
    await vitrine.runDueJobs();
    expect(await vitrine.records.count(me, store.id)).toEqual({ count: 3 });
    await vitrine.stores.delete(me, store.id);
    await vitrine.stores.restore(me, store.id);
    world.pass(3_600_000);
    await vitrine.stores.delete(me, store.id);
    world.pass(PURGED_AFTER - 2 * 3_600_000);
    await vitrine.runDueJobs();
    expect((await vitrine.stores.restore(me, store.id)).recordCount).toBe(3);
    await vitrine.stores.delete(me, store.id);
    world.pass(PURGED_AFTER);
    await vitrine.runDueJobs();
    expect(await world.storage.stores.listWork(null, 10)).toEqual([]);
  });

  test('removes expired records repeatedly while the store has a recordTtl', async () => {
    const world = await open();
    const { vitrine, me } = world;
    const store = await fill(world, 1_200, 3_600);
    world.pass(3_599_999);
    await vitrine.runDueJobs();
    expect(await vitrine.records.count(me, store.id)).toEqual({ count: 1_200 });
    world.pass(60_000);
    await vitrine.runDueJobs();
    await vitrine.stores.update(me, store.id, { recordTtl: null });
    expect(await vitrine.records.count(me, store.id)).toEqual({ count: 0 });
    world.pass(60_000);
    expect(await vitrine.runDueJobs()).toBe(1);
    world.pass(60_000);
    expect(await vitrine.runDueJobs()).toBe(0);
  });

  test('clears a deleted property before its slot is reused', async () => {
    const world = await open();
    const { vitrine, storage, me } = world;
    const store = await fill(world, 1_200);
    const slotOf = async (name: string) => {
      const row = await storage.stores.get(me.accountId, store.id);
      return row?.properties.find((property) => property.name === name)?.slot;
    };
    const freed = await slotOf('text');
    await vitrine.stores.deleteProperty(me, store.id, 'text');
    await vitrine.stores.addProperty(me, store.id, { name: 'text', type: 'string' });
    expect(await slotOf('text')).not.toBe(freed);
    await vitrine.runDueJobs();
    expect((await storage.stores.get(me.accountId, store.id))?.freedSlots).toEqual([freed]);
    world.pass(FREED_SLOT_RESTS);
    await vitrine.runDueJobs();
    await vitrine.stores.addProperty(me, store.id, { name: 'again', type: 'string' });
    expect(await slotOf('again')).toBe(freed);
    const filters = [{ field: 'again', op: 'notEmpty' }];
    expect(await vitrine.records.count(me, store.id, { filters })).toEqual({ count: 0 });
  });

  test('retries a failed step with growing delays, and buries the job after 20 failures', async () => {
    const storage = memoryStorage();
    const failures: number[] = [];
    const failing: Storage = {
      ...storage,
      records: {
        ...storage.records,
        purge: () => {
          failures.push(world.now());
          throw new Error('disk on fire');
        },
      },
    };
    const world = await open(failing);
    const store = await fill(world, 10);
    await world.vitrine.stores.delete(world.me, store.id);
    world.pass(PURGED_AFTER);
    for (let i = 0; i < 10_000; i++) {
      await world.vitrine.runDueJobs();
      world.pass(1_000);
    }
    const waits = failures.slice(1).map((at, i) => (at - (failures[i] ?? 0)) / 1_000);
    expect(waits.slice(0, 5)).toEqual([1, 2, 4, 8, 16]);
    expect(Math.max(...waits)).toBe(300);
    expect(failures).toHaveLength(20);
  });

  test('stops when the signal aborts, and returns jobs in progress to the queue', async () => {
    const world = await open();
    const store = await fill(world, 2_000);
    await world.vitrine.stores.delete(world.me, store.id);
    world.pass(PURGED_AFTER);
    const stop = new AbortController();
    const errors: unknown[] = [];
    const working = world.vitrine.work({
      signal: stop.signal,
      pollEvery: 5,
      onError: (error) => errors.push(error),
    });
    stop.abort();
    await working;
    expect(errors).toEqual([]);
    await world.vitrine.runDueJobs();
    expect(await world.storage.records.purge(store.id, 1)).toBe(0);
  });

  test(
    'errors of steps go to onError of the Vitrine, unless work has its own',
    verifies('library.errors-of-work'),
    async () => {
      const storage = memoryStorage();
      const purgeExpired = () => Promise.reject(new Error('broken'));
      const world = await open({ ...storage, records: { ...storage.records, purgeExpired } });
      await fill(world, 1, 60);
      world.pass(60_000);
      await world.vitrine.runDueJobs();
      expect(world.errors.map(String)).toEqual([expect.stringContaining('(purge-expired) failed')]);
      const own: unknown[] = [];
      const stop = new AbortController();
      world.pass(60_000);
      await world.vitrine.work({
        signal: stop.signal,
        onError: (error) => {
          own.push(error);
          stop.abort();
        },
      });
      expect([own.length, world.errors.length]).toEqual([1, 1]);
    },
  );

  test('single failures between successes never bury a job', verifies('run.jobs.kept'), async () => {
    const storage = memoryStorage();
    let fails = false;
    const world = await open({
      ...storage,
      records: {
        ...storage.records,
        purgeExpired: (...args) =>
          fails ? Promise.reject(new Error('blip')) : storage.records.purgeExpired(...args),
      },
    });
    await fill(world, 1, 60);
    for (let round = 0; round < 50; round++) {
      world.pass(60_000);
      fails = true;
      expect(await world.vitrine.runDueJobs()).toBe(1);
      world.pass(300_000);
      fails = false;
      expect(await world.vitrine.runDueJobs()).toBe(1);
    }
    expect(await storage.jobs.listBuried(1)).toEqual([]);
  });

  test(
    'a buried recurring job is enqueued again, and so is the purge of a store',
    verifies('run.jobs.kept'),
    async () => {
      const storage = memoryStorage();
      let fails = true;
      const failing = <Args extends unknown[], Result>(method: (...args: Args) => Promise<Result>) => {
        return (...args: Args) => (fails ? Promise.reject(new Error('broken')) : method(...args));
      };
      const world = await open({
        ...storage,
        records: { ...storage.records, purgeExpired: failing(storage.records.purgeExpired) },
        drafts: { ...storage.drafts, purgeExpired: failing(storage.drafts.purgeExpired) },
      });
      await fill(world, 1, 60);
      await storage.jobs.enqueue(recurringJobs(world.now()));
      for (let i = 0; i < 200; i++) {
        await world.vitrine.runDueJobs();
        world.pass(30_000);
      }
      const buried = () =>
        storage.jobs.listBuried(10).then((jobs) => jobs.map(({ kind }) => kind).toSorted());
      expect(await buried()).toEqual(['purge-expired', 'purge-timer-frames']);
      fails = false;
      const isWaiting = async (kind: string) =>
        (await storage.jobs.counts()).some((count) => count.kind === kind && count.state === 'waiting');
      world.pass(3_600_000);
      await storage.jobs.enqueue(recurringJobs(world.now()));
      await world.vitrine.runDueJobs();
      expect(await isWaiting('purge-timer-frames')).toBe(true);
      expect(await isWaiting('purge-expired')).toBe(true);
    },
  );

  test('workers enqueue recurring jobs again while they run', async () => {
    vi.useFakeTimers({ now: Date.UTC(2026, 0, 1) });
    onTestFinished(() => void vi.useRealTimers());
    const storage = memoryStorage();
    let enqueued = 0;
    const vitrine = await createVitrine({
      storage: {
        ...storage,
        jobs: {
          ...storage.jobs,
          enqueue: (jobs) => {
            if (jobs.length > 0) enqueued++;
            return storage.jobs.enqueue(jobs);
          },
        },
      },
      secret: 'secret of the test',
    });
    const stop = new AbortController();
    const working = vitrine.work({ signal: stop.signal });
    await passTime(5 * 60_000 + 5_000);
    expect(enqueued).toBe(6);
    stop.abort();
    await passTime(500);
    await working;
  });

  test('a slot that is freed again while its old clearing job completes is cleared', async () => {
    const storage = memoryStorage();
    let meanwhile: (() => Promise<unknown>) | null = null;
    const world = await open({
      ...storage,
      jobs: {
        ...storage.jobs,
        async complete(job) {
          const run = meanwhile;
          meanwhile = null;
          await run?.();
          return storage.jobs.complete(job);
        },
      },
    });
    const { vitrine, me } = world;
    const store = await fill(world, 3);
    const freedSlots = async () => (await storage.stores.get(me.accountId, store.id))?.freedSlots;
    await vitrine.stores.deleteProperty(me, store.id, 'text');
    world.pass(FREED_SLOT_RESTS);
    meanwhile = async () => {
      expect(await freedSlots()).toEqual([]);
      await vitrine.stores.addProperty(me, store.id, { name: 'text', type: 'string' });
      await vitrine.stores.deleteProperty(me, store.id, 'text');
    };
    await vitrine.runDueJobs();
    expect(await freedSlots()).toHaveLength(1);
    world.pass(FREED_SLOT_RESTS);
    await vitrine.runDueJobs();
    expect(await freedSlots()).toEqual([]);
  });

  test('a recordTtl that is set again while the last purge completes is kept', async () => {
    const storage = memoryStorage();
    let meanwhile: (() => Promise<unknown>) | null = null;
    const world = await open({
      ...storage,
      jobs: {
        ...storage.jobs,
        async complete(job) {
          await meanwhile?.();
          return storage.jobs.complete(job);
        },
      },
    });
    const { vitrine, me } = world;
    const store = await fill(world, 3, 60);
    await vitrine.stores.update(me, store.id, { recordTtl: null });
    meanwhile = () => vitrine.stores.update(me, store.id, { recordTtl: 60 });
    await vitrine.runDueJobs();
    meanwhile = null;
    world.pass(120_000);
    expect(await vitrine.runDueJobs()).toBe(1);
  });

  test(
    'a huge purge of one account delays the job of another by at most a slice',
    verifies('run.jobs.turns'),
    async () => {
      const storage = memoryStorage();
      const order: string[] = [];
      const large = new Set<string>();
      let steps = 0;
      const world = await open({
        ...storage,
        records: {
          ...storage.records,
          async purge(storeId, limit) {
            order.push(large.has(storeId) ? 'large' : 'small');
            if (!large.has(storeId)) return storage.records.purge(storeId, limit);
            await new Promise((resolve) => setTimeout(resolve, 20));
            return steps++ < 300 ? limit : 0;
          },
        },
      });
      for (let i = 0; i < 8; i++) {
        const store = await fill(world, 0);
        large.add(store.id);
        await world.vitrine.stores.delete(world.me, store.id);
      }
      world.pass(PURGED_AFTER);
      const running = world.vitrine.runDueJobs();
      await expect.poll(() => order.length).toBeGreaterThan(4);
      const other = accountPrincipal((await world.vitrine.accounts.create('Other')).id);
      const small = await fill({ ...world, me: other }, 1);
      await world.vitrine.stores.delete(other, small.id);
      world.pass(PURGED_AFTER);
      const before = order.length;
      await running;
      // Four jobs at once, and up to 13 steps of 20 ms each in a slice.
      expect(order.indexOf('small') - before).toBeLessThan(4 * 14);
      expect(order.filter((name) => name === 'large').length).toBeGreaterThan(300);
    },
  );

  test('a step that hangs fails after 30 s and delays no other job', async () => {
    vi.useFakeTimers({ now: Date.UTC(2026, 0, 1) });
    onTestFinished(() => void vi.useRealTimers());
    const storage = memoryStorage();
    let hanging = 0;
    const vitrine = await createVitrine({
      storage: {
        ...storage,
        drafts: {
          ...storage.drafts,
          purgeExpired: () => {
            hanging++;
            return new Promise(() => undefined);
          },
        },
      },
      secret: 'secret of the test',
    });
    const me = accountPrincipal((await vitrine.accounts.create('Test')).id);
    const errors: unknown[] = [];
    const stop = new AbortController();
    const working = vitrine.work({ signal: stop.signal, onError: (error) => errors.push(error) });
    await passTime(5_000);
    const map = await vitrine.maps.create(me, { name: 'M' });
    await vitrine.maps.delete(me, map.id);
    await passTime(5_000);
    expect(await storage.maps.listDeleted(null, 10)).toEqual([]);
    expect([hanging, errors]).toEqual([1, []]);
    await passTime(25_000);
    expect([hanging, errors.map(String)]).toEqual([
      2,
      [expect.stringMatching(/purge-timer-frames.* in a row: 1. The work took longer than 30000 ms.$/)],
    ]);
    stop.abort();
    await passTime(5_100);
    await working;
    expect((await storage.jobs.counts()).filter(({ state }) => state === 'running')).toEqual([]);
  });

  test('ends within 8 s after the signal aborts, even if the storage hangs', async () => {
    vi.useFakeTimers({ now: Date.UTC(2026, 0, 1) });
    onTestFinished(() => void vi.useRealTimers());
    const storage = memoryStorage();
    const vitrine = await createVitrine({
      storage: { ...storage, jobs: { ...storage.jobs, claim: () => new Promise(() => undefined) } },
      secret: 'secret of the test',
    });
    const stop = new AbortController();
    let isOver = false;
    const working = vitrine.work({ signal: stop.signal }).then(() => {
      isOver = true;
    });
    await passTime(1_000);
    stop.abort();
    await passTime(7_000);
    expect(isOver).toBe(false);
    await passTime(1_000);
    await working;
  });

  test('returns the address of a hanging call to the queue, even if the call ignores its signal', async () => {
    vi.useFakeTimers({ now: Date.UTC(2026, 0, 1) });
    onTestFinished(() => void vi.useRealTimers());
    const storage = memoryStorage();
    let calls = 0;
    const vitrine = await createVitrine({
      storage,
      secret: 'secret of the test',
      geocoder: {
        name: 'hangs',
        callsPerSecond: null,
        geocode: () => {
          calls++;
          return new Promise(() => undefined);
        },
      },
    });
    const me = accountPrincipal((await vitrine.accounts.create('Test')).id);
    const map = await vitrine.maps.create(me, { name: 'Shops' });
    await vitrine.locations.add(me, map.id, { address: 'Vienna' });
    const stop = new AbortController();
    const working = vitrine.work({ signal: stop.signal });
    await passTime(2_000);
    expect([calls, (await storage.geocoding.counts()).processing]).toEqual([1, 1]);
    stop.abort();
    await passTime(5_500);
    await working;
    expect(await storage.geocoding.counts()).toMatchObject({ queued: 1, processing: 0 });
  });
});
