import { once } from 'node:events';
import { createServer, type IncomingMessage, request, type Server } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { verifies } from '../../../../test/requirements.ts';
import { isOrdinary, NodeArrival } from './node-arrival.ts';

let server: Server;
/** Receives the next request. */
let receive: (arrival: NodeArrival, incoming: IncomingMessage) => Promise<void> | void;

beforeAll(async () => {
  server = createServer({ requireHostHeader: false }, async (incoming, outgoing) => {
    await receive(new NodeArrival(incoming, outgoing), incoming);
    outgoing.end();
  });
  server.on('checkExpectation', (incoming, outgoing) => server.emit('request', incoming, outgoing));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
});
afterAll(() => void server.close());

const portOf = () => (server.address() as AddressInfo).port;

function send(
  path: string,
  headers: Record<string, string | string[]> = {},
  body: string | null = null,
): Promise<void> {
  return new Promise((resolve, reject) => {
    const method = body === null ? 'GET' : 'POST';
    request({ port: portOf(), path, headers, method }, (response) => {
      response.resume().once('end', resolve);
    })
      .once('error', reject)
      .end(body ?? undefined);
  });
}

/** Sends bytes, and closes the connection when the server has received the request. */
function sendRaw(text: string): Promise<void> {
  return new Promise((resolve) => {
    const socket = connect(portOf(), '127.0.0.1', () => socket.write(text));
    socket.once('close', resolve);
    socket.on('data', () => socket.destroy());
  });
}

test.each<[string, Record<string, string | string[]>]>([
  ['none', {}],
  ['one of each', { 'X-ONE': 'a', Authorization: 'Bearer b' }],
  ['several of one name', { 'x-one': ['a', 'b'], authorization: ['Bearer b', 'Bearer c'] }],
  ['blanks and similar names', { 'x-on': 'c', 'x-onee': 'd', 'x-one': ' a ' }],
])('%s: header returns the same as the standard Headers', async (_, headers) => {
  const found: unknown[] = [];
  receive = (arrival) => {
    for (const name of ['x-one', 'authorization']) {
      found.push(arrival.header(name), arrival.request.headers.get(name));
    }
  };
  await send('/', headers);
  const [one, standardOne, authorization, standardAuthorization] = found;
  expect([one, authorization]).toEqual([standardOne, standardAuthorization]);
});

test('splits the target into path and query, and keeps both as they were sent', async () => {
  const found: unknown[] = [];
  receive = ({ path, query, request: standard }) => {
    found.push(path, query, new URL(standard.url).pathname);
  };
  await send('/v2/a%2Fb/%C3%A9?q=%20&r=a?b', { host: 'example.com' });
  expect(found).toEqual(['/v2/a%2Fb/%C3%A9', 'q=%20&r=a?b', '/v2/a%2Fb/%C3%A9']);
});

test.each<[boolean, string, string]>([
  [true, 'GET /v2/stores/x/records/a%2Fb?limit=5&q=x%20y HTTP/1.1', 'Host: localhost:8080'],
  [true, "GET /v2/(a)!$&'*+,;=:@~ HTTP/1.1", 'Host: example.com'],
  [false, 'GET /v2/../admin HTTP/1.1', 'Host: localhost'],
  [false, 'GET /v2/%2E%2e/admin HTTP/1.1', 'Host: localhost'],
  [false, 'GET /v2/.hidden HTTP/1.1', 'Host: localhost'],
  [false, 'GET /v2\\admin HTTP/1.1', 'Host: localhost'],
  [false, 'GET /v2/{a} HTTP/1.1', 'Host: localhost'],
  [false, 'GET http://other/v2 HTTP/1.1', 'Host: localhost'],
  [false, 'OPTIONS * HTTP/1.1', 'Host: localhost'],
  [false, 'GET /v2 HTTP/1.1', 'Host: a@b'],
  [false, 'GET /v2 HTTP/1.1', 'Host: UPPER.example'],
  [false, 'GET /v2 HTTP/1.1', 'Host: a\r\nHost: a'],
  [true, 'GET /v2 HTTP/1.1', 'Host: 255.249.199.0:8080'],
  [false, 'GET /v2 HTTP/1.1', 'Host: 256.256.256.256'],
  [false, 'GET /v2 HTTP/1.1', 'Host: 127.1'],
  [false, 'GET /v2 HTTP/1.1', 'Host: 01.2.3.4'],
  [false, 'GET /v2 HTTP/1.1', 'Host: a.0x1'],
  [false, 'GET /v2 HTTP/1.1', 'Host: 1.2.3.4.'],
  [true, 'GET /v2 HTTP/1.1', 'Host: 1.2.3.4.example'],
  [false, 'GET /v2 HTTP/1.0', 'X-None: 1'],
  [false, 'GET /v2 HTTP/1.1', 'Host: a\r\nExpect: 100-continue'],
])('isOrdinary is %s for %j with %j', async (expected, line, header) => {
  let found: boolean | null = null;
  receive = (_, incoming) => {
    found = isOrdinary(incoming);
  };
  await sendRaw(`${line}\r\n${header}\r\nConnection: close\r\n\r\n`);
  expect(found).toBe(expected);
});

