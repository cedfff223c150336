import type { Socket } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { problemOf } from '../../test/app-fixture.ts';
import { head, rawClient } from '../../test/raw-client.ts';
import { eventually, metricOf, type Served, serve } from '../../test/served.ts';
import { BodyReading } from './body-reading.ts';
import { type BodyPace, TRAFFIC_LIMITS } from './limits.ts';

const PART = '--B\r\nContent-Disposition: form-data; name="file"; filename="a.png"\r\n\r\n';

/** Sends the head of an upload and the beginning of its body. */
function beginUpload({ server }: Served, key: string, length = 1_000_000) {
  const client = rawClient(server.url);
  const type = 'multipart/form-data; boundary=B';
  client.send(
    head(key, 'POST', '/admin/images', { 'Content-Type': type, 'Content-Length': String(length) }) + PART,
  );
  return client;
}

const turns = (served: Served, state: 'running' | 'waiting') =>
  metricOf(served, `vitrine_turns_${state}{queue="uploads"}`);

/** Sends a complete upload that is no picture. Status 400 shows that it was read. */
async function upload({ server }: Served, key: string): Promise<Response> {
  const form = new FormData();
  form.append('file', new Blob(['no picture']), 'x.png');
  return fetch(`${server.url}/admin/images`, {
    method: 'POST',
    headers: { authorization: `Bearer ${key}` },
    body: form,
  });
}

/** Refuses every picture after it was read. */
const READ = 503;

test('leaves turns for another account while uploads of one stall, and refuses more of that account with 503', async () => {
  const served = await serve({ limits: { turnWait: 1_000 } });
  const stalled = Array.from({ length: 6 }, () => beginUpload(served, served.key));
  await eventually(async () => expect(await turns(served, 'running')).toBe(3));
  const other = await upload(served, served.otherKey);
  expect([other.status, (await problemOf(other)).detail]).toEqual([READ, expect.stringContaining('media')]);
  const own = await upload(served, served.key);
  expect([own.status, own.headers.get('retry-after'), (await problemOf(own)).detail]).toEqual([
    503,
    '1',
    'Too many uploads at once.',
  ]);
  for (const { socket } of stalled) socket.destroy();
  await eventually(async () => expect(await turns(served, 'running')).toBe(0));
});

test('ends an upload without progress with 408, and frees its turn and its connection', async () => {
  const upload = { ...TRAFFIC_LIMITS.upload, silence: 1_000 };
  const served = await serve({ limits: { upload } });
  const client = beginUpload(served, served.key);
  await eventually(() => expect(client.received()).toMatch(/^HTTP\/1\.1 408 /));
  expect(client.received()).toContain('application/problem+json');
  expect(client.received()).toMatch(/connection: close/i);
  await eventually(async () => expect(await turns(served, 'running')).toBe(0));
  await eventually(async () => expect(await metricOf(served, 'vitrine_connections')).toBe(1));
  expect(await metricOf(served, 'vitrine_deadlines_total{stage="read"}')).toBe(1);
});

test('ends an upload below the minimum rate with 408 after its grace, and reads one above it completely', async () => {
  const pace = { total: 60_000, silence: 60_000, rate: 1_000, grace: 1_500 };
  const served = await serve({ limits: { upload: pace } });
  const tail = '\r\n--B--\r\n';
  const rounds = 12;
  const fast = beginUpload(served, served.key, PART.length + rounds * 1_000 + tail.length);
  const slow = beginUpload(served, served.otherKey);
  for (let round = 0; round < rounds; round++) {
    fast.send('x'.repeat(1_000));
    slow.send('x'.repeat(20));
    await wait(300);
  }
  fast.send(tail);
  await eventually(() => expect(fast.received()).toMatch(/^HTTP\/1\.1 503 /));
  await eventually(() => expect(slow.received()).toMatch(/^HTTP\/1\.1 408 /));
});

