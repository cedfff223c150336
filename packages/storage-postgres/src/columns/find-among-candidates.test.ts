import { NEWEST_FIRST } from '@vitrine/core/adapter';
import type { Filter } from '@vitrine/core/storage';
import {
  type Candidates,
  ColumnCache,
  type ColumnRequest,
  type FindRecords,
  textLookUps,
} from '@vitrine/storage-sql';
import pg from 'pg';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../../../test/postgres/database.ts';
import { stepsInSnapshot } from '../../../../test/postgres/snapshot.ts';
import { type Connection, openConnection } from '../connections/connection/connection.ts';
import { finish } from '../connections/connection/run-steps.ts';
import { profileOf } from '../dialect/backends.ts';
import { postgresEngine } from '../postgres-engine.ts';
import { postgresStorage } from '../postgres-storage.ts';
import { postgresChanges } from './change-log.ts';
import { findAmongCandidates } from './find-among-candidates.ts';
import { trimChanges } from './trim-changes.ts';

const engine = postgresEngine(profileOf('postgres'));
let database: TestDatabase;
let reader: Connection;
let attempts: Connection;
let writer: pg.Client;
let stores = 0;

beforeAll(async () => {
  database = await createTestDatabase({ migrated: true });
  const storage = postgresStorage({ url: database.url, columnBytes: 0 });
  await storage.migrate();
  await storage.close();
  const config = { connectionString: database.url };
  reader = await openConnection({ config, role: 'read', onEnd: () => undefined });
  attempts = await openConnection({ config, role: 'read', onEnd: () => undefined });
  writer = new pg.Client(config);
  await writer.connect();
});

afterAll(async () => {
  await Promise.all([reader.close(), attempts.close(), writer.end()]);
  await database.drop();
});

/** The names that are asked for. */
const NAMES = ['name 2', 'name 4', 'name 7', 'nothing'];

/** A store with records named `name 0` to `name 99`, twice, whose columns are loaded. */
async function arrange() {
  const storeNumber = ++stores;
  const storeId = `store-${storeNumber}`;
  await insert(writer, storeId, 'name', 200);
  // Each text column has more texts than codes.
  const options = { bytes: 4 * 1024 * 1024, recordsMin: 0, codesMax: 1, isEager: false };
  const cache = new ColumnCache(engine, postgresChanges(), options, () => undefined);
  let known = new Map<string, Candidates>();

  function page(name: string, batch = 11): FindRecords {
    const where: Filter = { column: 't0', op: 'eq', value: name };
    const place = { storeId, storeNumber, expiredUpTo: null, where, order: NEWEST_FIRST, after: null };
    return { ...place, shape: 't0', limit: 10, maxBytes: null, batch, isWide: false };
  }

  /** Asks the columns once they are loaded, and finds candidates in the indexes that they publish. */
  async function publish(): Promise<void> {
    const asked: ColumnRequest = {
      search: { name: 'findRecords', args: page('name 1') },
      spent: 1e9,
      saved: 1,
      published: null,
    };
    const answered = async () => {
      if (cache.mustWatch) await finish(cache.watch(), reader.execute);
      const reply = await stepsInSnapshot(reader, cache.answer(asked));
      while (cache.hasWork) await stepsInSnapshot(reader, cache.work());
      if (!('result' in reply) || reply.published === null) return 0;
      const lookUps = textLookUps();
      lookUps.answered(storeNumber, reply.published);
      known = new Map(
        NAMES.flatMap((name) => {
          const found = lookUps.candidates(page(name));
          return found === null ? [] : [[name, found]];
        }),
      );
      return known.size;
    };
    await expect.poll(answered).toBe(NAMES.length);
  }

  function candidates(name: string): Candidates {
    const found = known.get(name);
    if (found === undefined) throw new Error(`${name} is not one of the names`);
    return found;
  }

  /** The ids of the page of a name, or null if the thread is to be asked. */
  async function find(name: string, batch?: number): Promise<unknown[] | null> {
    const found = await finish(
      findAmongCandidates(engine, { ...page(name, batch), candidates: candidates(name) }),
      attempts.execute,
    );
    return found?.rows.map(([id]) => id) ?? null;
  }

  await publish();
  return { storeId, page, publish, candidates, find };
}