test('reads a body that has arrived, one that arrives later, and an empty one', async () => {
  const found: unknown[] = [];
  let wait = 0;
  receive = async (arrival) => {
    await new Promise((resolve) => setTimeout(resolve, wait));
    const body = await arrival.readBody(1_000_000);
    found.push(arrival.hasBody, body && Buffer.from(body).toString());
  };
  await send('/', {}, 'early');
  wait = 20;
  await send('/', {}, 'late');
  await send('/', { 'transfer-encoding': 'chunked' }, 'chunks');
  await send('/', { 'content-length': '0' }, '');
  expect(found).toEqual([true, 'early', true, 'late', true, 'chunks', true, '']);
});

test('stops reading beyond the limit, and the response is still sent', async () => {
  let length = 0;
  receive = async (arrival) => {
    length = (await arrival.readBody(1_000))?.byteLength ?? 0;
  };
  await send('/', { 'transfer-encoding': 'chunked' }, 'x'.repeat(300_000));
  expect(length).toBeGreaterThan(1_000);
  expect(length).toBeLessThan(300_000);
});

test('returns null and aborts the signal when the client disconnects within a body', async () => {
  const { promise, resolve } = Promise.withResolvers<unknown[]>();
  receive = async (arrival) => {
    const { signal } = arrival;
    arrival.outgoing.flushHeaders();
    const body = await arrival.readBody(1_000);
    await new Promise((end) => setTimeout(end, 10));
    resolve([body, signal.aborted]);
  };
  await sendRaw('POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 10\r\n\r\nabc');
  expect(await promise).toEqual([null, true]);
});

test('streams a body, and cancelling the stream keeps the connection for the response', async () => {
  const found: unknown[] = [];
  receive = async (arrival) => {
    const reader = arrival.streamBody()?.getReader();
    found.push((await reader?.read())?.value?.byteLength);
    await reader?.cancel();
  };
  await send('/', {}, 'streamed');
  expect(found).toEqual([8]);
  receive = (arrival) => void found.push(arrival.streamBody());
  await send('/');
  expect(found).toEqual([8, null]);
});

test('drops the rest of a large body whose stream was cancelled, so that the next request is read', async () => {
  receive = async (arrival) => {
    const reader = arrival.streamBody()?.getReader();
    await reader?.read();
    await reader?.cancel();
  };
  const body = 'x'.repeat(3_000_000);
  const socket = connect(portOf(), '127.0.0.1').setEncoding('latin1');
  let received = '';
  socket.on('data', (text: string) => {
    received += text;
  });
  socket.write(`POST / HTTP/1.1\r\nHost: a\r\nContent-Length: ${body.length}\r\n\r\n${body}`);
  socket.write('POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 0\r\nConnection: close\r\n\r\n');
  await once(socket, 'close');
  expect(received.match(/HTTP\/1\.1 200/g)).toHaveLength(2);
});

test(
  'an ordinary request has a host that the URL standard leaves as it is',
  verifies('operations.hosts'),
  () => {
    const parts = [
      'a',
      'x-1',
      '_',
      '0',
      '1',
      '01',
      '256',
      '0x1',
      '0xg',
      'xn--a',
      'xn--p1ai',
      '',
      '-',
      '%41',
      '[',
    ];
    const ends = ['', '.', ':', ':0', ':80', ':8080', ':59999', ':60000', ':99999', ' ', '/', '@'];
    let ordinary = 0;
    for (const first of parts)
      for (const second of parts)
        for (const third of [null, ...parts])
          for (const end of ends) {
            const host = [first, second, ...(third === null ? [] : [third, '2'])].join('.') + end;
            const incoming = { url: '/', rawHeaders: ['Host', host] };
            if (!isOrdinary(incoming as IncomingMessage)) continue;
            ordinary++;
            expect(new Request(`http://${host}/`).url).toBe(`http://${host}/`);
          }
    expect(ordinary).toBeGreaterThan(100);
  },
);