test('the default paces admit the largest file at 0.35 Mbit/s, and end a stalled or dripping upload', () => {
  const check = (pace: BodyPace, seconds: number, received: number) => {
    const socket = { bytesRead: 0 };
    let ended = false;
    const reading = new BodyReading(socket as Socket, pace, () => {
      ended = true;
    });
    const began = performance.now();
    for (let second = 1; second <= seconds; second++) {
      socket.bytesRead = (received / seconds) * second;
      reading.check(began + second * 1_000);
    }
    return ended ? 'ended' : 'read';
  };
  const { upload, jsonBody, file } = TRAFFIC_LIMITS;
  expect(check(upload, 590, 25 * 1024 * 1024)).toBe('read');
  expect(check(upload, 610, 25 * 1024 * 1024)).toBe('ended');
  expect(check(upload, 29, 29)).toBe('read');
  expect(check(upload, 32, 32 * 1_024)).toBe('ended');
  expect(check(upload, 14, 0)).toBe('read');
  expect(check(upload, 16, 0)).toBe('ended');
  expect(check(jsonBody, 29, 29)).toBe('read');
  expect(check(jsonBody, 31, 4 * 1024 * 1024)).toBe('ended');
  expect(check(file, 2_690, 1024 ** 3)).toBe('read');
  expect(check(file, 2_710, 1024 ** 3)).toBe('ended');
});

test('counts no time while an upload waits for its turn, and removes it from the queue when its client leaves', async () => {
  const pace = { ...TRAFFIC_LIMITS.upload, silence: 3_000 };
  const served = await serve({ limits: { upload: pace, turnWait: 60_000 } });
  const first = Array.from({ length: 3 }, () => beginUpload(served, served.key));
  await eventually(async () => expect(await turns(served, 'running')).toBe(3));
  const [leaving, waiting] = [beginUpload(served, served.key), beginUpload(served, served.key)];
  await eventually(async () => expect(await turns(served, 'waiting')).toBe(2));
  leaving?.socket.destroy();
  await eventually(async () => expect(await turns(served, 'waiting')).toBe(1));
  expect(await metricOf(served, 'vitrine_turns_refused_total{queue="uploads",reason="left"}')).toBe(1);
  await eventually(() => expect(first[0]?.received()).toMatch(/^HTTP\/1\.1 408 /));
  await eventually(async () => expect(await turns(served, 'waiting')).toBe(0));
  expect(waiting?.received()).toBe('');
  expect(served.lines.map(({ status }) => status)).toContain(499);
});

test('ends a JSON body with 408 after its total time, even if it arrives steadily', async () => {
  const jsonBody = { ...TRAFFIC_LIMITS.jsonBody, total: 2_000 };
  const { server, key } = await serve({ limits: { jsonBody } });
  const client = rawClient(server.url);
  const type = 'application/json';
  client.send(head(key, 'POST', '/v2/stores', { 'Content-Type': type, 'Content-Length': '1000' }));
  const dripping = setInterval(() => client.send(' '), 100);
  await eventually(() => expect(client.received()).toMatch(/^HTTP\/1\.1 408 /));
  clearInterval(dripping);
});

test('limits large JSON bodies in flight by account', async () => {
  const bodies = { all: 1_000_000, perOwner: 250_000 };
  const served = await serve({ limits: { bodies } });
  const { server, key, otherKey, storeId } = served;
  const path = `/v2/stores/${storeId}/records/count`;
  const headers = { 'Content-Type': 'application/json', 'Content-Length': '200000' };
  const held = Array.from({ length: 2 }, () => rawClient(server.url));
  for (const client of held) client.send(head(key, 'POST', path, headers));
  const inFlight = 'vitrine_bytes_in_flight{of="bodies"}';
  await eventually(async () => expect(await metricOf(served, inFlight)).toBe(400_000));
  const send = (as: string, body: string) =>
    fetch(`${server.url}${path}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${as}`, 'content-type': 'application/json' },
      body,
    });
  const large = `{}${' '.repeat(100_000)}`;
  const refused = await send(key, large);
  expect([refused.status, refused.headers.get('retry-after')]).toEqual([503, '1']);
  expect((await send(key, '{}')).status).toBe(200);
  expect((await send(otherKey, large)).status).toBe(404);
  for (const { socket } of held) socket.destroy();
  await eventually(async () => expect(await metricOf(served, inFlight)).toBe(0));
  expect((await send(key, large)).status).toBe(200);
});
