import { accountPrincipal, type Principal } from '@vitrine/core';
import { expect, onTestFinished, test, vi } from 'vitest';
import { verifies } from '../../../../../test/requirements.ts';
import { createFixture } from '../../../test/app-fixture.ts';
import { type EventReader, readEvents } from '../../../test/event-reader.ts';
import { head, rawClient } from '../../../test/raw-client.ts';
import { eventually, metricOf, type Served, serve } from '../../../test/served.ts';
import { type StreamLimits, TRAFFIC_LIMITS } from '../../traffic/limits.ts';

const EVENTS = { accept: 'text/event-stream' };

interface Following extends Served {
  readonly me: Principal;
  readonly path: string;
  request(query?: string, headers?: Record<string, string>, key?: string): Promise<Response>;
  follow(query?: string, headers?: Record<string, string>, key?: string): Promise<EventReader>;
  add(text: string): Promise<unknown>;
}

async function serveFollowed(limits: Partial<StreamLimits> = {}): Promise<Following> {
  const served = await serve({ limits: { streams: { ...TRAFFIC_LIMITS.streams, ...limits } } });
  const { vitrine, server, storeId } = served;
  const { accountId } = await vitrine.identity.authenticate(served.key);
  const me = accountPrincipal(accountId);
  const path = `/v2/stores/${storeId}/changes`;
  const request: Following['request'] = (query = '', headers = {}, key = served.key) =>
    fetch(server.url + path + query, { headers: { authorization: `Bearer ${key}`, ...headers } });
  return {
    ...served,
    me,
    path,
    request,
    async follow(query, headers, key) {
      const reader = readEvents(await request(query, { ...EVENTS, ...headers }, key));
      expect(reader.response.status).toBe(200);
      onTestFinished(() => reader.close());
      return reader;
    },
    add: (text) => vitrine.records.add(me, storeId, { text }),
  };
}

test('sends each change as an event', verifies('stream.events'), async () => {
  const { vitrine, me, storeId, add, follow, request } = await serveFollowed();
  const { cursor } = await vitrine.changes.list(me, storeId);
  const reader = await follow('?include=record');
  expect(reader.response.headers.get('content-type')).toBe('text/event-stream; charset=utf-8');
  expect(reader.response.headers.get('cache-control')).toContain('no-store');
  await add('one\u2028\n\nid: x');
  await vitrine.stores.update(me, storeId, { name: 'Other' });
  const [one, other] = [await reader.next(), await reader.next()];
  const listed = (await (await request(`?since=${cursor}&include=record`)).json()) as { items: object[] };
  expect([one.data, other.data]).toEqual(listed.items);
  expect(one).toMatchObject({ event: 'record.created', data: { record: { text: 'one\u2028\n\nid: x' } } });
  expect(one.id).toBe(one.data.position);
  expect(other.event).toBe('store.updated');
});

test('begins with the place from which it can be resumed', verifies('stream.resume'), async () => {
  const { add, follow } = await serveFollowed();
  const first = await follow();
  const cursor = await first.opening();
  await first.close();
  await add('missed');
  const second = await follow(`?since=${cursor}`);
  expect((await second.next()).data.recordId).toBeDefined();
});

test('resumes after since and Last-Event-ID, which goes before', verifies('stream.resume'), async () => {
  const { vitrine, me, storeId, add, follow, request } = await serveFollowed();
  const { cursor } = await vitrine.changes.list(me, storeId);
  for (const text of ['a', 'b', 'c']) await add(text);
  const { items } = await vitrine.changes.list(me, storeId, { since: cursor });
  const after = (position = '') => ({ 'last-event-id': position });
  const bySince = await follow(`?since=${items[0]?.position}`);
  expect((await bySince.next()).id).toBe(items[1]?.position);
  const byHeader = await follow(`?since=${cursor}`, after(items[1]?.position));
  expect((await byHeader.next()).id).toBe(items[2]?.position);
  expect((await request('', { ...EVENTS, ...after('altered') })).status).toBe(400);
  expect((await request('?since=altered', EVENTS)).status).toBe(400);
});

test(
  'moves the place to resume from past changes that the reader does not want',
  verifies('stream.comment', 'stream.resume'),
  async () => {
    const { add, follow } = await serveFollowed({ comment: 50, total: 2_000 });
    const reader = await follow('?types=record.deleted');
    await add('a');
    const text = await reader.rest();
    expect(new Set(text.match(/^id: .*$/gm)).size).toBe(2);
    expect(text).toMatch(/\nretry: \d+\n\n$/);
  },
);

