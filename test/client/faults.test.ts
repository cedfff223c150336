import { createClient } from '@vitrine/client';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { executablePath } from '../console/chromium.ts';
import { firstByDay } from '../nightly.ts';
import { callIn, openScopes } from './chromium-scopes.ts';
import { FAULTS, type FlakyProxy, startFlakyProxy } from './flaky-proxy.ts';
import { startTestServer, type TestServer } from './servers.ts';
import { eventsOf } from './steady-writers.ts';
import { CHANGED, REMAINING, writeThroughFaults } from './write-through-faults.ts';

const TIMEOUT = 120_000;

describe.each(firstByDay(['SQLite file', 'PostgreSQL']))('on %s', (storage) => {
  let server: TestServer;
  let proxy: FlakyProxy;
  const unhandled: unknown[] = [];
  const remember = (reason: unknown) => unhandled.push(reason);

  beforeAll(async () => {
    server = await startTestServer(storage);
  });
  afterAll(() => server.stop());

  beforeEach(async () => {
    unhandled.length = 0;
    process.on('unhandledRejection', remember);
    proxy = await startFlakyProxy(server.url);
  });
  afterEach(async () => {
    await proxy.stop();
    process.off('unhandledRejection', remember);
  });

  /** The server through the proxy. */
  const access = () => ({ url: proxy.url, key: server.key });

  async function expectEachWriteOnce(name: string): Promise<void> {
    const v = createClient(server);
    const rows = await v.store(eventsOf(name)).list({ sortBy: 'number', limit: 100 }).all();
    expect(rows.map(({ number }) => number)).toEqual(REMAINING);
    expect(rows.filter(({ note }) => note === 'seen')).toHaveLength(CHANGED);
    expect(await v.stores.list({ q: name }).all()).toHaveLength(1);
    expect(Object.keys(proxy.faults).sort()).toEqual([...FAULTS].sort());
    expect(unhandled).toEqual([]);
  }

  test('no write is lost or done twice if each request fails once', { timeout: TIMEOUT }, async () => {
    await writeThroughFaults(access(), 'written in Node');
    await expectEachWriteOnce('written in Node');
  });

  test.skipIf(executablePath === null)(
    'no write of a page or of a worker in Chromium is lost or done twice if each request fails once',
    { timeout: TIMEOUT },
    async () => {
      const { page, worker, close } = await openScopes(proxy.url);
      try {
        const writing = Object.entries({ page, worker }).map(async ([name, scope]) => {
          await callIn(scope, 'writeThroughFaults', access(), `written in a ${name}`);
          await expectEachWriteOnce(`written in a ${name}`);
          expect(await scope.evaluate('unhandled')).toEqual([]);
        });
        await Promise.all(writing);
      } finally {
        await close();
      }
    },
  );

  test('racing calls of ensure create one store', async () => {
    const definition = eventsOf('raced for');
    const clients = Array.from({ length: 4 }, () => createClient(server));
    const ids = await Promise.all(clients.map(async (v) => (await v.stores.ensure(definition)).id()));
    expect(new Set(ids).size).toBe(1);
    const v = createClient(server);
    await v.stores.delete(definition);
    const again = await v.stores.ensure(definition);
    expect(await again.count()).toBe(0);
    expect(ids).not.toContain(await again.id());
  });
});
