import { createClient, defineStore } from '@vitrine/client';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { type FlakyProxy, startFlakyProxy } from './flaky-proxy.ts';
import { startTestServer, type TestServer } from './servers.ts';

/** Without a unique property each write makes a record, so that a repeated write would be seen. */
const Events = defineStore({ name: 'events', properties: { number: 'number', note: 'string' } });

describe.each(['SQLite file', 'PostgreSQL'])('on %s', (storage) => {
  let server: TestServer;
  let proxy: FlakyProxy;
  const unhandled: unknown[] = [];
  const remember = (reason: unknown) => unhandled.push(reason);

  beforeEach(async () => {
    server = await startTestServer(storage);
    proxy = await startFlakyProxy(server.url);
    process.on('unhandledRejection', remember);
  });
  afterEach(async () => {
    await proxy.stop();
    await server.stop();
    process.off('unhandledRejection', remember);
  });

  test('no write is lost or done twice if every second request fails', { timeout: 120_000 }, async () => {
    const v = createClient({ url: proxy.url, key: server.key, timeout: 1_000, retries: 10 });
    const events = await v.stores.ensure(Events);
    const added = await Promise.all(Array.from({ length: 40 }, (_, number) => events.add({ number })));
    await events.upsertMany(Array.from({ length: 450 }, (_, index) => ({ number: 40 + index })));
    for (const { id } of added.slice(0, 10)) await events.patch(id, { note: 'seen' });
    await events.deleteMany(added.slice(30).map(({ id }) => id));

    const direct = createClient({ url: server.url, key: server.key }).store(Events);
    const rows = await direct.list({ sortBy: 'number', limit: 100 }).all();
    const expected = [...Array(490).keys()].filter((number) => number < 30 || number >= 40);
    expect(rows.map(({ number }) => number)).toEqual(expected);
    expect(rows.filter(({ note }) => note === 'seen')).toHaveLength(10);
    expect((await server.vitrine.stores.list(server.principal)).items).toHaveLength(1);
    // Through the faults, too.
    expect((await events.query({ limit: 50 }).all()).length).toBe(480);
    expect(Object.keys(proxy.faults).length).toBe(6);
    expect(unhandled).toEqual([]);
  });

  test('racing calls of ensure create one store', async () => {
    const clients = Array.from({ length: 4 }, () => createClient({ url: server.url, key: server.key }));
    const ids = await Promise.all(clients.map(async (v) => (await v.stores.ensure(Events)).id()));
    expect(new Set(ids).size).toBe(1);
    const [v] = clients;
    await v?.stores.delete('events');
    const again = await v?.stores.ensure(Events);
    expect(await again?.count()).toBe(0);
    expect(ids).not.toContain(await again?.id());
  });
});