/** Inserts records with an id of a prefix and their number, named as above. */
function insert(client: pg.Client, storeId: string, prefix: string, count: number) {
  return client.query(
    `INSERT INTO records (store_id, seq, id, created_at, updated_at, t0)
    SELECT $1, nextval('records_numbers'), $2 || n, 2, 2, 'name ' || n % 100
    FROM generate_series(0, $3::int - 1) AS n`,
    [storeId, prefix, count],
  );
}

async function client(): Promise<pg.Client> {
  const opened = new pg.Client({ connectionString: database.url });
  await opened.connect();
  onTestFinished(() => opened.end());
  return opened;
}

test('records that were inserted, changed and deleted since are found by what they are now', async () => {
  const { storeId, find } = await arrange();
  expect(await find('name 7')).toEqual(['name107', 'name7']);
  await insert(writer, storeId, 'new', 8);
  await writer.query("UPDATE records SET t0 = 'name 7' WHERE store_id = $1 AND id = 'name3'", [storeId]);
  await writer.query("UPDATE records SET t0 = 'other' WHERE store_id = $1 AND id = 'name107'", [storeId]);
  await writer.query("DELETE FROM records WHERE store_id = $1 AND id = 'name4'", [storeId]);
  expect(await find('name 7')).toEqual(['new7', 'name7', 'name3']);
  expect(await find('name 4')).toEqual(['new4', 'name104']);
  expect(await find('nothing')).toEqual([]);
});

test('a record of a transaction that began before the indexes were published is found once it is committed', async () => {
  const { storeId, publish, find } = await arrange();
  const late = await client();
  await late.query('BEGIN');
  await insert(late, storeId, 'late', 3);
  await insert(writer, storeId, 'new', 3);
  await publish();
  expect(await find('name 2')).toEqual(['new2', 'name102', 'name2']);
  await late.query('COMMIT');
  expect(await find('name 2')).toEqual(['new2', 'late2', 'name102', 'name2']);
});

test('no page is found when more records have changed than may be read', async () => {
  const { storeId, publish, find } = await arrange();
  await insert(writer, storeId, 'new', 9);
  expect(await find('name 2')).toHaveLength(3);
  // Records of unknown width are read one batch at a time.
  expect(await find('name 2', 10)).toBeNull();
  await insert(writer, storeId, 'more', 600);
  expect(await find('name 2')).toBeNull();
  await publish();
  expect(await find('name 2')).toHaveLength(9);
});

test('no page is found when entries were removed from the log', async () => {
  const { storeId, find } = await arrange();
  await insert(writer, storeId, 'new', 3);
  const other = await openConnection({
    config: { connectionString: database.url },
    role: 'write',
    onEnd: () => undefined,
  });
  const end = trimChanges(engine, other.execute, 10);
  onTestFinished(async () => {
    end();
    await other.close();
  });
  await expect.poll(() => find('name 2')).toBeNull();
});

test.each([
  ['has ended', []],
  ['has ended and begun again', ['INSERT INTO watched_stores SELECT $1, pg_current_xact_id(), now()']],
])('no page is found when the watch of the store %s', async (_, after) => {
  const { storeId, find } = await arrange();
  await writer.query('DELETE FROM watched_stores WHERE store_id = $1', [storeId]);
  await insert(writer, storeId, 'new', 3);
  for (const statement of after) await writer.query(statement, [storeId]);
  expect(await find('name 2')).toBeNull();
});

test('no page is found on another server', async () => {
  const { page, candidates } = await arrange();
  const own = candidates('name 2');
  const other = { ...own, log: own.log.replace(/\d{2}$/, '99') };
  expect(
    await finish(findAmongCandidates(engine, { ...page('name 2'), candidates: other }), attempts.execute),
  ).toBeNull();
});

test('records of a store with large ones are not looked up', async () => {
  const { page, candidates } = await arrange();
  const args = { ...page('name 2'), isWide: true, candidates: candidates('name 2') };
  expect(findAmongCandidates(engine, args).next()).toEqual({ done: true, value: null });
});
