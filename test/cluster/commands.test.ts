import { EVERYTHING, NEWEST_FIRST } from '@vitrine/core/adapter';
import type { Storage, StoreRow } from '@vitrine/core/storage';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { postgresStorage } from '../../packages/storage-postgres/src/postgres-storage.ts';
import { ask } from '../postgres/ask.ts';
import { type CitusCluster, citusMissing, startCitus } from './citus.ts';
import { ACCOUNT, storeNamed } from './stores.ts';

const BATCH = 100;
const ONE: Statements = { sent: 1, between: 0 };
const TWO: Statements = { sent: 2, between: 0 };

const PROPERTIES = (['t0', 't1'] as const).map((slot) => ({
  name: slot,
  type: 'string' as const,
  required: false,
  unique: false,
  description: null,
  slot,
}));

/** Statements that Vitrine sends, and those that nodes send to each other. */
interface Statements {
  readonly sent: number;
  readonly between: number;
}

/** Nodes log each statement with the name of who sent it. Citus sends none by itself. */
const LOGGED = {
  log_statement: 'all',
  log_line_prefix: '[%a] ',
  'citus.distributed_deadlock_detection_factor': -1,
  'citus.recover_2pc_interval': -1,
};

/** Statements that look up where stores are, which are cached. */
const LOOK_UP = /SELECT CAST\((shardid|get_shard_id)/;

describe.skipIf(citusMissing())('the number of statements', () => {
  let citus: CitusCluster;
  let storage: Storage;
  let store: StoreRow;
  let ids = 0;
  let log = '';

  beforeAll(async () => {
    citus = await startCitus({
      settings: LOGGED,
      onLog: (text) => {
        log += text;
      },
    });
    storage = postgresStorage({ url: citus.coordinator.url, backend: 'citus' });
    await storage.migrate();
    store = await storage.stores.insert(storeNamed('store', PROPERTIES));
  });
  afterAll(async () => {
    await storage.close();
    await citus.stop();
  });

  /** Returns what was logged since the last call. A server writes in order, so nothing follows the marker. */
  async function takeLog(): Promise<string[]> {
    const marker = `marker ${++ids} ended`;
    const nodes = [citus.coordinator, ...citus.workers];
    await Promise.all(nodes.map(({ url }) => ask(url, `SELECT '${marker}'`)));
    await expect.poll(() => log.split(marker).length - 1).toBe(nodes.length);
    const lines = log.split(/^(?=\[)/m);
    log = '';
    return lines;
  }

  /** Returns the statements that the second of two calls sends: the first opens connections. */
  async function statementsOf(run: () => Promise<unknown>): Promise<Statements> {
    await run();
    await takeLog();
    await run();
    const lines = (await takeLog()).filter((line) => !LOOK_UP.test(line));
    const count = (form: RegExp) => lines.filter((line) => form.test(line)).length;
    // A node that runs a statement itself logs it again, as a simple one.
    return { sent: count(/^\[vitrine\] LOG: {2}execute/), between: count(/^\[citus_internal.*LOG: /) };
  }

  const newId = () => `r${++ids}`;
  const record = (id: string, slots: readonly ('t0' | 't1')[] = ['t0'], complete = true) => ({
    id,
    slots,
    values: slots.map(() => 'text'),
    complete,
  });
  const batch = (make: (i: number) => ReturnType<typeof record>) =>
    Array.from({ length: BATCH }, (_, i) => make(i));
  const stored = (id: string) => ({ id, createdAt: 1, updatedAt: 1, values: ['text', null] });

  test('is one for reads of a store, which are sent to its node', async () => {
    await storage.records.insert(store, record('one'), 1);
    const page = { where: EVERYTHING, order: NEWEST_FIRST, after: null, limit: 50 };
    expect({
      get: await statementsOf(async () => storage.records.get(store, 'one', 1)),
      page: await statementsOf(() => storage.records.find(store, page, 1)),
      // One on the shard's own table, and one that Citus plans.
      absent: await statementsOf(async () => storage.records.get(store, 'none', 1)),
    }).toEqual({ get: ONE, page: ONE, absent: TWO });
  });

  test('is one for writes that need no stored values, and one for the numbers of new records, for any number of records', async () => {
    const deleted = ['c', 'd'].map((letter) => Array.from({ length: BATCH }, (_, i) => `${letter}${i}`));
    for (const ids of deleted)
      await storage.records.upsert(
        store,
        ids.map((id) => record(id)),
        1,
      );
    expect({
      insert: await statementsOf(() => storage.records.insert(store, record(newId()), 1)),
      created: await statementsOf(() =>
        storage.records.upsert(
          store,
          batch(() => record(newId())),
          1,
        ),
      ),
      replaced: await statementsOf(() =>
        storage.records.upsert(
          store,
          batch((i) => record(`b${i}`)),
          1,
        ),
      ),
      restored: await statementsOf(() =>
        storage.records.restore(
          store,
          batch(() => record(newId())).map(({ id }) => stored(id)),
        ),
      ),
      patch: await statementsOf(() => storage.records.patch(store, 'one', record('one'), 1)),
      delete: await statementsOf(() => storage.records.delete(store, deleted.pop() ?? [], 1)),
    }).toEqual({ insert: TWO, created: TWO, replaced: TWO, restored: TWO, patch: ONE, delete: ONE });
  });

  test('is one for look-ups and lists of stores, which need no node', async () => {
    expect({
      get: await statementsOf(async () => storage.stores.get(ACCOUNT, 'store')),
      list: await statementsOf(() =>
        storage.stores.list(ACCOUNT, { nameContains: null, before: null, limit: 50 }),
      ),
      search: await statementsOf(() =>
        storage.stores.list(ACCOUNT, { nameContains: 's', before: null, limit: 50 }),
      ),
      work: await statementsOf(() => storage.stores.listWork(null, 50)),
    }).toEqual({ get: ONE, list: ONE, search: ONE, work: ONE });
  });

  test('includes a second run of a write that changes nothing', async () => {
    expect({
      taken: await statementsOf(() => storage.records.insert(store, record('one'), 1)),
      deleted: await statementsOf(() => storage.records.delete(store, ['none'], 1)),
    }).toEqual({ taken: { sent: 4, between: 0 }, deleted: ONE });
  });

  test('is that of one transaction for batches that are merged with stored values', async () => {
    // BEGIN, the guard, the stored records, the written ones, COMMIT.
    expect(
      await statementsOf(() =>
        storage.records.upsert(
          store,
          batch((i) => record(`m${i}`, i % 2 === 0 ? ['t0'] : ['t0', 't1'])),
          1,
        ),
      ),
    ).toEqual({ sent: 5, between: 0 });
  });
});
