import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { connect, createServer, type Socket } from 'node:net';
import { type Client, CursorExpiredError, createClient } from '@vitrine/client';
import { afterEach, beforeEach, expect, onTestFinished, test } from 'vitest';
import { verifies } from '../requirements.ts';
import { rejection } from './assert.ts';
import { startTestServer, type TestServer } from './servers.ts';

let server: TestServer;

beforeEach(async () => {
  server = await startTestServer('memory');
});
afterEach(() => server.stop());

/** A proxy on the way to the server whose connections break: while it refuses, none gets through. */
async function startBreakingProxy() {
  const target = new URL(server.url);
  const sockets = new Set<Socket>();
  let refuses = false;
  const proxy = createServer((incoming) => {
    if (refuses) return void incoming.destroy();
    const outgoing = connect(Number(target.port), target.hostname);
    for (const [from, to] of [
      [incoming, outgoing],
      [outgoing, incoming],
    ] as const) {
      sockets.add(from);
      from
        .on('error', () => {})
        .once('close', () => {
          sockets.delete(from);
          to.destroy();
        });
      from.pipe(to);
    }
    return undefined;
  });
  proxy.listen(0, '127.0.0.1');
  await once(proxy, 'listening');
  const cut = () => {
    for (const socket of sockets) socket.destroy();
  };
  onTestFinished(() => {
    cut();
    proxy.close();
  });
  return {
    url: `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`,
    cut,
    refuse(on: boolean) {
      refuses = on;
      if (on) cut();
    },
  };
}

async function newStore(v: Client): Promise<string> {
  return (await v.stores.create({ name: 'S', properties: [{ name: 'n', type: 'number' }] })).id;
}

test('goes on without a gap after each of many cut connections', verifies('follow.client'), async () => {
  const direct = createClient(server);
  const proxy = await startBreakingProxy();
  const v = createClient({ url: proxy.url, key: server.key });
  const store = await newStore(direct);
  const { cursor } = await direct.stores.listChanges(store);
  const followed = v.stores.changes(store, { since: cursor, include: 'record' });
  const seen: unknown[] = [];
  const written = (async () => {
    for (let n = 0; n < 120; n++) {
      await direct.store(store).add({ n });
      if (n % 10 === 5) proxy.cut();
      if (n === 60) proxy.refuse(true);
      if (n === 80) proxy.refuse(false);
      await new Promise((resolve) => setTimeout(resolve, 10));
    }
  })();
  while (seen.length < 120) seen.push((await followed.next()).value?.record?.n);
  await written;
  expect(seen).toEqual(Array.from({ length: 120 }, (_, n) => n));
  await followed.return();
});

test(
  'resumes from the cursor of now, if it was cut before the first change',
  verifies('follow.client'),
  async () => {
    const direct = createClient(server);
    const proxy = await startBreakingProxy();
    const v = createClient({ url: proxy.url, key: server.key });
    const store = await newStore(direct);
    const next = v.stores.changes(store, { include: 'record' }).next();
    await new Promise((resolve) => setTimeout(resolve, 300));
    proxy.refuse(true);
    await direct.store(store).add({ n: 1 });
    proxy.refuse(false);
    expect((await next).value?.record?.n).toBe(1);
  },
);

test('returns to the server after it has been full', verifies('follow.client'), async () => {
  let requests = 0;
  const v = createClient({
    ...server,
    fetch: async (url, init) => {
      if (new Headers(init.headers).get('accept') !== 'text/event-stream' || requests++ > 0)
        return fetch(url, init);
      return Response.json({ code: 'rate_limited' }, { status: 429, headers: { 'retry-after': '0' } });
    },
  });
  const store = await newStore(v);
  const { cursor } = await v.stores.listChanges(store);
  await v.store(store).add({ n: 1 });
  const followed = v.stores.changes(store, { since: cursor });
  expect((await followed.next()).value?.type).toBe('record.created');
  expect(requests).toBe(2);
  await followed.return();
});

test(
  'throws if the changes after the cursor are no longer kept',
  verifies('feed.expired', 'follow.client'),
  async () => {
    const v = createClient(server);
    const store = await newStore(v);
    const { cursor } = await v.stores.listChanges(store);
    for (let n = 0; n < 10; n++) await v.store(store).add({ n });
    const kept = { since: 0, most: 2, historySince: null, historyBytes: 0 };
    await server.storage.changes.trim(store, kept, 100);
    const error = await rejection(v.stores.changes(store, { since: cursor }).next());
    expect(error).toBeInstanceOf(CursorExpiredError);
    expect(error).toMatchObject({ code: 'cursor_expired', status: 410 });
    expect(await rejection(v.stores.listChanges(store, { since: cursor }))).toBeInstanceOf(
      CursorExpiredError,
    );
  },
);

test('leaves the server at once when the loop is left', verifies('follow.client'), async () => {
  const v = createClient(server);
  const store = await newStore(v);
  for (let round = 0; round < 8; round++) {
    const { cursor } = await v.stores.listChanges(store);
    await v.store(store).add({ n: round });
    for await (const change of v.stores.changes(store, { since: cursor })) {
      expect(change.type).toBe('record.created');
      break;
    }
  }
});
