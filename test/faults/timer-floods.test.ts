import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { get, type IncomingMessage } from 'node:http';
import { connect, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { probe, residentBytes } from './probe.ts';
import { type ServerProcess, startProcess } from './server-process.ts';
import { stockTimers, type TimerShop } from './timer-shop.ts';

const HEAVY_TIMERS = 100;
const UNREAD_CLIENTS = 120;
/** Seconds of an attack. */
const ATTACK = 20;
/** Milliseconds. */
const HEALTHZ_MAX = 500;
/** While two threads render continuously on a machine with two processors. */
const HEALTHZ_MAX_WHILE_DRAWING = 2_000;
const OPENING_MAX = 5_000;
const MEGABYTE = 1024 * 1024;

let folder: string;
let shop: TimerShop;
let server: ServerProcess;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'vitrine-timer-floods-'));
  const path = join(folder, 'vitrine.db');
  shop = await stockTimers(path, HEAVY_TIMERS);
  server = await startProcess({ VITRINE_DATABASE_URL: `sqlite:${path}` });
}, 120_000);

afterAll(async () => {
  const began = performance.now();
  expect((await server.end('SIGTERM')).code).toBe(0);
  expect(performance.now() - began).toBeLessThan(15_000);
  rmSync(folder, { recursive: true });
});

interface Opening {
  readonly status: number;
  readonly bytes: number;
  readonly milliseconds: number;
}

/** Opens a timer, by default from another address than the attack. */
async function open(path: string, localAddress = '127.0.0.2'): Promise<Opening> {
  const began = performance.now();
  const request = get(`${server.url}${path}`, { localAddress, agent: false });
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

/** Requests a timer without reading the response. */
function askWithoutReading(path: string): Socket {
  const { hostname, port } = new URL(server.url);
  const socket = connect({ host: hostname, port: Number(port), allowHalfOpen: true });
  socket.on('error', () => undefined);
  socket.pause();
  socket.write(`GET ${path} HTTP/1.1\r\nHost: ${hostname}:${port}\r\n\r\n`);
  return socket;
}

test('a hundred of the heaviest timers, all opened every second, do not prevent the timer of another account from opening', async () => {
  await open(shop.other);
  let running = true;
  const statuses = new Map<number, number>();
  const pending = new Set<Promise<unknown>>();
  const attack = (async () => {
    while (running) {
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
  const pid = server.child.pid;
  const attacked = await probe(server.url, () => otherOpens(ATTACK), { every: 100, pid });
  running = false;
  await attack;
  const { result: openings, slowest, rssBefore, rssAfter } = attacked;
  const times = openings.map(({ milliseconds }) => Math.round(milliseconds));
  console.log({ openings: times, slowest, grown: (rssAfter - rssBefore) / MEGABYTE, statuses });
  expectOpened(openings);
  expect(slowest).toBeLessThan(HEALTHZ_MAX_WHILE_DRAWING);
  // Each request is either refused or rendered within its deadline.
  expect([...statuses.keys()].filter((status) => status !== 200 && status !== 503)).toEqual([]);
});

test("a hundred and twenty clients that don't read their GIFs use no memory and delay no other client", async () => {
  const pid = server.child.pid ?? 0;
  // Fills the cache of GIFs before the measurement.
  for (let round = 0; round < 8; round++) {
    expect((await open(shop.large)).bytes).toBeGreaterThan(4 * MEGABYTE);
    await delay(1_000);
  }
  const before = residentBytes(pid);
  const sockets: Socket[] = [];
  try {
    const attacked = await probe(server.url, async () => {
      const opening = otherOpens(6);
      for (let client = 0; client < UNREAD_CLIENTS; client++) {
        sockets.push(askWithoutReading(shop.large));
        await delay(25);
      }
      return opening;
    });
    const peak = residentBytes(pid);
    await delay(40_000);
    const after = residentBytes(pid);
    const grown = { peak: (peak - before) / MEGABYTE, after: (after - before) / MEGABYTE };
    console.log({ slowest: attacked.slowest, grown });
    expectOpened(attacked.result);
    expect(attacked.slowest).toBeLessThan(HEALTHZ_MAX);
    expect(after - before).toBeLessThan(60 * MEGABYTE);
  } finally {
    for (const socket of sockets) socket.destroy();
  }
});
