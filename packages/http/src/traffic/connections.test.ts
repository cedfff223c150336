import { setTimeout as wait } from 'node:timers/promises';
import { describe, expect, test, vi } from 'vitest';
import { verifies } from '../../../../test/requirements.ts';
import { head, type RawClient, rawClient } from '../../test/raw-client.ts';
import { eventually, metricOf, type Served, serve } from '../../test/served.ts';
import type { TrafficLimits } from './limits.ts';
import { collectGarbage } from './memory-release.ts';

const MEBIBYTE = 1024 * 1024;

/** Starts a server whose pictures have this many bytes, each sent as one write, and a client that requests one. */
async function askForPicture(bytes: number, limits: Partial<TrafficLimits>) {
  const served = await serve({ limits });
  vi.spyOn(served.vitrine.publicImages, 'open').mockResolvedValue({
    kind: 'static',
    bytes: Buffer.alloc(bytes, 'x'),
    etag: '"e"',
    format: 'png',
  });
  const client = rawClient(served.server.url);
  client.socket.pause();
  client.send('GET /i/x HTTP/1.1\r\nHost: x\r\n\r\n');
  await eventually(() => expect(served.lines).toHaveLength(1));
  return { served, client };
}

const isOver = ({ socket }: RawClient) => socket.destroyed || socket.readableEnded;
const endedResponses = (served: Served) => metricOf(served, 'vitrine_deadlines_total{stage="response"}');

/** Waits until the connection of the metrics is the only one. */
async function othersGone(served: Served): Promise<void> {
  // Less than the 10 s after which Node itself checks a connection without a request.
  await eventually(async () => expect(await metricOf(served, 'vitrine_connections')).toBe(1), 8_000);
}

describe('a connection that the server ends', () => {
  test.each([
    ['a request line that is not HTTP', 'GET / HT\r\n\r\n', /^HTTP\/1\.1 400 /],
    [
      'a response with Connection: close',
      'GET /healthz HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n',
      /^HTTP\/1\.1 200 /,
    ],
    [
      'a malformed chunk within a body',
      'POST /v2/stores HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\nnone\r\n',
      /^HTTP\/1\.1 40[01] /,
    ],
  ])('is destroyed soon although the client ignores the FIN: %s', async (_, sent, response) => {
    const served = await serve();
    const client = rawClient(served.server.url);
    client.send(sent);
    await eventually(() => expect(client.received()).toMatch(response));
    await othersGone(served);
  });

  test('ends if an unread body does not arrive soon after the response', async () => {
    const served = await serve();
    const client = rawClient(served.server.url);
    client.send('GET /healthz HTTP/1.1\r\nHost: x\r\nContent-Length: 1000\r\n\r\n');
    const dripping = setInterval(() => client.send('x'), 200);
    await othersGone(served);
    clearInterval(dripping);
    expect(client.received()).toMatch(/^HTTP\/1\.1 200 /);
  });
});

describe('a response that the client does not read', () => {
  test(
    'ends after a time without progress, and its bytes are no longer counted',
    verifies('operations.deadlines'),
    async () => {
      const { served } = await askForPicture(64 * MEBIBYTE, { responseSilence: 1_500 });
      await eventually(async () => expect(await endedResponses(served)).toBe(1));
      await eventually(async () =>
        expect(await metricOf(served, 'vitrine_bytes_in_flight{of="keyless_responses"}')).toBe(0),
      );
    },
  );

  test('continues while the client reads some of one large write', async () => {
    const bytes = 24 * MEBIBYTE;
    const { served, client } = await askForPicture(bytes, { responseSilence: 2_500 });
    for (let i = 0; i < 14; i++) {
      await wait(500);
      const wanted = Math.min(client.received().length + MEBIBYTE, bytes);
      client.socket.resume();
      while (client.received().length < wanted) await wait(1);
      client.socket.pause();
    }
    client.socket.resume();
    await eventually(() => expect(client.received().length).toBeGreaterThan(bytes));
    expect(await endedResponses(served)).toBe(0);
  });

  test('ends after its total time, even if the client reads steadily', async () => {
    const { served, client } = await askForPicture(256 * MEBIBYTE, { responseTotal: 3_000 });
    const sipping = setInterval(() => {
      client.socket.resume();
      setTimeout(() => client.socket.pause(), 1);
    }, 500);
    await eventually(async () => expect(await endedResponses(served)).toBe(1));
    clearInterval(sipping);
  });
});

