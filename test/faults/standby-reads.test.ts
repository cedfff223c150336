import { setTimeout as wait } from 'node:timers/promises';
import { EVERYTHING } from '@vitrine/core/adapter';
import type { Storage, StoreRow } from '@vitrine/core/storage';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { postgresStorage } from '../../packages/storage-postgres/src/postgres-storage.ts';
import { storeNamed } from '../cluster/stores.ts';
import { ask } from '../postgres/ask.ts';
import { type Cluster, startCluster } from '../postgres/cluster.ts';
import { PRIMARY_SETTINGS, promote, startStandby } from '../postgres/standby.ts';

/** Milliseconds for which the primary is used after a standby was late, and some more. */
const PAUSE = 6_000;
const RECORDS = 500;
const SLOT = 't0' as const;
const PROPERTIES = [
  { name: 'text', type: 'string', required: false, unique: false, description: null, slot: SLOT },
] as const;
const THIS = { column: SLOT, op: 'eq', value: 'this' } as const;

let primary: Cluster;
let standby: Cluster;
let storage: Storage;
let store: StoreRow;
let ids = 0;

beforeAll(async () => {
  primary = await startCluster({ settings: PRIMARY_SETTINGS });
  standby = await startStandby(primary);
  const hosts = [primary, standby].map(({ url }) => new URL(url).host);
  storage = postgresStorage({
    url: `postgres://postgres@${hosts}/postgres`,
    standbyReads: true,
    columnBytes: 0,
  });
  await storage.migrate();
  store = await storage.stores.insert(storeNamed('store', PROPERTIES));
  await write(RECORDS, 'other');
});
afterAll(async () => {
  await storage.close();
  await Promise.all([primary, standby].map((each) => each.stop()));
});

async function write(count: number, text: string): Promise<void> {
  const records = Array.from({ length: count }, () => ({
    id: `r${++ids}`,
    slots: [SLOT],
    values: [text],
    complete: true,
  }));
  await storage.records.upsert(store, records, 1);
}

/** Returns the records with `this`, which a scan counts. */
function count(): Promise<number> {
  return storage.records.count(store, THIS, 1);
}

/** Returns whether the last statement of a connection to the standby was a count. */
function isOnStandby(): Promise<boolean> {
  const find = "SELECT FROM pg_stat_activity WHERE application_name = 'vitrine' AND query LIKE '%count(*)%'";
  return ask(standby.url, find).then((rows) => rows.length > 0);
}

test('searches run on a standby, and see each write that was acknowledged before', async () => {
  expect(await storage.records.count(store, EVERYTHING, 1)).toBe(RECORDS);
  for (let written = 1; written <= 100; written++) {
    await write(1, 'this');
    expect(await count()).toBe(written);
  }
  expect(await isOnStandby()).toBe(true);
});

test('searches see each write while the standby does not apply any', async () => {
  const before = await count();
  await ask(standby.url, 'SELECT pg_wal_replay_pause()');
  for (let written = 1; written <= 10; written++) {
    await write(1, 'this');
    expect(await count()).toBe(before + written);
  }
  // What the standby would have returned.
  const rows = await ask(standby.url, `SELECT count(*) AS count FROM records WHERE ${SLOT} = 'this'`);
  expect(Number(rows[0]?.count)).toBe(before);
  await ask(standby.url, 'SELECT pg_wal_replay_resume()');
});

test('searches go on without a standby, and use it again when it is back', async () => {
  await standby.kill('SIGKILL');
  const before = await count();
  await write(1, 'this');
  expect(await count()).toBe(before + 1);
  await standby.start();
  await wait(PAUSE);
  expect(await count()).toBe(before + 1);
  expect(await isOnStandby()).toBe(true);
});

test('searches use the primary after a failover', async () => {
  const before = await count();
  await primary.kill('SIGKILL');
  await promote(standby);
  await expect
    .poll(() =>
      write(1, 'this').then(
        () => 'written',
        () => 'refused',
      ),
    )
    .toBe('written');
  // A refused write may have been made.
  expect(await count()).toBeGreaterThan(before);
});
