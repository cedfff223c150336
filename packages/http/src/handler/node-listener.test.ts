import { once } from 'node:events';
import { createServer, type IncomingMessage, request } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { accountPrincipal, createVitrine, memoryStorage } from '@vitrine/core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createApp } from '../app.ts';
import type { WireResponse } from '../call/wire-response.ts';
import { type RunningServer, startServer } from '../server.ts';
import { nodeListener, sendResponse } from './node-listener.ts';

let server: RunningServer;
let app: ReturnType<typeof createApp>;
let key: string;
let storeId: string;

beforeAll(async () => {
  const vitrine = await createVitrine({ storage: memoryStorage() });
  const account = accountPrincipal((await vitrine.accounts.create('Own')).id);
  const properties = [
    { name: 'sku', type: 'string', unique: true },
    { name: 'price', type: 'number' },
  ] as const;
  storeId = (await vitrine.stores.create(account, { name: 'Goods', properties: [...properties] })).id;
  await vitrine.records.add(account, storeId, { sku: 'a/b é', price: 1 });
  key = (await vitrine.apiKeys.create(account, { name: 'key' })).key;
  app = createApp(vitrine);
  server = await startServer({ vitrine, port: 0, work: false, console: false });
});
afterAll(() => server.stop());

interface Sent {
  readonly method: string;
  /** `S` stands for the path of the store. */
  readonly path: string;
  readonly body?: string;
  readonly headers?: Record<string, string>;
  readonly isKeyless?: true;
}

interface Seen {
  readonly status: number;
  readonly headers: Record<string, unknown>;
  readonly body: string;
}

/** Headers that differ between two responses, or that only a server adds. */
const OWN = ['date', 'connection', 'keep-alive', 'x-request-id', 'content-length', 'transfer-encoding'];

