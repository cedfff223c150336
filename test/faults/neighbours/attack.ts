import { connect, type Socket } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import { photo } from '../../gallery/photo.ts';
import { type Account, ask, makeTimer, upload } from './account.ts';

/** The resources of the attacking account. */
export interface Arsenal {
  readonly storeId: string;
  readonly mapId: number;
  readonly timers: readonly string[];
}

const RECORDS = 1_005;
const TEXTS = 4;
const TEXT_LENGTH = 65_000;
const BATCH = 15;
const TIMERS = 100;
const ADDRESSES = 1_000;

/** Creates a store of 1,005 records of 260 kB, 100 heavy timers over a photo, and a map. */
export async function arm(account: Account): Promise<Arsenal> {
  const names = Array.from({ length: TEXTS }, (_, index) => `text${index}`);
  const properties = [
    { name: 'key', type: 'string', unique: true },
    ...names.map((name) => ({ name, type: 'string' })),
  ];
  const store = await ask<{ id: string }>(account, 'POST', '/v2/stores', { name: 'Wide', properties });
  const text = 'lorem ipsum dolor sit amet '.repeat(3_000).slice(0, TEXT_LENGTH);
  const texts = Object.fromEntries(names.map((name) => [name, text]));
  for (let from = 0; from < RECORDS; from += BATCH) {
    const length = Math.min(BATCH, RECORDS - from);
    const records = Array.from({ length }, (_, index) => ({ key: `k${from + index}`, ...texts }));
    await ask(account, 'POST', `/v2/stores/${store.id}/records/batch`, { records });
  }
  const imageId = await upload(account, await photo('dusk'));
  const timers: string[] = [];
  for (let index = 0; index < TIMERS; index++) {
    timers.push(
      await makeTimer(account, {
        width: 1_200,
        height: 600,
        frames: 60,
        background: { imageId, color: `#${(0x101010 + index).toString(16)}` },
        digits: { size: 200 },
      }),
    );
  }
  const map = await ask<{ id: number }>(account, 'POST', '/admin/maps', { name: 'Shops' });
  return { storeId: store.id, mapId: map.id, timers };
}

/**
 * Attacks in every way at once until the signal: 12 heavy counts, 40 unread pages, 6 stalled exports, 8 stalled
 * uploads, a stream of 1,000 addresses, 100 heavy timers. Returns the number of responses by status.
 */
export async function attack(
  account: Account,
  { storeId, mapId, timers }: Arsenal,
  signal: AbortSignal,
): Promise<Record<string, number>> {
  const statuses: Record<string, number> = {};
  const sockets = new Set<Socket>();
  const { hostname, port } = new URL(account.url);

  async function send(kind: string, path: string, body?: object): Promise<void> {
    const headers = { authorization: `Bearer ${account.key}`, 'content-type': 'application/json' };
    const method = body === undefined ? 'GET' : 'POST';
    const init = { method, headers, signal, ...(body === undefined ? {} : { body: JSON.stringify(body) }) };
    try {
      const response = await fetch(`${account.url}${path}`, init);
      await response.arrayBuffer();
      count(`${kind} ${response.status}`);
    } catch {
      if (!signal.aborted) count(`${kind} cut`);
    }
    // An attacking program does not wait long either.
    if (!signal.aborted) await wait(20);
  }

  function count(what: string): void {
    statuses[what] = (statuses[what] ?? 0) + 1;
  }

  /** Sends a beginning and then neither reads nor writes. Opens another connection when it is cut. */
  async function stall(kind: string, beginning: string): Promise<void> {
    while (!signal.aborted) {
      const socket = connect({ host: hostname, port: Number(port), allowHalfOpen: true });
      sockets.add(socket);
      socket.pause();
      socket.on('error', () => {});
      socket.write(beginning);
      await new Promise<void>((resolve) => {
        socket.once('close', () => resolve());
        signal.addEventListener('abort', () => socket.destroy(), { once: true });
      });
      sockets.delete(socket);
      if (!signal.aborted) {
        count(`${kind} cut`);
        await wait(200);
      }
    }
  }

  const repeat = async (run: (round: number) => Promise<void>) => {
    for (let round = 0; !signal.aborted; round++) await run(round);
  };
  const times = (count: number, start: (index: number) => Promise<void>) =>
    Array.from({ length: count }, (_, index) => start(index));
  const filters = Array.from({ length: 50 }, (_, index) => ({
    field: `text${index % TEXTS}`,
    op: 'contains',
    value: `not there ${index}`,
  }));
  const records = `/v2/stores/${storeId}/records`;
  const head = (request: string) =>
    `${request} HTTP/1.1\r\nHost: ${hostname}:${port}\r\nAuthorization: Bearer ${account.key}\r\n`;
  const form =
    'Content-Type: multipart/form-data; boundary=b\r\nContent-Length: 5000000\r\n\r\n' +
    '--b\r\nContent-Disposition: form-data; name="file"; filename="a.png"\r\n\r\n';

  await Promise.all([
    ...times(12, () => repeat(() => send('count', `${records}/count`, { filters, match: 'any' }))),
    ...times(40, () => stall('page', `${head(`GET ${records}?limit=100`)}\r\n`)),
    ...times(6, () => stall('export', `${head(`GET ${records}/export`)}\r\n`)),
    ...times(8, () => stall('upload', head('POST /admin/images') + form)),
    ...times(8, (index) =>
      repeat((round) =>
        send('address', `/v2/maps/${mapId}/locations`, {
          address: `${(round * 8 + index) % ADDRESSES} Main Street, Springfield ${round % 50}, US`,
        }),
      ),
    ),
    ...times(TIMERS, (index) => repeat(() => send('timer', timers[index] as string))),
  ]);
  for (const socket of sockets) socket.destroy();
  return statuses;
}
