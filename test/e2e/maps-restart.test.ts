import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { accountPrincipal, createVitrine } from '@vitrine/core';
import type { LocationResponse, MapResponse, Page } from '@vitrine/core/contracts';
import { postgresStorage } from '@vitrine/storage-postgres';
import { sqliteStorage } from '@vitrine/storage-sqlite';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { type ServerProcess, startProcess } from '../faults/server-process.ts';
import { firstByDay, rounds } from '../nightly.ts';
import { createTestDatabase } from '../postgres/database.ts';
import { verifies } from '../requirements.ts';
import { type SlowProvider, slowProvider } from './slow-provider.ts';

const KEY = `account-${'k'.repeat(43)}`;
const COUNT = rounds(300, 1_000);
/** The number of addresses that a server geocodes concurrently. */
const AT_ONCE = 8;

let provider: SlowProvider;
const running: ServerProcess[] = [];
const cleanUp: (() => void | Promise<void>)[] = [];

beforeEach(async () => {
  provider = await slowProvider(15);
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

/** Creates map 1 with a location for each address, in the account that the key will belong to. */
async function fillMap(database: string, addresses: readonly string[]): Promise<void> {
  const storage = database.startsWith('sqlite:')
    ? sqliteStorage({ path: database.slice('sqlite:'.length) })
    : postgresStorage({ url: database, pool: 8 });
  const vitrine = await createVitrine({ storage });
  const me = accountPrincipal((await vitrine.accounts.first('default')).id);
  const map = await vitrine.maps.create(me, { name: 'Shops' });
  for (let start = 0; start < addresses.length; start += 100) {
    const batch = addresses.slice(start, start + 100);
    await Promise.all(batch.map((address) => vitrine.locations.add(me, map.id, { address })));
  }
  await vitrine.close();
}

async function read<Body>(server: ServerProcess, path: string): Promise<Body> {
  const response = await fetch(`${server.url}${path}`, { headers: { authorization: `Bearer ${KEY}` } });
  if (!response.ok) throw new Error(`${path} returned ${response.status}: ${await response.text()}`);
  return (await response.json()) as Body;
}

async function countsOf(server: ServerProcess): Promise<MapResponse['locationCounts']> {
  return (await read<MapResponse>(server, '/v2/maps/1')).locationCounts;
}

async function allLocations(server: ServerProcess): Promise<LocationResponse[]> {
  const found: LocationResponse[] = [];
  let cursor = '';
  do {
    const page = await read<Page<LocationResponse>>(
      server,
      `/v2/maps/1/locations?limit=100&cursor=${cursor}`,
    );
    found.push(...page.items);
    cursor = page.cursor ?? '';
  } while (cursor !== '');
  return found;
}

/** Waits until the provider received more than this number of requests. */
async function callsReach(count: number): Promise<void> {
  await expect.poll(() => provider.total(), { timeout: 40_000, interval: 5 }).toBeGreaterThan(count);
}

describe.each(firstByDay(['SQLite', 'PostgreSQL']))('on %s', (kind) => {
  test('geocodes a queue of locations completely after kills, with hardly any request repeated', {
    // Three starts, and two leases of 10 s that may have to expire.
    ...verifies('geocode.lease', 'geocode.states', 'run.geocoder'),
    timeout: 120_000,
  }, async () => {
    const database = await databaseUrl(kind);
    const addresses = Array.from({ length: COUNT }, (_, i) => `${i % 10 === 0 ? 'Nowhere' : 'Street'} ${i}`);
    await fillMap(database, addresses);
    let server = await serve(database);

    for (const calls of firstByDay([COUNT * 0.3, COUNT * 0.6])) {
      await callsReach(calls);
      await server.end('SIGKILL');
      server = await serve(database);
    }
    await expect
      .poll(async () => (await countsOf(server)).queued, { timeout: 60_000, interval: 100 })
      .toBe(0);

    expect(await countsOf(server)).toEqual({
      total: COUNT,
      located: COUNT * 0.9,
      queued: 0,
      failed: COUNT * 0.1,
    });
    for (const { address, geocodeStatus, geocodeError, lat } of await allLocations(server)) {
      const isNowhere = address?.startsWith('Nowhere');
      expect([geocodeStatus, geocodeError, lat]).toEqual(
        isNowhere ? ['failed', 'no_match', null] : ['located', null, 48.2],
      );
    }
    // Each kill may repeat the requests in flight, and no others.
    expect([...provider.calls.keys()].toSorted()).toEqual(addresses.toSorted());
    const repeated = provider.total() - COUNT;
    expect(repeated).toBeLessThanOrEqual(2 * AT_ONCE);
    expect(Math.max(...provider.calls.values())).toBeLessThanOrEqual(3);
  });

  test(
    'finishes requests in flight on SIGTERM, so that the next server repeats none',
    verifies('operations.sigterm'),
    async () => {
      const database = await databaseUrl(kind);
      await fillMap(
        database,
        Array.from({ length: 100 }, (_, i) => `Street ${i}`),
      );
      const first = await serve(database);
      await callsReach(30);
      expect((await first.end('SIGTERM')).code).toBe(0);
      const second = await serve(database);
      await expect.poll(async () => (await countsOf(second)).queued, { timeout: 20_000 }).toBe(0);
      expect((await countsOf(second)).located).toBe(100);
      expect(provider.total()).toBe(100);
    },
  );
});