function comparable(status: number, headers: Iterable<[string, unknown]>, body: string): Seen {
  const shared = [...headers].filter(([name]) => !OWN.includes(name));
  return { status, headers: Object.fromEntries(shared), body: body.replace(/"traceId":"[^"]*"/, '') };
}

function partsOf({ method, path, body, headers = {}, isKeyless }: Sent) {
  const type = body === undefined ? {} : { 'content-type': 'application/json' };
  const authorization = isKeyless === true ? {} : { authorization: `Bearer ${key}` };
  return {
    method,
    path: path.replace('S', `/v2/stores/${storeId}`),
    headers: { ...authorization, ...type, ...headers },
  };
}

async function throughApp(sent: Sent): Promise<Seen> {
  const { method, path, headers } = partsOf(sent);
  const init = sent.body === undefined ? {} : { body: sent.body };
  const response = await app.request(`${server.url}${path}`, { method, headers, ...init });
  return comparable(response.status, response.headers, await response.text());
}

function throughServer(sent: Sent): Promise<Seen> {
  const { method, path, headers } = partsOf(sent);
  const length = sent.body === undefined ? {} : { 'content-length': String(Buffer.byteLength(sent.body)) };
  return new Promise((resolve, reject) => {
    const outgoing = request(
      `${server.url}/`,
      { method, path, headers: { ...headers, ...length } },
      (response) => {
        let text = '';
        response.setEncoding('utf8').on('data', (part) => {
          text += part;
        });
        response.once('end', () =>
          resolve(comparable(response.statusCode ?? 0, Object.entries(response.headers), text)),
        );
      },
    );
    outgoing.once('error', reject).end(sent.body);
  });
}

const post = (path: string, body: string, headers: Record<string, string> = {}): Sent => ({
  method: 'POST',
  path,
  body,
  headers,
});
const get = (path: string, headers: Record<string, string> = {}): Sent => ({ method: 'GET', path, headers });

test.each<[number, Sent]>([
  [200, get('S/records/a%2Fb%20%C3%A9')],
  [200, get('S/records?limit=5&sortBy=price')],
  [200, get('S/records/export?format=csv')],
  [200, { method: 'HEAD', path: 'S/records/a%2Fb%20%C3%A9' }],
  [200, { method: 'HEAD', path: 'S/records/export' }],
  [200, post('S/records/lookup', '{"sku":"a/b é"}')],
  [200, post('S/records/search', '{"filters":[{"field":"price","op":"gte","value":1}]}')],
  [200, { method: 'POST', path: 'S/records/search' }],
  [304, get('S/records/a%2Fb%20%C3%A9', { 'if-none-match': '*' })],
  [200, get('/v2/stores/../stores')],
  [200, { ...get('/docs'), isKeyless: true }],
  [400, get('S/records?limit=0&q=%zz')],
  [400, get('/v2/stores/%E0%A4')],
  [400, post('S/records/search', '{"filters":')],
  [400, post('S/records', '{"sku":"x"}', { 'idempotency-key': 'a\u00e9 ' })],
  [401, { ...get('S/records'), isKeyless: true }],
  [401, get('S/records', { authorization: 'Bearer wrong' })],
  [404, get('S/records/none')],
  [404, get('/v2/none')],
  [404, post('/v2/stores/none/records', 'not JSON')],
  [405, { method: 'DELETE', path: '/v2/whoami' }],
  [413, post('S/records/search', JSON.stringify({ text: 'x'.repeat(4 * 1024 * 1024) }))],
  [415, post('S/records/search', '{}', { 'content-type': 'text/plain' })],
  [415, post('S/records/search', '{}', { 'content-encoding': 'gzip' })],
])('the server responds as the app does, with %i: %j', async (status, sent) => {
  const expected = await throughApp(sent);
  expect(expected.status).toBe(status);
  expect(await throughServer(sent)).toEqual(expected);
});

test('passes a request to the handler when the body that came with its head is complete', async () => {
  const complete: boolean[] = [];
  const handler = {
    respond({ isBodyHere }: { readonly isBodyHere: boolean }) {
      complete.push(isBodyHere);
      return { status: 200, headers: ['Content-Length', '0'], body: null, isAscii: false };
    },
  };
  const rest = () => expect.unreachable();
  const listening = createServer(nodeListener(handler, rest)).listen(0, '127.0.0.1');
  await once(listening, 'listening');
  const socket = connect((listening.address() as AddressInfo).port, '127.0.0.1');
  for (const body of ['{}', '']) {
    socket.write(`POST / HTTP/1.1\r\nHost: a\r\nContent-Length: ${body.length}\r\n\r\n${body}`);
    await once(socket, 'data');
  }
  socket.destroy();
  listening.close();
  expect(complete).toEqual([true, true]);
});

/** Serves one response. Calls `read` with the response as the client sees it. */
async function serve(sent: WireResponse, read: (response: IncomingMessage) => Promise<void>): Promise<void> {
  const server = createServer((_, outgoing) => sendResponse(outgoing, sent));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  try {
    const { port } = server.address() as AddressInfo;
    await read(
      await new Promise((resolve, reject) => request({ port }, resolve).once('error', reject).end()),
    );
  } finally {
    server.closeAllConnections();
    server.close();
  }
}

async function textOf(response: IncomingMessage): Promise<string> {
  let text = '';
  for await (const chunk of response.setEncoding('utf8')) text += chunk;
  return text;
}

const chunks = (count: number) => Array.from({ length: count }, (_, i) => `${i}`.padEnd(100_000, '.'));

test('sends text, bytes, and no body', async () => {
  const headers = ['X-One', 'a', 'Content-Length', '2'];
  const bodies = [
    { body: 'é', isAscii: false },
    { body: Buffer.from('é'), isAscii: false },
    { body: 'ab', isAscii: true },
  ];
  for (const sent of bodies) {
    await serve({ status: 201, headers, ...sent }, async (response) => {
      expect([response.statusCode, response.headers['x-one'], await textOf(response)]).toEqual([
        201,
        'a',
        sent.body.toString(),
      ]);
    });
  }
  await serve({ status: 304, headers: [], body: null, isAscii: false }, async (response) => {
    expect([response.statusCode, await textOf(response)]).toEqual([304, '']);
  });
});

test('sends a stream no faster than the client takes it', async () => {
  let pulled = 0;
  const all = chunks(300);
  const body = new ReadableStream<Uint8Array>({
    pull(controller) {
      const chunk = all[pulled++];
      if (chunk === undefined) controller.close();
      else controller.enqueue(Buffer.from(chunk));
    },
  });
  await serve({ status: 200, headers: [], body, isAscii: false }, async (response) => {
    await new Promise((resolve) => setTimeout(resolve, 50));
    expect(pulled).toBeLessThan(all.length);
    expect(await textOf(response)).toBe(all.join(''));
  });
});

test('cancels the stream when the client disconnects', async () => {
  const { promise, resolve } = Promise.withResolvers<void>();
  const body = new ReadableStream<Uint8Array>({
    pull: (controller) => controller.enqueue(Buffer.alloc(100_000)),
    cancel: () => resolve(),
  });
  await serve({ status: 200, headers: [], body, isAscii: false }, async (response) => {
    response.destroy();
    await promise;
  });
});

test('ends the connection when a stream fails, so that the client sees that bytes are missing', async () => {
  let pulled = 0;
  const body = new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        if (pulled++ > 0) {
          // The first chunk is on its way.
          await new Promise((resolve) => setTimeout(resolve, 20));
          throw new Error('disk');
        }
        controller.enqueue(Buffer.from('begin'));
      },
    },
    { highWaterMark: 0 },
  );
  await serve({ status: 200, headers: [], body, isAscii: false }, async (response) => {
    await expect(textOf(response)).rejects.toMatchObject({ code: 'ECONNRESET' });
  });
});
