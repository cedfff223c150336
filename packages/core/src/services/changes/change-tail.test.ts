import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { verifies } from '../../../../../test/requirements.ts';
import {
  accountPrincipal,
  type ChangeFeed,
  createVitrine,
  memoryStorage,
  type Principal,
  type Vitrine,
} from '../../index.ts';
import type { Storage } from '../../storage/index.ts';

let storage: Storage;
let vitrine: Vitrine;
let me: Principal;
let storeId: string;

beforeEach(async () => {
  storage = memoryStorage();
  vitrine = await createVitrine({ storage });
  me = accountPrincipal((await vitrine.accounts.create('test')).id);
  storeId = (await vitrine.stores.create(me, { name: 'S', properties: [{ name: 'n', type: 'number' }] })).id;
});

afterEach(async () => {
  vi.restoreAllMocks();
  await vitrine.close();
});

const add = (n: number) => vitrine.records.add(me, storeId, { n });
const open = (since?: string) => vitrine.changes.open(me, storeId, { include: 'record' }, { since });
const next = (feed: ChangeFeed) => feed.next({ wait: 20_000 });
const numbersOf = (changes: Awaited<ReturnType<typeof next>>) => changes?.map(({ record }) => record?.n);

/** Opens feeds that wait at the end of the log. */
async function openAtEnd(count: number): Promise<ChangeFeed[]> {
  const feeds = await Promise.all(Array.from({ length: count }, () => open()));
  for (const feed of feeds) expect(await feed.next({ wait: 0 })).toEqual([]);
  return feeds;
}

test('those who wait share one read and get the same list', verifies('stream.fan-out'), async () => {
  const feeds = await openAtEnd(50);
  const readLog = vi.spyOn(storage.changes, 'read');
  const readRecords = vi.spyOn(storage.records, 'getAll');
  const readRecord = vi.spyOn(storage.records, 'get');
  for (let n = 0; n < 10; n++) {
    const waiting = feeds.map(next);
    await add(n);
    const [first, ...others] = await Promise.all(waiting);
    expect(numbersOf(first ?? null)).toEqual([n]);
    for (const other of others) expect(other).toBe(first);
  }
  // One that finds nothing and one that finds the change.
  expect(readLog.mock.calls.length).toBeLessThanOrEqual(20);
  expect(readRecords).toHaveBeenCalledTimes(10);
  expect(readRecord).not.toHaveBeenCalled();
});

test(
  'one that was busy when the last part came gets it without a read',
  verifies('stream.fan-out'),
  async () => {
    const [quick, busy] = await openAtEnd(2);
    if (quick === undefined || busy === undefined) throw new Error('no feeds');
    const waiting = next(quick);
    await add(1);
    const part = await waiting;
    const readLog = vi.spyOn(storage.changes, 'read');
    expect(await next(busy)).toBe(part);
    expect(readLog).not.toHaveBeenCalled();
  },
);

test('one that begins within the next part gets the rest of it', verifies('stream.fan-out'), async () => {
  const [first] = await openAtEnd(1);
  if (first === undefined) throw new Error('no feed');
  const waiting = next(first);
  await add(0);
  await waiting;
  // The next read rests, so its part most probably has all of them.
  const seen: unknown[] = [];
  const reading = (async () => {
    while (seen.length < 3) seen.push(...(numbersOf(await next(first)) ?? []));
  })();
  await add(1);
  await add(2);
  const late = await open();
  const waitingLate = next(late);
  await add(3);
  expect(numbersOf(await waitingLate)).toEqual([3]);
  await reading;
  expect(seen).toEqual([1, 2, 3]);
});

test(
  'one that has fallen behind reads what it missed, then shares the reads again',
  verifies('stream.fan-out'),
  async () => {
    const [quick, slow] = await openAtEnd(2);
    if (quick === undefined || slow === undefined) throw new Error('no feeds');
    const seen: unknown[] = [];
    for (let n = 1; n <= 5; n++) {
      const waiting = next(quick);
      await add(n);
      expect(numbersOf(await waiting)).toEqual([n]);
    }
    const readLog = vi.spyOn(storage.changes, 'read');
    seen.push(...(numbersOf(await next(slow)) ?? []));
    expect(seen).toEqual([1, 2, 3, 4, 5]);
    expect(readLog).toHaveBeenCalledTimes(1);
    const waiting = [next(quick), next(slow)];
    await add(6);
    const [first, second] = await Promise.all(waiting);
    expect(numbersOf(first ?? null)).toEqual([6]);
    expect(second).toBe(first);
  },
);

test('a record is as it is now for one that comes later', verifies('feed.record'), async () => {
  const [quick, late] = await openAtEnd(2);
  if (quick === undefined || late === undefined) throw new Error('no feeds');
  const waiting = next(quick);
  const { id } = await add(1);
  await waiting;
  await vitrine.records.patch(me, storeId, id ?? '', { n: 2 });
  await new Promise((resolve) => setTimeout(resolve, 1_100));
  expect(numbersOf(await next(late))).toEqual([2, 2]);
});
