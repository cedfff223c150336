import { expect, test, vi } from 'vitest';
import { head, rawClient } from '../../test/raw-client.ts';
import { eventually, metricOf, type Served, serve } from '../../test/served.ts';

const MEBIBYTE = 1024 * 1024;
const limits = {
  responses: { all: 40 * MEBIBYTE, perOwner: 12 * MEBIBYTE },
  keylessResponses: { all: 40 * MEBIBYTE, perOwner: 12 * MEBIBYTE },
};

/** Requests a picture of 16 MiB and reads nothing of it. */
function ignorePicture({ server, vitrine }: Served) {
  const bytes = Buffer.alloc(16 * MEBIBYTE);
  vi.spyOn(vitrine.publicImages, 'open').mockResolvedValue({
    kind: 'static',
    bytes,
    etag: '"e"',
    format: 'png',
  });
  const client = rawClient(server.url);
  client.socket.pause();
  client.send('GET /i/x HTTP/1.1\r\nHost: x\r\n\r\n');
  return client;
}

test('limits unread responses without a key by address, and still serves probes', async () => {
  const served = await serve({ limits });
  const client = ignorePicture(served);
  const inFlight = 'vitrine_bytes_in_flight{of="keyless_responses"}';
  await eventually(async () => expect(await metricOf(served, inFlight)).toBeGreaterThan(12 * MEBIBYTE));
  const refused = await fetch(`${served.server.url}/docs`);
  expect([refused.status, refused.headers.get('retry-after')]).toEqual([503, '1']);
  expect((await fetch(`${served.server.url}/healthz`)).status).toBe(200);
  const keyed = await fetch(`${served.server.url}/v2/whoami`, {
    headers: { authorization: `Bearer ${served.key}` },
  });
  expect(keyed.status).toBe(200);
  client.socket.resume();
  await eventually(async () => expect(await metricOf(served, inFlight)).toBe(0));
  expect((await fetch(`${served.server.url}/i/x`)).status).toBe(200);
  expect(await metricOf(served, 'vitrine_bytes_refused_total{of="keyless_responses"}')).toBe(1);
});

test('counts no document, whose bytes all responses share', async () => {
  const served = await serve({ limits: { keylessResponses: { all: 1, perOwner: 1 } } });
  const clients = Array.from({ length: 20 }, () => rawClient(served.server.url));
  for (const { socket, send } of clients) {
    socket.pause();
    // More than the buffers of a socket take.
    send('GET /v2/openapi.json HTTP/1.1\r\nHost: x\r\n\r\n'.repeat(40));
  }
  await eventually(() => expect(served.lines.length).toBeGreaterThan(20));
  await new Promise((resolve) => setTimeout(resolve, 300));
  expect(await metricOf(served, 'vitrine_bytes_in_flight{of="keyless_responses"}')).toBe(0);
  expect((await fetch(`${served.server.url}/docs`)).status).toBe(200);
  for (const { socket } of clients) socket.destroy();
});

test('limits unread streams by account, and serves another account', async () => {
  const served = await serve({ limits: { responses: { all: 40 * MEBIBYTE, perOwner: MEBIBYTE } } });
  const { server, storage, key, otherKey, storeId } = served;
  storage.records.export = async function* () {
    for (;;) yield { bytes: new Uint8Array(MEBIBYTE), records: 1, more: true };
  };
  const clients = Array.from({ length: 2 }, () => rawClient(server.url));
  for (const client of clients) {
    client.socket.pause();
    client.send(head(key, 'GET', `/v2/stores/${storeId}/records/export`));
  }
  const inFlight = 'vitrine_bytes_in_flight{of="responses"}';
  await eventually(async () => expect(await metricOf(served, inFlight)).toBeGreaterThanOrEqual(MEBIBYTE));
  const ask = (as: string) =>
    fetch(`${server.url}/v2/whoami`, { headers: { authorization: `Bearer ${as}` } });
  expect((await ask(key)).status).toBe(503);
  expect((await ask(otherKey)).status).toBe(200);
  for (const { socket } of clients) socket.destroy();
  await eventually(async () => expect(await metricOf(served, inFlight)).toBe(0));
  expect((await ask(key)).status).toBe(200);
});

test('replaces a large response if the budget was used up while it was made', async () => {
  const served = await serve({ limits });
  const { server, vitrine } = served;
  const { promise: gate, resolve: release } = Promise.withResolvers<void>();
  vi.spyOn(vitrine.publicImages, 'open').mockImplementation(async () => {
    await gate;
    return { kind: 'static', bytes: Buffer.alloc(16 * MEBIBYTE), etag: '"e"', format: 'png' };
  });
  const clients = Array.from({ length: 5 }, () => rawClient(server.url));
  for (const { socket, send } of clients) {
    socket.pause();
    send('GET /i/x HTTP/1.1\r\nHost: x\r\n\r\n');
  }
  await new Promise((resolve) => setTimeout(resolve, 300));
  release();
  // A picture is replaced by a transparent pixel.
  await eventually(async () =>
    expect(await metricOf(served, 'vitrine_bytes_refused_total{of="keyless_responses"}')).toBe(4),
  );
  await eventually(() => expect(served.lines.filter(({ bytes }) => Number(bytes) < 1_000)).toHaveLength(4));
});
