import { UnavailableError } from '@vitrine/core/adapter';
import type { Storage } from '@vitrine/core/storage';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../../test/postgres/database.ts';
import { seeded } from '../../../test/seeded.ts';
import { checkServer } from './connections/connection/server-check.ts';
import { PostgresSetupError } from './connections/connection/setup-error.ts';
import type { Backend } from './dialect/backends.ts';
import { postgresStorage } from './postgres-storage.ts';

let database: TestDatabase;
const opened: Storage[] = [];

beforeAll(async () => {
  database = await createTestDatabase();
});
afterEach(async () => {
  await Promise.all(opened.splice(0).map((storage) => storage.close()));
});
afterAll(() => database.drop());

function open(url: string, backend: Backend = 'postgres'): Storage {
  const storage = postgresStorage({ url, backend, pool: 5 });
  opened.push(storage);
  return storage;
}

function withChange(change: {
  port?: string;
  pathname?: string;
  username?: string;
  password?: string;
}): string {
  return Object.assign(new URL(database.url), change).href;
}

const STORE = {
  id: 'store',
  accountId: 'account',
  name: 'Shoes',
  description: null,
  recordTtl: null,
  storeType: 'x',
  properties: [],
  createdAt: 1,
  updatedAt: 1,
};
const KEY = {
  id: 'key',
  accountId: 'account',
  storeId: null,
  name: 'k',
  hash: 'h',
  prefix: 'p',
  createdAt: 1,
  lastUsedAt: null,
  expiresAt: null,
  readOnly: false,
  addresses: null,
  exchanges: null,
};

describe('errors of the setup are one line without secrets', () => {
  test('for an invalid URL', () => {
    expect(() => postgresStorage({ url: 'mysql://u:hunter2@db/x' })).toThrow(PostgresSetupError);
  });

  test('for a server that does not listen', async () => {
    const url = withChange({ port: '1', password: 'hunter2' });
    const error = await open(url)
      .migrate()
      .catch((reason: unknown) => reason);
    expect(error).toBeInstanceOf(UnavailableError);
    expect(String(error)).toMatch(/PostgreSQL at .*:1\/.* does not respond \(ECONNREFUSED\)/);
    expect(String(error)).not.toContain('hunter2');
  });

  test('for a missing database and a missing user', async () => {
    await expect(open(withChange({ pathname: '/nowhere' })).migrate()).rejects.toThrow(
      'there is no such database',
    );
    const error = await open(withChange({ username: 'nobody-here' }))
      .migrate()
      .catch((reason: unknown) => reason);
    expect(error).toBeInstanceOf(PostgresSetupError);
  });

  test('for a server that is too old', async () => {
    // No registry has the binaries of an old server.
    const old = { execute: async () => [[140_011, '14.11', 'UTF8']] };
    await expect(checkServer(old)).rejects.toThrow('PostgreSQL 15 or newer is needed; the server is 14.11.');
  });

  test('for a layout of another backend', async () => {
    const { url } = await database.createSchema();
    await open(url, 'citus').migrate();
    await expect(open(url).migrate()).rejects.toThrow('set up for the backend citus, not postgres');
  });

  test('for a missing layout, because migrate was not called', async () => {
    const { url } = await database.createSchema();
    await expect(open(url).accounts.list()).rejects.toMatchObject({ code: 'internal' });
  });
});