test(
  'ends by itself after its time, and tells clients when to return',
  verifies('stream.comment'),
  async () => {
    expect(TRAFFIC_LIMITS.streams).toMatchObject({ comment: 15_000, total: 600_000, silence: 30_000 });
    const served = await serveFollowed({ comment: 20, total: 1_000 });
    const text = await (await served.follow()).rest();
    expect(text.match(/^:$/gm)?.length).toBeGreaterThan(1);
    expect(text).toMatch(/\nretry: \d+\n\n$/);
    await eventually(async () => expect(await metricOf(served, 'vitrine_streams')).toBe(0));
  },
);

test('a stream outlives the time of other responses', verifies('stream.comment'), async () => {
  const served = await serve({
    limits: { responseTotal: 1_000, streams: { ...TRAFFIC_LIMITS.streams, comment: 100, total: 4_000 } },
  });
  const response = await fetch(`${served.server.url}/v2/stores/${served.storeId}/changes`, {
    headers: { authorization: `Bearer ${served.key}`, ...EVENTS },
  });
  expect(await readEvents(response).rest()).toMatch(/\nretry: \d+\n\n$/);
});

test('refuses streams above the numbers, and frees their places', verifies('stream.limits'), async () => {
  expect(TRAFFIC_LIMITS.streams).toMatchObject({ all: 200, perKey: 4 });
  const served = await serveFollowed({ all: 3, perKey: 2 });
  const { vitrine, me, storeId, follow, request } = served;
  const { key } = await vitrine.apiKeys.create(me, { name: 'other' });
  const { key: third } = await vitrine.apiKeys.create(me, { name: 'third', storeId });
  const readers = [await follow(), await follow()];
  const refused = await request('', EVENTS);
  expect(refused.status).toBe(429);
  expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
  expect((await request()).status).toBe(200);
  await follow('', {}, key);
  expect((await request('', EVENTS, third)).status).toBe(429);
  await readers[0]?.close();
  await eventually(async () => expect(await metricOf(served, 'vitrine_streams')).toBe(2));
  await follow('', {}, third);
});

test('streams count in no other limit', verifies('stream.limits'), async () => {
  const served = await serveFollowed({ perKey: 100 });
  const readers = await Promise.all(Array.from({ length: 100 }, () => served.follow()));
  expect((await served.request()).status).toBe(200);
  expect(await metricOf(served, 'vitrine_bytes_in_flight{of="responses"}')).toBeLessThan(1024 * 1024);
  await served.add('a');
  const events = await Promise.all(readers.map((reader) => reader.next()));
  expect(new Set(events.map(({ id }) => id)).size).toBe(1);
});

test('all readers of a store share one read of its log', verifies('stream.fan-out'), async () => {
  const { storage, add, follow } = await serveFollowed({ perKey: 50 });
  const readers = await Promise.all(Array.from({ length: 50 }, () => follow('?include=record')));
  await add('first');
  await Promise.all(readers.map((reader) => reader.next()));
  const read = vi.spyOn(storage.changes, 'read');
  const getAll = vi.spyOn(storage.records, 'getAll');
  await add('second');
  await Promise.all(readers.map((reader) => reader.next()));
  expect(getAll).toHaveBeenCalledTimes(1);
  expect(read.mock.calls.length).toBeLessThan(10);
});

test('leaves a reader that takes nothing, and delays no other', verifies('stream.cut-off'), async () => {
  const served = await serveFollowed({ silence: 500, perKey: 4 });
  const { vitrine, me, storeId, server, key, path, follow } = served;
  const idle = rawClient(server.url);
  idle.socket.pause();
  idle.send(head(key, 'GET', `${path}?include=record`, EVENTS));
  const reader = await follow('?include=record');
  await eventually(async () => expect(await metricOf(served, 'vitrine_streams')).toBe(2));
  const text = 'x'.repeat(60_000);
  // More than the sockets of this machine hold: 18 MB at most.
  for (let index = 0; index < 300; index++) {
    await vitrine.records.add(me, storeId, { text });
    expect((await reader.next()).event).toBe('record.created');
    if (index % 20 === 19 && (await metricOf(served, 'vitrine_streams')) === 1) break;
  }
  await eventually(async () => expect(await metricOf(served, 'vitrine_streams')).toBe(1));
});

