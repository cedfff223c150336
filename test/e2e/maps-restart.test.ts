import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { LocationResponse, MapResponse, Page } from '@vitrine/core';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { type ServerProcess, startProcess } from '../faults/server-process.ts';
import { createTestDatabase } from '../postgres/database.ts';
import { verifies } from '../requirements.ts';
import { type SlowProvider, slowProvider } from './slow-provider.ts';

const KEY = `account-${'k'.repeat(43)}`;
const COUNT = 1_000;
/** Addresses that a server works on at once. */
const AT_ONCE = 8;

let provider: SlowProvider;
const running: ServerProcess[] = [];
const cleanUp: (() => void | Promise<void>)[] = [];

beforeEach(async () => {
  provider = await slowProvider(30);
});

afterEach(async () => {
  for (const server of running.splice(0)) await server.end('SIGKILL');
  provider.close();
  for (const remove of cleanUp.splice(0)) await remove();
});

async function databaseUrl(kind: string): Promise<string> {
  if (kind === 'PostgreSQL') {
    const database = await createTestDatabase();
    cleanUp.push(() => database.drop());
    return database.url;
  }
  const folder = mkdtempSync(join(tmpdir(), 'vitrine-geocoding-'));
  cleanUp.push(() => rmSync(folder, { recursive: true, force: true }));
  return `sqlite:${join(folder, 'vitrine.db')}`;
}

async function serve(database: string): Promise<ServerProcess> {
  const server = await startProcess({
    VITRINE_DATABASE_URL: database,
    VITRINE_ACCOUNT_KEY: KEY,
    VITRINE_LOG_LEVEL: 'silent',
    VITRINE_GEOCODER: `nominatim:${provider.url}`,
    VITRINE_GEOCODER_CONTACT: 'maps@example.com',
    VITRINE_GEOCODER_RATE: '1000',
  });
  running.push(server);
  return server;
}

async function send<Body>(server: ServerProcess, path: string, json?: object): Promise<Body> {
  const headers = { authorization: `Bearer ${KEY}`, 'content-type': 'application/json' };
  const init = json === undefined ? { headers } : { method: 'POST', headers, body: JSON.stringify(json) };
  const response = await fetch(`${server.url}${path}`, init);
  if (!response.ok) throw new Error(`${path} gave ${response.status}: ${await response.text()}`);
  return (await response.json()) as Body;
}

async function countsOf(server: ServerProcess): Promise<MapResponse['locationCounts']> {
  return (await send<MapResponse>(server, '/v2/maps/1')).locationCounts;
}

async function allLocations(server: ServerProcess): Promise<LocationResponse[]> {
  const found: LocationResponse[] = [];
  let cursor = '';
  do {
    const page = await send<Page<LocationResponse>>(
      server,
      `/v2/maps/1/locations?limit=100&cursor=${cursor}`,
    );
    found.push(...page.items);
    cursor = page.cursor ?? '';
  } while (cursor !== '');
  return found;
}

/** Waits until the provider was asked this often, or the queue is empty. */
async function callsReach(count: number): Promise<void> {
  await expect.poll(() => provider.total(), { timeout: 20_000, interval: 5 }).toBeGreaterThan(count);
}

describe.each(['SQLite', 'PostgreSQL'])('on %s', (kind) => {
  test(
    'a server that is killed twice in the middle of a queue of 1,000 leaves no location behind and asks hardly anything twice',
    verifies('geocode.lease', 'geocode.states', 'run.geocoder'),
    async () => {
      const database = await databaseUrl(kind);
      let server = await serve(database);
      await send(server, '/admin/maps', { name: 'Shops' });
      const addresses = Array.from(
        { length: COUNT },
        (_, i) => `${i % 10 === 0 ? 'Nowhere' : 'Street'} ${i}`,
      );
      for (let start = 0; start < COUNT; start += 50) {
        const batch = addresses.slice(start, start + 50);
        await Promise.all(batch.map((address) => send(server, '/v2/maps/1/locations', { address })));
      }

      for (const calls of [COUNT * 0.3, COUNT * 0.6]) {
        await callsReach(calls);
        await server.end('SIGKILL');
        server = await serve(database);
      }
      const restarted = performance.now();
      await expect
        .poll(async () => (await countsOf(server)).queued, { timeout: 25_000, interval: 100 })
        .toBe(0);
      expect(performance.now() - restarted).toBeLessThan(25_000);

      expect(await countsOf(server)).toEqual({ total: COUNT, located: 900, queued: 0, failed: 100 });
      for (const { address, geocodeStatus, geocodeError, lat } of await allLocations(server)) {
        const isNowhere = address?.startsWith('Nowhere');
        expect([geocodeStatus, geocodeError, lat]).toEqual(
          isNowhere ? ['failed', 'no_match', null] : ['located', null, 48.2],
        );
      }
      // Each kill lets those under way be asked again, and nothing else is ever asked twice.
      expect([...provider.calls.keys()].toSorted()).toEqual(addresses.toSorted());
      const repeated = provider.total() - COUNT;
      expect(repeated).toBeLessThanOrEqual(2 * AT_ONCE);
      expect(Math.max(...provider.calls.values())).toBeLessThanOrEqual(3);
    },
  );

  test(
    'a server that is told to stop finishes what is under way, and another asks nothing twice',
    verifies('operations.sigterm'),
    async () => {
      const database = await databaseUrl(kind);
      const first = await serve(database);
      await send(first, '/admin/maps', { name: 'Shops' });
      const addresses = Array.from({ length: 100 }, (_, i) => `Street ${i}`);
      await Promise.all(addresses.map((address) => send(first, '/v2/maps/1/locations', { address })));
      await callsReach(30);
      expect((await first.end('SIGTERM')).code).toBe(0);
      const second = await serve(database);
      await expect.poll(async () => (await countsOf(second)).queued, { timeout: 20_000 }).toBe(0);
      expect((await countsOf(second)).located).toBe(100);
      expect(provider.total()).toBe(100);
    },
  );
});
