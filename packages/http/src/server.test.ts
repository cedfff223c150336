import { request } from 'node:http';
import { connect, createServer as createTcpServer, type Socket } from 'node:net';
import { createVitrine, memoryStorage } from '@vitrine/core';
import { describe, expect, test, vi } from 'vitest';
import { verifies } from '../../../test/requirements.ts';
import type { Problem } from '../test/app-fixture.ts';
import { type Served, serve } from '../test/served.ts';
import { startServer } from './server.ts';

const serveWithWork = () => serve({ work: true });

function post(
  { server, key }: Served,
  path: string,
  body: NonNullable<RequestInit['body']>,
  headers: Record<string, string> = {},
) {
  return fetch(`${server.url}${path}`, {
    method: 'POST',
    headers: { Authorization: `Bearer ${key}`, 'Content-Type': 'application/json', ...headers },
    body,
    ...(body instanceof ReadableStream ? { duplex: 'half' as const } : {}),
  });
}

/** Sends texts on a connection. Returns everything that it receives until the connection is closed. */
function exchange(url: string, ...sent: string[]): Promise<string> {
  const { hostname, port } = new URL(url);
  return new Promise((resolve, reject) => {
    const socket = connect(Number(port), hostname, () => {
      for (const text of sent) socket.write(text);
    });
    let received = '';
    socket.setEncoding('utf8');
    socket.on('data', (text: string) => {
      received += text;
    });
    socket.on('error', reject);
    socket.on('close', () => resolve(received));
  });
}

describe('bodies on the wire', () => {
  test('a body over 4 MiB gets a 413 problem, with a declared length and chunked', async () => {
    const served = await serveWithWork();
    const path = `/v2/stores/${served.storeId}/records`;
    const large = new Uint8Array(5 * 1024 * 1024).fill(0x20);
    const declared = await post(served, path, large);
    expect([declared.status, ((await declared.json()) as Problem).code]).toEqual([413, 'payload_too_large']);
    const stream = new ReadableStream<Uint8Array>({
      start(controller) {
        for (let i = 0; i < 5; i++) controller.enqueue(new Uint8Array(1024 * 1024).fill(0x20));
        controller.close();
      },
    });
    const chunked = await post(served, path, stream);
    expect([chunked.status, ((await chunked.json()) as Problem).code]).toEqual([413, 'payload_too_large']);
    expect((await post(served, path, '{"text":"next"}')).status).toBe(201);
  });

  test('a chunked body below the limit is read', async () => {
    const served = await serveWithWork();
    const stream = new Blob(['{"text":', '"x"}']).stream();
    const response = await post(served, `/v2/stores/${served.storeId}/records`, stream);
    expect(await response.json()).toMatchObject({ text: 'x' });
  });

  test('an aborted upload logs no fault, and the server continues', async () => {
    const served = await serveWithWork();
    const path = `/v2/stores/${served.storeId}/records`;
    const errors = vi.spyOn(console, 'error').mockImplementation(() => {});
    await new Promise<void>((resolve) => {
      const upload = request(`${served.server.url}${path}`, {
        method: 'POST',
        headers: {
          Authorization: `Bearer ${served.key}`,
          'Content-Type': 'application/json',
          'Content-Length': '100',
          Expect: '100-continue',
        },
      });
      upload.on('error', () => resolve());
      // The server has the request then.
      upload.on('continue', () => upload.write('{"text":', () => upload.destroy()));
      upload.flushHeaders();
    });
    await vi.waitFor(() => expect(served.lines).toHaveLength(1), { timeout: 10_000 });
    expect(served.lines[0]).toMatchObject({ msg: 'request', status: 400 });
    expect(errors).not.toHaveBeenCalled();
    expect((await post(served, path, '{"text":"next"}')).status).toBe(201);
    errors.mockRestore();
  });

  test('POST without a body counts as {}', async () => {
    const { server, key, storeId } = await serveWithWork();
    const response = await fetch(`${server.url}/v2/stores/${storeId}/records/count`, {
      method: 'POST',
      headers: { Authorization: `Bearer ${key}` },
    });
    expect(await response.json()).toEqual({ count: 0 });
  });
});

describe('malformed HTTP gets a problem', () => {
  test.each([
    ['garbage', ['hello\r\n\r\n'], 400],
    ['no Host', ['GET /healthz HTTP/1.1\r\n\r\n'], 400],
    ['two Hosts', ['GET /healthz HTTP/1.1\r\nHost: x\r\nhost: y\r\n\r\n'], 400],
    ['two equal Hosts', ['GET /healthz HTTP/1.0\r\nHost: x\r\nHost: x\r\n\r\n'], 400],
    ['an unknown expectation', ['GET /healthz HTTP/1.1\r\nHost: x\r\nExpect: foo\r\n\r\n'], 417],
    ['an unusable Host', ['GET /healthz HTTP/1.1\r\nHost: a b\r\nConnection: close\r\n\r\n'], 400],
    ['an address that no host can have', ['GET /i/x HTTP/1.1\r\nHost: 256.256.256.256\r\n\r\n'], 400],
    ['a host of digits that no URL can have', ['GET /healthz HTTP/1.1\r\nHost: a.1\r\n\r\n'], 400],
    ['a target that is not a path', ['GET nothing HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n'], 400],
    ['headers over the limit', [`GET /healthz HTTP/1.1\r\nHost: x\r\nX: ${'x'.repeat(40_000)}\r\n\r\n`], 431],
  ])('%s', async (_, sent, status) => {
    const { server } = await serveWithWork();
    const response = await exchange(server.url, ...sent);
    expect(response).toMatch(new RegExp(`^HTTP/1.1 ${status} `));
    expect(response).toContain('application/problem+json');
    expect(JSON.parse(response.slice(response.indexOf('\r\n\r\n')))).toMatchObject({ status });
  });

  test('HTTP/1.0 needs no Host, and 100-continue is supported', async () => {
    const { server } = await serveWithWork();
    for (const head of [
      'HTTP/1.0\r\n',
      'HTTP/1.1\r\nHost: x\r\nExpect: 100-Continue\r\nConnection: close\r\n',
    ]) {
      expect(await exchange(server.url, `GET /healthz ${head}\r\n`)).toMatch(/HTTP\/1\.1 200 /);
    }
  });
});