describe('requests of one connection', () => {
  test('run one after another, so that each sees the effects of the one before', async () => {
    const { server, key, storeId, storage } = await serve();
    let running = 0;
    let most = 0;
    const { get } = storage.stores;
    storage.stores.get = async (...args) => {
      running++;
      most = Math.max(most, running);
      await wait(20);
      running--;
      return get.apply(storage.stores, args);
    };
    const body = '{"text":"first"}';
    const post = head(key, 'POST', `/v2/stores/${storeId}/records`, {
      'Content-Type': 'application/json',
      'Content-Length': String(body.length),
    });
    const count = head(key, 'POST', `/v2/stores/${storeId}/records/count`, { 'Content-Length': '0' });
    const client = rawClient(server.url);
    client.send(`${count}${post}${body}${count}${head(key, 'GET', `/v2/stores/${storeId}`)}`);
    await eventually(() => expect(client.received().match(/HTTP\/1\.1 /g)).toHaveLength(4));
    expect(client.received().match(/"count":\d+/g)).toEqual(['"count":0', '"count":1']);
    expect(most).toBe(1);
  });

  test('are read only while none waits', verifies('operations.pipelining'), async () => {
    const served = await serve();
    const { server, key, storeId, storage } = served;
    const { get } = storage.stores;
    const { promise: gate, resolve: release } = Promise.withResolvers<void>();
    let isHeld = true;
    storage.stores.get = async (...args) => {
      if (isHeld) await gate;
      return get.apply(storage.stores, args);
    };
    const client = rawClient(server.url);
    const request = head(key, 'GET', `/v2/stores/${storeId}`, { Padding: 'x'.repeat(10_000) });
    client.send(request.repeat(600));
    const waiting = 'vitrine_bytes_in_flight{of="waiting_requests"}';
    await eventually(async () => expect(await metricOf(served, waiting)).toBeGreaterThan(0));
    // More than what one read of the socket returns stays with the client.
    expect(client.socket.writableLength).toBeGreaterThan(0);
    expect(await metricOf(served, waiting)).toBeLessThan(64 * 1024);
    isHeld = false;
    release();
    await eventually(() => expect(client.received().match(/HTTP\/1\.1 200/g)).toHaveLength(600), 60_000);
    expect(await metricOf(served, waiting)).toBe(0);
  });

  test('with a large body wait without it', async () => {
    const served = await serve();
    const { server, key, storeId, storage } = served;
    const { get } = storage.stores;
    const { promise: gate, resolve: release } = Promise.withResolvers<void>();
    storage.stores.get = async (...args) => {
      await gate;
      return get.apply(storage.stores, args);
    };
    const body = JSON.stringify({ text: 'x'.repeat(60_000) });
    const post = head(key, 'POST', `/v2/stores/${storeId}/records/batch`, {
      'Content-Type': 'application/json',
      'Transfer-Encoding': 'chunked',
    });
    const chunk = `${' '.repeat(1_000)}\r\n`;
    const client = rawClient(server.url);
    const records = `{"records":[${`${body},`.repeat(40)}${body}]}`;
    const chunks = [
      ...Array(100).fill(`3e8\r\n${chunk}`),
      records.length.toString(16),
      `\r\n${records}\r\n0\r\n\r\n`,
    ].join('');
    client.send(`${head(key, 'GET', `/v2/stores/${storeId}`)}${post}${chunks}`);
    const waiting = 'vitrine_bytes_in_flight{of="waiting_requests"}';
    await eventually(async () => expect(await metricOf(served, waiting)).toBeGreaterThan(64 * 1024));
    await wait(200);
    expect(await metricOf(served, waiting)).toBeLessThan(128 * 1024);
    release();
    await eventually(() => expect(client.received().match(/HTTP\/1\.1 200/g)).toHaveLength(2));
  });

  test('end their connection, and are parsed no further, if more than 64 come at once', async () => {
    const { server, key, storeId, storage } = await serve();
    storage.stores.get = () => new Promise(() => {});
    const client = rawClient(server.url);
    client.send(head(key, 'GET', `/v2/stores/${storeId}`).repeat(300));
    await eventually(() => expect(isOver(client)).toBe(true));
    expect(client.received()).toBe('');
  });

  test('end their connection if those of one address hold too many bytes', async () => {
    const served = await serve({ limits: { waiting: { all: 40_000, perOwner: 20_000 } } });
    const { server, key, storeId, storage } = served;
    const { get } = storage.stores;
    const { promise: gate, resolve: release } = Promise.withResolvers<void>();
    storage.stores.get = async (...args) => {
      await gate;
      return get.apply(storage.stores, args);
    };
    const clients = Array.from({ length: 6 }, () => rawClient(server.url));
    for (const { send } of clients) send(head(key, 'GET', `/v2/stores/${storeId}`).repeat(4));
    await eventually(() => expect(clients.some(isOver)).toBe(true));
    const inFlight = await metricOf(served, 'vitrine_bytes_in_flight{of="waiting_requests"}');
    expect(inFlight).toBeGreaterThan(0);
    expect(inFlight).toBeLessThan(40_000);
    for (const { socket } of clients) socket.destroy();
    release();
    await eventually(async () =>
      expect(await metricOf(served, 'vitrine_bytes_in_flight{of="waiting_requests"}')).toBe(0),
    );
  });

  test('leave the event loop to other connections between one another', async () => {
    const { server } = await serve();
    const [flood, other] = [rawClient(server.url), rawClient(server.url)];
    await eventually(() => expect(other.socket.readyState).toBe('open'));
    flood.send('GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n'.repeat(60));
    other.send('GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n');
    let before = -1;
    other.socket.once('data', () => {
      before = flood.received().match(/HTTP\/1\.1 200/g)?.length ?? 0;
    });
    await eventually(() => expect(flood.received().match(/HTTP\/1\.1 200/g)).toHaveLength(60));
    await eventually(() => expect(before).toBeGreaterThan(-1));
    expect(before).toBeLessThan(60);
  });
});