test(
  'at a shutdown streams end with retry, and polls are answered',
  verifies('stream.shutdown'),
  async () => {
    const { server, vitrine, me, storeId, follow, request } = await serveFollowed();
    const { cursor } = await vitrine.changes.list(me, storeId);
    const reader = await follow();
    const poll = request(`?since=${cursor}&wait=30`);
    const query = fetch(`${server.url}/v2/stores/${storeId}/changes/query`, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${(await vitrine.apiKeys.create(me, { name: 'k' })).key}`,
        'content-type': 'application/json',
      },
      body: JSON.stringify({ since: cursor, wait: 30 }),
    });
    // Until both wait.
    await new Promise((resolve) => setTimeout(resolve, 200));
    const stopped = server.stop();
    expect(await reader.rest()).toMatch(/retry: \d+\n\n$/);
    for (const answer of [await poll, await query]) {
      expect(answer.status).toBe(200);
      expect(await answer.json()).toMatchObject({ items: [], cursor });
    }
    await stopped;
  },
);

test('a revoked key gets nothing more', verifies('stream.revoked'), async () => {
  const { vitrine, me, storeId, add, follow, request } = await serveFollowed({ comment: 100 });
  const { keyId, key } = await vitrine.apiKeys.create(me, { name: 'other' });
  const { cursor } = await vitrine.changes.list(me, storeId);
  const reader = await follow('', {}, key);
  const poll = request(`?since=${cursor}&wait=30`, {}, key);
  await new Promise((resolve) => setTimeout(resolve, 100));
  await vitrine.apiKeys.revoke(me, keyId);
  expect(await reader.rest()).toMatch(/retry: \d+\n\n$/);
  await add('secret');
  expect((await poll).status).toBe(401);
});

test('a stream and a poll end with the store', verifies('feed.store-deleted'), async () => {
  const { vitrine, me, storeId, follow, request } = await serveFollowed();
  const { cursor } = await vitrine.changes.list(me, storeId);
  const [reader, selective] = [await follow(), await follow('?types=record.*')];
  const poll = request(`?since=${cursor}&wait=30`);
  await new Promise((resolve) => setTimeout(resolve, 100));
  await vitrine.stores.delete(me, storeId);
  for (const text of [await reader.rest(), await selective.rest()])
    expect(text).toMatch(/event: store.deleted\ndata: \{.*\}\n\n$/);
  expect(await (await poll).json()).toMatchObject({ items: [{ type: 'store.deleted' }] });
  expect((await request(`?since=${cursor}`)).status).toBe(404);
  expect((await request('', EVENTS)).status).toBe(404);
});

test('a wait holds no place of another request and has its own time', verifies('feed.wait'), async () => {
  const served = await serve({ limits: { handler: 500 } });
  const { vitrine, server, storeId, key } = served;
  const me = accountPrincipal((await vitrine.identity.authenticate(key)).accountId);
  const { cursor } = await vitrine.changes.list(me, storeId);
  const headers = { authorization: `Bearer ${key}` };
  const polls = Array.from({ length: 300 }, () =>
    fetch(`${server.url}/v2/stores/${storeId}/changes?since=${cursor}&wait=3`, { headers }),
  );
  const read = await fetch(`${server.url}/v2/stores/${storeId}/records`, { headers });
  expect(read.status).toBe(200);
  for (const answer of await Promise.all(polls)) expect(answer.status).toBe(200);
});

test('a HEAD request holds no stream', verifies('stream.limits'), async () => {
  const served = await serveFollowed();
  const { server, path, key } = served;
  for (let index = 0; index < 6; index++) {
    const answer = await fetch(server.url + path, {
      method: 'HEAD',
      headers: { authorization: `Bearer ${key}`, ...EVENTS },
    });
    expect(answer.status).toBe(200);
  }
  expect(await metricOf(served, 'vitrine_streams')).toBe(0);
});

test('streams in an app that another server serves', verifies('stream.events'), async () => {
  const { app, vitrine, accountId, storeId, accountKey } = await createFixture();
  const response = await app.request(`http://localhost/v2/stores/${storeId}/changes`, {
    headers: { authorization: `Bearer ${accountKey}`, ...EVENTS },
  });
  const reader = readEvents(response);
  await vitrine.records.add(accountPrincipal(accountId), storeId, { sku: 'a' });
  expect((await reader.next()).data.recordId).toBe('a');
  await reader.close();
});

test.for([
  ['text/event-stream', true],
  ['text/event-stream, application/json', true],
  ['TEXT/Event-Stream;q=0.9', true],
  ['application/json, text/event-stream', false],
  ['*/*', false],
  ['text/html', false],
] as const)('answers Accept %s with a stream: %s', async ([accept, isStream]) => {
  const { request } = await serveFollowed();
  const response = await request('', { accept });
  expect(response.headers.get('content-type')?.startsWith('text/event-stream')).toBe(isStream);
  await response.body?.cancel();
});