describe('several servers on one database', () => {
  test.each(['postgres', 'citus'] as const)(
    'create the layout once if they start at the same time, with the profile of %s',
    async (backend) => {
      const { url } = await database.createSchema();
      const migrations = await Promise.all(Array.from({ length: 4 }, () => open(url, backend).migrate()));
      expect(migrations.filter(({ from, to }) => from !== to)).toHaveLength(1);
    },
  );

  test('see changes of keys and stores by the others at once, and refuse writes under an outdated schema', async () => {
    const { url } = await database.createSchema();
    const [one, other] = [open(url), open(url)];
    await one.migrate();
    await one.apiKeys.insert(KEY);
    const store = await one.stores.insert(STORE);
    expect(await other.apiKeys.findByHash('h')).not.toBeNull();
    expect(await other.stores.get('account', 'store')).toEqual(store);

    await one.apiKeys.revoke('account', 'key', { keepOneAccountKey: false, now: 2 });
    const changed = await one.stores.update(store, { name: 'Boots' }, 2);
    expect(await one.apiKeys.findByHash('h')).toBeNull();
    expect(await one.stores.get('account', 'store')).toEqual(changed);
    expect(await other.apiKeys.findByHash('h')).toBeNull();
    expect(await other.stores.get('account', 'store')).toEqual(changed);
    expect(await other.records.insert(store, { id: 'a', slots: [], values: [] }, 3)).toBe('stale');
    await one.stores.markDeleted(store, 4, []);
    expect(await other.stores.get('account', 'store')).toBeNull();
  });

  test('give each job to one of them', async () => {
    const { url } = await database.createSchema();
    const servers = [open(url), open(url)] as const;
    await servers[0].migrate();
    const jobs = Array.from({ length: 30 }, (_, i) => ({
      kind: 'k',
      payload: '{}',
      runAt: 1,
      accountId: null,
      key: `${i}`,
    }));
    await servers[0].jobs.enqueue(jobs);
    const claims = await Promise.all(
      Array.from({ length: 12 }, (_, i) => servers[i % 2 === 0 ? 0 : 1].jobs.claim(['k'], 5, 2, 100)),
    );
    const ids = claims.flat().map(({ id }) => id);
    expect(new Set(ids).size).toBe(ids.length);
    expect(ids.length).toBeGreaterThan(0);
  });

  test('write overlapping batches and lose no write, in any order of ids', async () => {
    const { url } = await database.createSchema();
    const servers = [open(url), open(url)] as const;
    await servers[0].migrate();
    const property = (slot: 't0' | 'n0') => ({
      name: slot,
      type: slot === 't0' ? ('string' as const) : ('number' as const),
      required: false,
      unique: false,
      description: null,
      slot,
    });
    const store = await servers[0].stores.insert({ ...STORE, properties: [property('t0'), property('n0')] });
    const ids = Array.from({ length: 40 }, (_, i) => `r${i}`);
    // Different slots, so that existing records are read first. The first batch creates them, the others change them.
    const draw = seeded(40);
    const batch = (round: number) =>
      ids
        .toSorted(() => draw() - 0.5)
        .map((id, i) =>
          i % 2 === 0
            ? { id, complete: true, slots: ['t0' as const], values: [`v${round}`] }
            : { id, complete: true, slots: ['n0' as const], values: [round] },
        );
    const outcomes = await Promise.all(
      Array.from({ length: 16 }, (_, round) =>
        servers[round % 2 === 0 ? 0 : 1].records.upsert(store, batch(round), 5),
      ),
    );
    const created = outcomes.flat().filter((outcome) => outcome === 'created');
    expect(created).toHaveLength(ids.length);
    const updated = outcomes.flat().filter((outcome) => outcome === 'updated');
    expect(updated).toHaveLength(15 * ids.length);
    expect(await servers[0].records.count(store, { all: [] }, 6)).toBe(ids.length);
  });
});

test('a connection that the server ends is replaced, and only statements in flight on it fail', async () => {
  const { url } = await database.createSchema();
  const storage = open(url);
  await storage.migrate();
  await storage.stores.insert(STORE);
  const killer = open(url);
  await killer.ping();
  await database.endConnections('vitrine');
  // Reads run again. A write that was not in flight gets a new connection.
  expect(await storage.accounts.list()).toEqual([]);
  await storage.accounts.insert({ id: 'a', name: 'A', createdAt: 1, limits: {}, imageHosts: [] });
  expect(await storage.accounts.list()).toHaveLength(1);
});