describe('a response before the body of its request has arrived', () => {
  test('says Connection: close and reaches the client', verifies('operations.unread-bodies'), async () => {
    const served = await serve();
    for (const [start, status] of [
      ['POST /v2/stores HTTP/1.1\r\nHost: x', 401],
      ['POST /v2/none HTTP/1.1\r\nHost: x', 401],
      [`POST /v2/none HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${served.key}`, 404],
      ['POST /healthz HTTP/1.1\r\nHost: LOCALHOST', 405],
    ] as const) {
      const client = rawClient(served.server.url);
      client.send(`${start}\r\nContent-Type: application/json\r\nContent-Length: 3000000\r\n\r\n{`);
      await eventually(() => expect(client.received()).toMatch(new RegExp(`^HTTP/1\\.1 ${status} `)));
      expect(client.received()).toMatch(/^connection: close\r$/im);
      // The rest of the body does not break the connection, and no further request is read.
      client.send(`${'x'.repeat(2_999_999)}GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n`);
      await eventually(() => expect(client.socket.readableEnded).toBe(true));
      expect(client.received().match(/HTTP\/1\.1 /g)).toHaveLength(1);
    }
    await othersGone(served);
  });

  test('leaves the connection open if the body has arrived', async () => {
    const served = await serve();
    const client = rawClient(served.server.url);
    const request = 'POST /v2/stores HTTP/1.1\r\nHost: x\r\nContent-Length: 2\r\n\r\n{}';
    client.send(request);
    await eventually(() => expect(client.received()).toMatch(/^HTTP\/1\.1 401 /));
    client.send(request);
    await eventually(() => expect(client.received().match(/HTTP\/1\.1 401/g)).toHaveLength(2));
    expect(client.received()).not.toMatch(/connection: close/i);
  });
});

test('an idle connection does not keep the body of its last request', async () => {
  const { server, key } = await serve();
  const body = Buffer.alloc(4 * MEBIBYTE, ' ');
  const headers = { 'Content-Type': 'application/json', 'Content-Length': String(body.length) };
  collectGarbage();
  const before = process.memoryUsage().arrayBuffers;
  const statuses = Array.from({ length: 20 }, async () => {
    const client = rawClient(server.url);
    client.send(head(key, 'POST', '/v2/stores', headers));
    client.socket.write(body);
    await eventually(() => expect(client.received()).toMatch(/^HTTP/));
    return client.received().split(' ')[1];
  });
  expect(await Promise.all(statuses)).toContain('400');
  await wait(50);
  collectGarbage();
  expect(process.memoryUsage().arrayBuffers - before).toBeLessThan(2 * body.length);
});

test('the body of a refused request takes no memory while it arrives', async () => {
  const { server } = await serve();
  const client = rawClient(server.url);
  client.send('POST /v2/stores HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n');
  await eventually(() => expect(client.received()).toMatch(/^HTTP\/1\.1 401 /));
  const chunk = Buffer.from(`8000\r\n${' '.repeat(0x8000)}\r\n`);
  collectGarbage();
  const before = process.memoryUsage().arrayBuffers;
  for (let i = 0; i < 500; i++) await new Promise((resolve) => client.socket.write(chunk, resolve));
  expect(process.memoryUsage().arrayBuffers - before).toBeLessThan(MEBIBYTE);
});

describe('the number of connections', () => {
  const openOf = (clients: readonly RawClient[]) =>
    clients.filter(({ socket }) => socket.readyState === 'open').length;

  test(
    'is limited in total and by address, by default to a quarter',
    verifies('operations.connections'),
    async () => {
      for (const connections of [{ all: 3, perAddress: 100 }, { all: 100, perAddress: 3 }, { all: 12 }]) {
        const served = await serve({ connections });
        const clients = Array.from({ length: 6 }, () => rawClient(served.server.url));
        await eventually(() => expect(openOf(clients)).toBe(3));
        for (const { socket } of clients) socket.destroy();
        await eventually(async () =>
          expect(await metricOf(served, 'vitrine_connections_refused_total')).toBeGreaterThanOrEqual(3),
        );
        expect(await metricOf(served, 'vitrine_connections')).toBeGreaterThan(0);
      }
    },
  );

  test('is not limited by address for a trusted proxy', async () => {
    const served = await serve({ connections: { all: 12 }, trustedProxies: ['127.0.0.0/8'] });
    const clients = Array.from({ length: 10 }, () => rawClient(served.server.url));
    await eventually(() => expect(openOf(clients)).toBe(10));
    expect(await metricOf(served, 'vitrine_connections')).toBe(11);
  });
});
