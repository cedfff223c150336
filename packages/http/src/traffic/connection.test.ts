import { setTimeout as wait } from 'node:timers/promises';
import { describe, expect, test, vi } from 'vitest';
import { head, rawClient } from '../../test/raw-client.ts';
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

const endedAnswers = (served: Served) => metricOf(served, 'vitrine_deadlines_total{stage="answer"}');

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
  ])('is destroyed soon although the client ignores the FIN: %s', async (_, sent, answer) => {
    const served = await serve();
    const client = rawClient(served.server.url);
    client.send(sent);
    await eventually(() => expect(client.received()).toMatch(answer));
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
  test('ends after a time without progress, and its bytes are no longer counted', async () => {
    const { served } = await askForPicture(64 * MEBIBYTE, { answerSilence: 1_500 });
    await eventually(async () => expect(await endedAnswers(served)).toBe(1));
    await eventually(async () =>
      expect(await metricOf(served, 'vitrine_bytes_in_flight{of="keyless_answers"}')).toBe(0),
    );
  });

  test('continues while the client reads some of one large write', async () => {
    const bytes = 24 * MEBIBYTE;
    const { served, client } = await askForPicture(bytes, { answerSilence: 2_500 });
    for (let i = 0; i < 14; i++) {
      await wait(500);
      const wanted = Math.min(client.received().length + MEBIBYTE, bytes);
      client.socket.resume();
      while (client.received().length < wanted) await wait(1);
      client.socket.pause();
    }
    client.socket.resume();
    await eventually(() => expect(client.received().length).toBeGreaterThan(bytes));
    expect(await endedAnswers(served)).toBe(0);
  });

  test('ends after its total time, even if the client reads steadily', async () => {
    const { served, client } = await askForPicture(256 * MEBIBYTE, { answerTotal: 3_000 });
    const sipping = setInterval(() => {
      client.socket.resume();
      setTimeout(() => client.socket.pause(), 1);
    }, 500);
    await eventually(async () => expect(await endedAnswers(served)).toBe(1));
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

  test('end their connection if they wait and have many bytes', async () => {
    const { server, key, storeId, storage } = await serve();
    storage.stores.get = () => new Promise(() => {});
    const body = 'x'.repeat(10_000);
    const headers = { 'Content-Type': 'application/json', 'Content-Length': String(body.length) };
    const client = rawClient(server.url);
    client.send((head(key, 'POST', `/v2/stores/${storeId}/records`, headers) + body).repeat(60));
    await eventually(() => expect(client.socket.destroyed).toBe(true));
  });

  test('end their connection if more than a thousand wait', async () => {
    const { server, key, storeId, storage } = await serve();
    storage.stores.get = () => new Promise(() => {});
    const client = rawClient(server.url);
    client.send(head(key, 'GET', `/v2/stores/${storeId}`).repeat(1_200));
    await eventually(() => expect(client.socket.destroyed).toBe(true));
  });
});

test('an idle connection does not keep the body of its last request', async () => {
  const { server, key } = await serve();
  const body = Buffer.alloc(4 * MEBIBYTE, ' ');
  const headers = { 'Content-Type': 'application/json', 'Content-Length': String(body.length) };
  collectGarbage();
  const before = process.memoryUsage().arrayBuffers;
  const answers = Array.from({ length: 20 }, async () => {
    const client = rawClient(server.url);
    client.send(head(key, 'POST', '/v2/stores', headers));
    client.socket.write(body);
    await eventually(() => expect(client.received()).toMatch(/^HTTP/));
    return client.received().split(' ')[1];
  });
  expect(await Promise.all(answers)).toContain('400');
  await wait(50);
  collectGarbage();
  expect(process.memoryUsage().arrayBuffers - before).toBeLessThan(2 * body.length);
});

describe('the number of connections', () => {
  test('is limited in total and by address', async () => {
    for (const connections of [{ all: 3 }, { all: 100, perAddress: 3 }]) {
      const served = await serve({ connections });
      const clients = Array.from({ length: 6 }, () => rawClient(served.server.url));
      await eventually(() =>
        expect(clients.filter(({ socket }) => socket.readyState === 'open')).toHaveLength(3),
      );
      for (const { socket } of clients) socket.destroy();
      await eventually(async () =>
        expect(await metricOf(served, 'vitrine_connections_refused_total')).toBeGreaterThanOrEqual(3),
      );
      expect(await metricOf(served, 'vitrine_connections')).toBeGreaterThan(0);
    }
  });
});
