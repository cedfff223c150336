import { createServer, get, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, test } from 'vitest';
import type { WireResponse } from '../call/wire-response.ts';
import { sendResponse } from './send.ts';

/** Serves one response. Calls `read` with the response as the client sees it. */
async function serve(sent: WireResponse, read: (response: IncomingMessage) => Promise<void>): Promise<void> {
  const server = createServer((_, outgoing) => sendResponse(outgoing, sent));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  try {
    const { port } = server.address() as AddressInfo;
    await read(await new Promise((resolve, reject) => get({ port }, resolve).once('error', reject)));
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