describe('stop', () => {
  test('finishes requests in flight, refuses new connections, closes idle ones and then the storage', async () => {
    const served = await serveWithWork();
    const { server, storage, key, storeId } = served;
    const close = vi.spyOn(storage, 'close');
    const { promise: gate, resolve: release } = Promise.withResolvers<void>();
    const { promise: arrived, resolve: arrive } = Promise.withResolvers<void>();
    const { count } = storage.records;
    storage.records.count = async (...args) => {
      arrive();
      await gate;
      return count.apply(storage.records, args);
    };
    const idle = await openIdle(server.url);
    const slow = fetch(`${server.url}/v2/stores/${storeId}`, { headers: { Authorization: `Bearer ${key}` } });
    await arrived;
    const stopped = server.stop();
    expect(server.stop()).toBe(stopped);
    await vi.waitFor(() => expect(idle.destroyed).toBe(true), { timeout: 10_000 });
    await expect(fetch(`${server.url}/healthz`)).rejects.toThrow();
    expect(close).not.toHaveBeenCalled();
    release();
    const response = await slow;
    expect(response.status).toBe(200);
    expect(response.headers.get('connection')).toBe('close');
    await stopped;
    expect(close).toHaveBeenCalledTimes(1);
  });

  test('refuses the request of a stuck handler with 503, and ends', {
    ...verifies('operations.stop-in-time'),
    timeout: 20_000,
  }, async () => {
    const served = await serveWithWork();
    served.storage.records.count = () => new Promise(() => {});
    const path = `/v2/stores/${served.storeId}/records/count`;
    const stuck = post(served, path, '{}');
    await new Promise((resolve) => setTimeout(resolve, 200));
    const from = performance.now();
    const stopped = served.server.stop();
    expect((await stuck).status).toBe(503);
    await stopped;
    expect(performance.now() - from).toBeLessThan(10_000);
    expect(served.lines.map(({ msg }) => msg)).toContainEqual(expect.stringContaining('still in flight'));
  });

  test('rejects with the name of a storage that does not close in time', async () => {
    const { server, storage } = await serveWithWork();
    storage.close = () => new Promise(() => {});
    const from = performance.now();
    await expect(server.stop()).rejects.toThrow('Stopped waiting for the storage.');
    expect(performance.now() - from).toBeLessThan(10_000);
  }, 20_000);

  test('ends background work', async () => {
    const storage = memoryStorage();
    const vitrine = await createVitrine({ storage });
    const claim = vi.spyOn(storage.jobs, 'claim');
    const server = await startServer({ vitrine, port: 0 });
    await vi.waitFor(() => expect(claim).toHaveBeenCalled(), { timeout: 10_000 });
    await server.stop();
    const calls = claim.mock.calls.length;
    await new Promise((resolve) => setTimeout(resolve, 1_200));
    expect(claim.mock.calls.length).toBe(calls);
  });
});

test('an export releases its scan when the client disconnects', async () => {
  const { server, storage, key, storeId } = await serveWithWork();
  let released = false;
  storage.records.export = async function* () {
    try {
      for (;;) yield { bytes: new Uint8Array(60_000), records: 1, more: false };
    } finally {
      released = true;
    }
  };
  const stop = new AbortController();
  const response = await fetch(`${server.url}/v2/stores/${storeId}/records/export?format=csv`, {
    headers: { Authorization: `Bearer ${key}` },
    signal: stop.signal,
  });
  await response.body?.getReader().read();
  expect(released).toBe(false);
  stop.abort();
  await vi.waitFor(() => expect(released).toBe(true), { timeout: 10_000 });
});

test('startServer rejects for a port in use and leaves nothing running', async () => {
  const other = createTcpServer();
  await new Promise<void>((resolve) => other.listen(0, '127.0.0.1', resolve));
  const address = other.address();
  const port = typeof address === 'object' && address !== null ? address.port : 0;
  const storage = memoryStorage();
  const vitrine = await createVitrine({ storage });
  const claim = vi.spyOn(storage.jobs, 'claim');
  await expect(startServer({ vitrine, port })).rejects.toMatchObject({ code: 'EADDRINUSE' });
  expect(claim).not.toHaveBeenCalled();
  other.close();
});

/** Opens a keep-alive connection that has received one response and is idle. */
function openIdle(url: string): Promise<Socket> {
  const { hostname, port } = new URL(url);
  return new Promise((resolve, reject) => {
    const socket = connect(Number(port), hostname, () => {
      socket.write('GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n');
      socket.once('data', () => resolve(socket));
    });
    socket.on('error', reject);
  });
}
