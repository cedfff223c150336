import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { createServer } from 'node:net';
import { afterEach, describe, expect, test } from 'vitest';
import { verifies } from '../../../../test/requirements.ts';
import { closeServers, network, PUBLIC, serve } from './loopback-servers.ts';
import { sendOn, webhookSender } from './webhook-sender.ts';

afterEach(closeServers);

const sender = sendOn(async () => network(), true);
const signal = new AbortController().signal;

/** Sends a message. Returns the answer, or why there is none. */
function send(
  port: number,
  { timeout = 5_000, host = 'receiver.example', by = sender, scheme = 'http' } = {},
) {
  const request = {
    url: `${scheme}://${host}:${port}/hook?a=1`,
    headers: { 'webhook-id': 'msg_1' },
    body: '{"é":1}',
  };
  return by.send(request, { timeout, signal }).catch((error: Error) => error.message);
}

describe('the sender of webhooks', () => {
  test('sends the body and the headers, and returns the status and the first kB of the answer', async () => {
    const received: unknown[] = [];
    const port = await serve(async (request, response) => {
      const chunks: Buffer[] = [];
      for await (const chunk of request) chunks.push(chunk as Buffer);
      const { headers, method, url } = request;
      received.push([method, url, headers['webhook-id'], headers.host, Buffer.concat(chunks).toString()]);
      response.writeHead(202, { 'retry-after': '7', 'set-cookie': 'a=b' }).end(`\0${'x'.repeat(2_000)}`);
    });
    expect(await send(port)).toEqual({ status: 202, text: `\u{FFFD}${'x'.repeat(1_023)}`, retryAfter: '7' });
    expect(received).toEqual([['POST', '/hook?a=1', 'msg_1', `receiver.example:${port}`, '{"é":1}']]);
  });

  test(
    'says why there is no answer: slow, refused, reset, unknown names, private addresses, bad TLS',
    verifies('webhooks.failures', 'webhooks.guarded'),
    async () => {
      const silent = await serve(() => {});
      const reset = await serve((request) => request.socket.destroy());
      const plain = await serve((_, response) => response.end());
      const garbage = createServer((socket) => socket.end('nonsense\r\n\r\n'));
      garbage.listen(0, PUBLIC);
      await once(garbage, 'listening');
      const nowhere = sendOn(async () => ({ ...network(), resolve: () => Promise.reject(gone()) }), true);
      const inside = sendOn(async () => network({ 'receiver.example': [['10.0.0.1']] }), true);
      const mixed = sendOn(async () => network({ 'receiver.example': [[PUBLIC, '127.0.0.1']] }), true);
      const NO_ADDRESS = 'The host name has no public address.';
      expect(await send(silent, { timeout: 50 })).toBe('The receiver did not answer within 0.05 s.');
      expect(await send(1)).toBe('The receiver refused the connection.');
      expect(await send(reset)).toBe('The receiver closed the connection.');
      expect(await send((garbage.address() as AddressInfo).port)).toBe(
        'The connection to the receiver failed.',
      );
      expect(await send(plain, { by: nowhere })).toBe(NO_ADDRESS);
      expect(await send(plain, { by: inside })).toBe(NO_ADDRESS);
      expect(await send(plain, { by: mixed })).toBe(NO_ADDRESS);
      expect(await send(plain, { scheme: 'https' })).toMatch(/TLS|connection/);
      garbage.close();
    },
  );

  test(
    'returns redirects as they are, and reads at most 64 kB of an answer without end',
    verifies('webhooks.failures', 'webhooks.guarded'),
    async () => {
      let followed = 0;
      const target = await serve((_, response) => response.end(String(++followed)));
      const redirect = await serve((_, response) =>
        response.writeHead(307, { location: `http://receiver.example:${target}/` }).end(),
      );
      expect(await send(redirect)).toMatchObject({ status: 307 });
      expect(followed).toBe(0);
      let sent = 0;
      const endless = await serve((_, response) => {
        response.writeHead(200);
        const part = Buffer.alloc(64 * 1024, 'x');
        const more = () => {
          while (!response.destroyed) {
            sent += part.length;
            if (!response.write(part)) return;
          }
        };
        response.on('drain', more);
        more();
      });
      expect(await send(endless)).toMatchObject({ status: 200, text: 'x'.repeat(1_024) });
      expect(sent).toBeLessThan(20_000_000);
      const breaking = await serve((request, response) => {
        response.writeHead(200).write('half');
        setTimeout(() => request.socket.destroy(), 50);
      });
      expect(await send(breaking)).toMatchObject({ status: 200, text: 'half' });
      const hanging = await serve((_, response) => response.writeHead(204 + 1).write('half'));
      expect(await send(hanging, { timeout: 100 })).toMatchObject({ status: 205 });
    },
  );

  test('rejects with the reason of the signal', async () => {
    const silent = await serve(() => {});
    const stop = new AbortController();
    const request = { url: `http://receiver.example:${silent}/`, headers: {}, body: '' };
    const sending = sender.send(request, { timeout: 5_000, signal: stop.signal });
    stop.abort(new Error('stopped'));
    await expect(sending).rejects.toThrow('stopped');
  });

  test.each([
    ['http://example.com/', 'Expected an https URL.'],
    ['ftp://example.com/', 'Expected an https URL.'],
    ['nonsense', 'Expected an absolute https URL.'],
    ['https://user:secret@example.com/', 'Expected a URL without user name'],
    ['https://127.0.0.1/', 'Expected a public address'],
    ['https://0x7f.1/', 'Expected a public address'],
    ['https://2130706433/', 'Expected a public address'],
    ['https://[::1]/', 'Expected a public address'],
    ['https://[::ffff:10.0.0.1]/', 'Expected a public address'],
    ['https://169.254.169.254/latest', 'Expected a public address'],
    ['https://localhost/', 'Expected a public address'],
    ['https://LOCALHOST./', 'Expected a public address'],
    ['https://a.localhost/', 'Expected a public address'],
  ])('refuses %s', verifies('webhooks.url'), (url, reason) => {
    expect(webhookSender().refuse(url)).toContain(reason);
  });

  test('refuses no other https URL, and with private addresses no http URL', verifies('webhooks.url'), () => {
    for (const url of ['https://example.com/', 'https://1.1.1.1/', 'https://unknown.invalid:8443/x'])
      expect(webhookSender().refuse(url)).toBe(null);
    const open = webhookSender({ allowPrivateFetch: true });
    for (const url of ['http://localhost:1/', 'https://[::1]/']) expect(open.refuse(url)).toBe(null);
    for (const url of ['ftp://localhost/', 'http://a:b@localhost/']) expect(open.refuse(url)).not.toBe(null);
  });
});

function gone(): Error {
  return Object.assign(new Error('getaddrinfo ENOTFOUND'), { code: 'ENOTFOUND' });
}
