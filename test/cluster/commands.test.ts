import { EVERYTHING, NEWEST_FIRST, type Storage, type StoreRow } from '@vitrine/core/storage';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { postgresStorage } from '../../packages/storage-postgres/src/postgres-storage.ts';
import { ask } from '../postgres/ask.ts';
import { type CitusCluster, citusMissing, startCitus } from './citus.ts';
import { ACCOUNT, storeNamed } from './stores.ts';

const BATCH = 100;

const PROPERTIES = (['t0', 't1'] as const).map((slot) => ({
  name: slot,
  type: 'string' as const,
  required: false,
  unique: false,
  description: null,
  slot,
}));

/** Nodes log each command that they send to others. */
const LOGGED = { 'citus.log_remote_commands': 'on', log_min_messages: 'notice' };

describe.skipIf(citusMissing())('the number of commands to workers', () => {
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

  /** Returns the commands that were logged since the last call. A server writes in order, so none follow the marker. */
  async function takeCommands(): Promise<string[]> {
    const marker = `marker ${++ids}`;
    await ask(citus.coordinator.url, `DO $$ BEGIN RAISE NOTICE '${marker}'; END $$`);
    await expect.poll(() => log).toContain(`NOTICE:  ${marker}`);
    const commands = log.split('NOTICE:  issuing ').slice(1);
    log = '';
    return commands;
  }

  /** Returns the number of commands that the second of two calls sends: the first opens connections. */
  async function commandsOf(run: () => Promise<unknown>): Promise<number> {
    await run();
    await takeCommands();
    await run();
    return (await takeCommands()).length;
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

  test('is one for reads of a store', async () => {
    await storage.records.insert(store, record('one'), 1);
    const page = { where: EVERYTHING, order: NEWEST_FIRST, after: null, limit: 50 };
    expect({
      get: await commandsOf(() => storage.records.get(store, 'one', 1)),
      page: await commandsOf(() => storage.records.find(store, page, 1)),
    }).toEqual({ get: 1, page: 1 });
  });

  test('is one for writes that need no stored values, for any number of records', async () => {
    expect({
      insert: await commandsOf(() => storage.records.insert(store, record(newId()), 1)),
      created: await commandsOf(() =>
        storage.records.upsert(
          store,
          batch(() => record(newId())),
          1,
        ),
      ),
      replaced: await commandsOf(() =>
        storage.records.upsert(
          store,
          batch((i) => record(`b${i}`)),
          1,
        ),
      ),
      restored: await commandsOf(() =>
        storage.records.restore(
          store,
          batch(() => record(newId())).map(({ id }) => stored(id)),
        ),
      ),
      patch: await commandsOf(() => storage.records.patch(store, 'one', record('one'), 1)),
      delete: await commandsOf(() =>
        storage.records.delete(
          store,
          Array.from({ length: BATCH }, (_, i) => `b${i}`),
          1,
        ),
      ),
    }).toEqual({ insert: 1, created: 1, replaced: 1, restored: 1, patch: 1, delete: 1 });
  });

  test('is none for look-ups and lists of stores', async () => {
    expect({
      get: await commandsOf(() => storage.stores.get(ACCOUNT, 'store')),
      list: await commandsOf(() =>
        storage.stores.list(ACCOUNT, { nameContains: null, before: null, limit: 50 }),
      ),
      search: await commandsOf(() =>
        storage.stores.list(ACCOUNT, { nameContains: 's', before: null, limit: 50 }),
      ),
      work: await commandsOf(() => storage.stores.listWork(null, 50)),
    }).toEqual({ get: 0, list: 0, search: 0, work: 0 });
  });

  test('is that of one transaction for batches that are merged with stored values', async () => {
    // BEGIN, the guard, the stored records, the written ones, COMMIT.
    expect({
      mixed: await commandsOf(() =>
        storage.records.upsert(
          store,
          batch((i) => record(`m${i}`, i % 2 === 0 ? ['t0'] : ['t0', 't1'])),
          1,
        ),
      ),
    }).toEqual({ mixed: 5 });
  });
});
