import type { NewRecord, Storage, StoreRow } from '@vitrine/core/storage';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../../test/postgres/database.ts';
import { postgresStorage } from './postgres-storage.ts';

type Given = NewRecord & { readonly complete: boolean };

function property(slot: 't0' | 'n0') {
  const type = slot === 't0' ? ('string' as const) : ('number' as const);
  return { name: slot, type, required: false, unique: false, description: null, slot };
}

function given(id: string, values: { t0?: string; n0?: number }, complete = true): Given {
  const { t0, n0 } = values;
  return {
    id,
    complete,
    slots: [...(t0 === undefined ? [] : ['t0' as const]), ...(n0 === undefined ? [] : ['n0' as const])],
    values: [t0, n0].filter((value) => value !== undefined),
  };
}

describe.each(['postgres', 'citus'] as const)('with the profile of %s', (backend) => {
  let database: TestDatabase;
  let servers: readonly [Storage, Storage];
  let blocker: pg.Client;
  /** Apart from the blocker, because a transaction sees one snapshot of `pg_stat_activity`. */
  let observer: pg.Client;
  let store: StoreRow;

  beforeAll(async () => {
    database = await createTestDatabase();
    const { url } = await database.createSchema();
    servers = [postgresStorage({ url, backend, pool: 5 }), postgresStorage({ url, backend, pool: 5 })];
    blocker = new pg.Client({ connectionString: url });
    observer = new pg.Client({ connectionString: url });
    await Promise.all([blocker.connect(), observer.connect()]);
    await servers[0].migrate();
    store = await servers[0].stores.insert({
      id: 'store',
      accountId: 'account',
      name: 'Shoes',
      description: null,
      recordTtl: null,
      storeType: 'x',
      properties: [property('t0'), property('n0')],
      createdAt: 1,
      updatedAt: 1,
    });
  });

  afterAll(async () => {
    await Promise.all([blocker.end(), observer.end()]);
    await Promise.all(servers.map((server) => server.close()));
    await database.drop();
  });

  /** Returns the number of sessions that wait for a lock. */
  async function waiting(): Promise<number> {
    const { rows } = await observer.query(
      `SELECT CAST(count(*) AS integer) AS waiting
    FROM pg_stat_activity
    WHERE datname = current_database() AND wait_event_type = 'Lock'`,
    );
    return rows[0].waiting;
  }

  /** Runs an upsert on each server. Both take their snapshots before either of them writes. */
  async function race(one: readonly Given[], other: readonly Given[]) {
    await blocker.query('BEGIN');
    // Each upsert locks the guard of its store first, and waits here for it.
    await blocker.query(`SELECT id FROM ${backend === 'citus' ? 'store_guards' : 'stores'} FOR UPDATE`);
    const upserts = Promise.all([
      servers[0].records.upsert(store, one, 5),
      servers[1].records.upsert(store, other, 5),
    ]);
    try {
      await expect.poll(waiting, { timeout: 10_000 }).toBe(2);
    } finally {
      await blocker.query('ROLLBACK');
    }
    return upserts;
  }

  async function valuesOf(id: string) {
    return (await servers[0].records.get(store, id, 6))?.values;
  }

  describe('two upserts that both find no record and create it', () => {
    test('both write their values, if they write different slots', async () => {
      const outcomes = await race(
        [given('different', { t0: 'red' }), given('a', { n0: 1 })],
        [given('different', { n0: 42 }), given('b', { t0: 'blue' })],
      );
      expect(outcomes.map(([first]) => first).toSorted()).toEqual(['created', 'updated']);
      expect(await valuesOf('different')).toEqual(['red', 42]);
      expect([await valuesOf('a'), await valuesOf('b')]).toEqual([
        [null, 1],
        ['blue', null],
      ]);
    });

    test.each([
      ['are read first', given('absent', { t0: 'x' }, false)],
      ['are inserted at once', given('present', { t0: 'x' })],
    ])('both succeed, the second one last, if their batches %s', async (id, companion) => {
      const outcomes = await race(
        [given(id, { t0: 'red' }), companion],
        [given(id, { t0: 'blue' }), companion],
      );
      const [one, other] = outcomes.map(([outcome]) => outcome);
      expect([one, other].toSorted()).toEqual(['created', 'updated']);
      expect(await valuesOf(id)).toEqual([one === 'updated' ? 'red' : 'blue', null]);
    });

    test('create none of their other records twice', async () => {
      const before = await servers[0].records.count(store, { all: [] }, 6);
      const outcomes = await race(
        [given('x1', { t0: 'x' }), given('shared', { n0: 1 }), given('x2', { t0: 'x' })],
        [given('y1', { t0: 'y' }), given('shared', { t0: 'y' }), given('y2', { n0: 2 })],
      );
      expect(outcomes.flat().toSorted()).toEqual([...Array(5).fill('created'), 'updated']);
      expect(await servers[0].records.count(store, { all: [] }, 6)).toBe(before + 5);
    });
  });

  test('an upsert is merged with a record that is created after it has looked for it', async () => {
    await blocker.query('BEGIN');
    await blocker.query(
      `INSERT INTO records (store_id, seq, id, created_at, updated_at, t0)
    VALUES ('store', 1000000, 'late', 1, 1, 'red')`,
    );
    const upserts = servers[0].records.upsert(store, [given('late', { n0: 1 }), given('z', { t0: 'x' })], 5);
    try {
      await expect.poll(waiting, { timeout: 10_000 }).toBe(1);
    } finally {
      await blocker.query('COMMIT');
    }
    expect(await upserts).toEqual(['updated', 'created']);
    expect(await valuesOf('late')).toEqual(['red', 1]);
  });

  test.runIf(backend === 'postgres')(
    'raise_contention raises the SQLSTATE after which a driver runs a transaction again',
    async () => {
      await expect(observer.query('SELECT raise_contention(7)')).rejects.toMatchObject({ code: '40001' });
    },
  );
});
