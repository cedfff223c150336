import { once } from 'node:events';
import { get, type IncomingMessage } from 'node:http';
import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { AttackedServer } from './attacked-server.ts';
import { stockTimers, type TimerShop } from './timer-shop.ts';

const HEAVY_TIMERS = 100;
const UNREAD_CLIENTS = 120;
/** Seconds of an attack. */
const ATTACK = 20;
/** Milliseconds. */
const OPENING_MAX = 5_000;
const STOP_WITHIN = 10_000;
const MEGABYTE = 1024 * 1024;

let shop: TimerShop;
let attacked: AttackedServer;

beforeAll(async () => {
  attacked = await AttackedServer.start('SQLite', {
    prepare: async (storage) => {
      shop = await stockTimers(storage, HEAVY_TIMERS);
    },
  });
}, 120_000);

afterAll(async () => {
  const began = performance.now();
  expect((await attacked.server.end('SIGTERM')).code).toBe(0);
  expect(performance.now() - began).toBeLessThan(STOP_WITHIN);
  await attacked.end();
});

interface Opening {
  readonly status: number;
  readonly bytes: number;
  readonly milliseconds: number;
}

/** Opens a timer, by default from another address than the attack. */
async function open(path: string, localAddress = '127.0.0.2'): Promise<Opening> {
  const began = performance.now();
  const request = get(`${attacked.url}${path}`, { localAddress, agent: false });
  const [response] = (await once(request, 'response')) as [IncomingMessage];
  let bytes = 0;
  for await (const chunk of response as AsyncIterable<Buffer>) bytes += chunk.length;
  return { status: response.statusCode ?? 0, bytes, milliseconds: performance.now() - began };
}

/** Opens the other account's timer every half second, each time for a second that is not rendered yet. */
async function otherOpens(seconds: number): Promise<Opening[]> {
  const openings: Opening[] = [];
  const end = performance.now() + seconds * 1_000;
  while (performance.now() < end) {
    openings.push(await open(shop.other));
    await delay(500);
  }
  return openings;
}

function expectOpened(openings: readonly Opening[]): void {
  expect(openings.length).toBeGreaterThan(2);
  for (const { status, bytes } of openings)
    expect({ status, drawn: bytes > 1_000 }).toEqual({ status: 200, drawn: true });
  expect(Math.max(...openings.map(({ milliseconds }) => milliseconds))).toBeLessThan(OPENING_MAX);
}

/** Opens every heavy timer each second while the action runs. Returns its result and the number of responses by status. */
async function whileFlooded<Result>(
  action: () => Promise<Result>,
): Promise<{ result: Result; statuses: Map<number, number> }> {
  const statuses = new Map<number, number>();
  const pending = new Set<Promise<unknown>>();
  let isRunning = true;
  const flood = (async () => {
    while (isRunning) {
      for (const path of shop.heavy) {
        const opened = open(path, '127.0.0.1').then(
          ({ status }) => statuses.set(status, (statuses.get(status) ?? 0) + 1),
          () => undefined,
        );
        pending.add(opened);
        void opened.finally(() => pending.delete(opened));
      }
      await delay(1_000);
    }
    await Promise.all(pending);
  })();
  try {
    return { result: await action(), statuses };
  } finally {
    isRunning = false;
    await flood;
  }
}

test('a hundred of the heaviest timers, all opened every second, do not prevent the timer of another account from opening', async () => {
  const { result: openings, statuses } = await attacked.attack('a hundred heavy timers', () =>
    whileFlooded(() => otherOpens(ATTACK)),
  );
  console.log({ openings: openings.map(({ milliseconds }) => Math.round(milliseconds)), statuses });
  expectOpened(openings);
  // Each request is answered with a picture: the timer, or a transparent pixel if it was not drawn in time.
  expect([...statuses.keys()]).toEqual([200]);
});

test("a hundred and twenty clients that don't read their GIFs use no memory and delay no other client", async () => {
  // Fills the cache of GIFs before the measurement.
  for (let round = 0; round < 8; round++) {
    expect((await open(shop.large)).bytes).toBeGreaterThan(4 * MEGABYTE);
    await delay(1_000);
  }
  const openings = await attacked.attack('a hundred and twenty unread GIFs', async () => {
    const opening = otherOpens(6);
    for (let client = 0; client < UNREAD_CLIENTS; client++) {
      attacked.askAndStall({ path: shop.large });
      await delay(25);
    }
    return opening;
  });
  expectOpened(openings);
});
