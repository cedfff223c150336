import { describe, expect, test } from 'vitest';
import { accountPrincipal } from '../access.ts';
import { FREED_SLOT_RESTS } from '../limits.ts';
import type { Storage } from '../storage/index.ts';
import { memoryStorage } from '../storage/memory/index.ts';
import { createVitrine } from '../vitrine.ts';

async function open(storage: Storage = memoryStorage()) {
  let now = Date.UTC(2026, 0, 1);
  const vitrine = await createVitrine({ storage, clock: () => now, secret: 'secret of the test' });
  const account = await vitrine.accounts.create('Test');
  return {
    vitrine,
    storage,
    me: accountPrincipal(account.id),
    pass: (millis: number) => (now += millis),
    now: () => now,
  };
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
    expect(await world.vitrine.runDueJobs()).toBe(1);
    expect(await world.storage.records.purge(store.id, 1)).toBe(0);
    expect(await world.vitrine.runDueJobs()).toBe(0);
  });

  test('removes expired records and comes back for as long as there is a recordTtl', async () => {
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

  test('clears a deleted property and only then lets its slot be used again', async () => {
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

  test('tries a failed step again, later each time, and gives up after 20 failures', async () => {
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
    for (let i = 0; i < 10_000; i++) {
      await world.vitrine.runDueJobs();
      world.pass(1_000);
    }
    const waits = failures.slice(1).map((at, i) => (at - (failures[i] ?? 0)) / 1_000);
    expect(waits.slice(0, 5)).toEqual([1, 2, 4, 8, 16]);
    expect(Math.max(...waits)).toBe(300);
    expect(failures).toHaveLength(20);
  });

  test('stops at the signal and hands back what was begun', async () => {
    const world = await open();
    const store = await fill(world, 2_000);
    await world.vitrine.stores.delete(world.me, store.id);
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
});
