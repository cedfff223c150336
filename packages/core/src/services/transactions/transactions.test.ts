import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { verifies } from '../../../../../test/requirements.ts';
import { accountPrincipal, type Principal } from '../../ports/access.ts';
import { memoryStorage } from '../../storage/memory/index.ts';
import { createVitrine, type Vitrine } from '../../vitrine.ts';

let vitrine: Vitrine;
let me: Principal;
let store: string;

beforeEach(async () => {
  vitrine = await createVitrine({ storage: memoryStorage() });
  me = accountPrincipal((await vitrine.accounts.create('Shop')).id);
  const properties = [
    { name: 'key', type: 'string', unique: true },
    { name: 'a', type: 'string' },
    { name: 'b', type: 'string' },
    { name: 'c', type: 'string' },
    { name: 'n', type: 'number' },
  ] as const;
  store = (await vitrine.stores.create(me, { name: 'orders', properties: [...properties] })).id;
});

afterEach(() => {
  vi.useRealTimers();
});

test(
  'a function that never ends is refused after 10 s, and holds nobody up',
  verifies('library.transactions.bounds'),
  async () => {
    vi.useFakeTimers();
    const reached = Promise.withResolvers<void>();
    const endless = vitrine.transaction(async (tx) => {
      await tx.records.add(me, store, { key: '1' });
      reached.resolve();
      await new Promise(() => undefined);
    });
    await reached.promise;
    const refused = expect(endless).rejects.toThrow('The transaction took longer than 10 s.');
    await vitrine.records.add(me, store, { key: '1' });
    await vi.advanceTimersByTimeAsync(10_000);
    await refused;
    expect((await vitrine.records.count(me, store)).count).toBe(1);
  },
);

test('anything but a function is refused', async () => {
  const run = vitrine.transaction as (...given: unknown[]) => Promise<unknown>;
  await expect(run()).rejects.toMatchObject({ code: 'validation_failed' });
  await expect(run('SELECT 1', null)).rejects.toMatchObject({ code: 'validation_failed' });
  await expect(run(() => 1, null)).resolves.toBe(1);
});

test('others that change its records without end are reported', async () => {
  vi.useFakeTimers();
  await vitrine.records.add(me, store, { key: '1', n: 0 });
  let runs = 0;
  const chased = vitrine.transaction(async (tx) => {
    await tx.records.get(me, store, '1');
    await vitrine.records.patch(me, store, '1', { n: ++runs });
    await vi.advanceTimersByTimeAsync(1_000);
  });
  await expect(chased).rejects.toMatchObject({ code: 'unavailable' });
  expect(runs).toBeGreaterThan(5);
});

test('pages of large records end by their bytes, also among written ones', async () => {
  const text = 'x'.repeat(65_000);
  const texts = { a: text, b: text, c: text };
  for (let i = 0; i < 30; i++) await vitrine.records.add(me, store, { key: `k${i + 10}`, ...texts, n: i });
  await vitrine.transaction(async ({ records }) => {
    for (const n of [3, 4, 5, 29]) await records.delete(me, store, `k${n + 10}`);
    await records.add(me, store, { key: 'new', n: 4.5 });
    const found: unknown[] = [];
    let cursor: string | undefined;
    let pages = 0;
    do {
      const page = await records.query(me, store, { sortBy: 'n', limit: 100, cursor });
      found.push(...page.items.map(({ n }) => n));
      cursor = page.cursor;
      pages++;
    } while (cursor !== undefined);
    const left = Array.from({ length: 30 }, (_, i) => i).filter((n) => ![3, 4, 5, 29].includes(n));
    expect(found).toEqual([...left, 4.5].sort((a, b) => a - b));
    expect(pages).toBe(2);
  });
});

test('more than 10,000 records are not summed up after a write', async () => {
  const batch = (from: number) => ({
    records: Array.from({ length: 100 }, (_, i) => ({ key: `r${from + i}`, n: 1 })),
  });
  for (let from = 0; from < 10_100; from += 100) await vitrine.records.batchUpsert(me, store, batch(from));
  await vitrine.transaction(async ({ records }) => {
    const sum = () => records.aggregate(me, store, { field: 'n', op: 'sum' });
    expect((await sum()).result).toBe(10_100);
    await records.patch(me, store, 'r1', { n: 2 });
    await expect(sum()).rejects.toThrow(/More than 10,000 records match/);
    expect((await records.count(me, store)).count).toBe(10_100);
  });
});

test('transactions of the same accounts with quotas do not wait for each other without end', async () => {
  const other = accountPrincipal((await vitrine.accounts.create('Other shop')).id);
  const properties = [{ name: 'key', type: 'string' as const, unique: true }];
  const theirs = (await vitrine.stores.create(other, { name: 'orders', properties })).id;
  for (const { accountId } of [me, other]) await vitrine.accounts.changeLimits(accountId, { records: 2 });
  const places = [
    [me, store],
    [other, theirs],
  ] as const;
  let ready = 0;
  const both = Promise.withResolvers<void>();
  const addTo = (order: readonly (typeof places)[number][], key: string) =>
    vitrine.transaction(async ({ records }) => {
      for (const [principal, place] of order) await records.add(principal, place, { key });
      if (++ready === 2) both.resolve();
      await both.promise;
    });
  await Promise.all([addTo(places, 'one'), addTo(places.toReversed(), 'two')]);
  for (const [principal, place] of places) {
    expect((await vitrine.records.count(principal, place)).count).toBe(2);
  }
}, 30_000);
