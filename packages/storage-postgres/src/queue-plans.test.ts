import type { OperationArgs, OperationName, Row, Statement } from '@vitrine/storage-sql';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../../test/postgres/database.ts';
import { statementAfter } from '../../../test/sqlite/query-plans.ts';
import { type Connection, openConnection } from './connections/connection/connection.ts';
import { profileOf } from './dialect/backends.ts';
import { postgresEngine } from './postgres-engine.ts';
import { storageByProfile } from './storage-by-profile.ts';

const profile = { ...profileOf('postgres'), partitions: 1 };
const dialect = postgresEngine(profile);
let database: TestDatabase;
let connection: Connection;

// Of the due rows nearly all are of one account; most locations and stores have nothing to wait for.
const SEED = [
  "INSERT INTO maps SELECT n, 'a' || n, n, 'm', 50, 10, 0, 1, 1, CASE WHEN n % 50 = 0 THEN 1 END FROM generate_series(1, 1000) n",
  `INSERT INTO locations (map_key, id, seq, address, lat, lng, status, due_at, due_account, tries, claim, created_at, updated_at)
    SELECT CASE WHEN n % 500 = 0 THEN n / 500 ELSE 1 END, 'l' || n, n, 'street ' || n, 1, 1,
      CASE WHEN n % 2 = 0 THEN 'queued' ELSE 'located' END, CASE WHEN n % 2 = 0 THEN n END,
      CASE WHEN n % 2 = 0 THEN 'a' || CASE WHEN n % 500 = 0 THEN n / 500 ELSE 1 END END, 0, 0, 1, 1
    FROM generate_series(1, 40000) n`,
  `INSERT INTO jobs (kind, payload, job_key, live_key, due_at, attempts, claimed, account_id)
    SELECT 'a', '{}', 'k' || n, 'k' || n, n, 0, 0, 'a' || CASE WHEN n % 500 = 0 THEN n / 500 ELSE 1 END FROM generate_series(1, 20000) n`,
  "INSERT INTO stores SELECT 's' || n, 'a', 1, n, 's', NULL, NULL, CASE WHEN n % 100 = 0 THEN 60 END, 'x', '[]', '[]', 1, 1, NULL FROM generate_series(1, 10000) n",
  'VACUUM ANALYZE maps, locations, jobs, stores',
];

beforeAll(async () => {
  database = await createTestDatabase();
  const storage = storageByProfile({ url: database.url, pool: 5 }, profile);
  await storage.migrate();
  await storage.close();
  connection = await openConnection({
    config: { connectionString: database.url },
    role: 'write',
    onEnd: () => undefined,
  });
  for (const text of SEED) await connection.execute({ text, values: [] });
});

afterAll(async () => {
  await connection.close();
  await database.drop();
});

/** The lines of the plan of a statement of an operation that read a table or index. */
async function plan<Name extends OperationName>(
  name: Name,
  args: OperationArgs<Name>,
  answers: readonly (readonly Row[])[] = [],
): Promise<string> {
  const { text, values }: Statement = statementAfter(dialect, name, args, answers);
  const rows = await connection.execute({ text: `EXPLAIN (COSTS off) ${text}`, values });
  return rows.map((row) => String(row[0]).trim()).join('\n');
}

const LOCATIONS = { limit: 8, now: 50_000, leaseUntil: 60_000 };
const JOBS = { ...LOCATIONS, kinds: ['a', 'b'] };
/** More due rows than are looked at, all of one account. */
const FULL = Array.from({ length: 64 }, (): Row => ['a1', 1, 'x', 'y', 1, 1, 1]);

describe('query plans of queues', () => {
  test('due rows are read in order from their index', async () => {
    expect(await plan('claimLocations', LOCATIONS)).toContain('Index Scan using locations_by_due');
    expect(await plan('claimJobs', JOBS)).toContain('Index Scan using jobs_by_due');
  });

  test('accounts with due rows are found by one step in an index each', async () => {
    const accounts = await plan('claimLocations', LOCATIONS, [FULL]);
    expect(accounts).toContain('Index Only Scan using locations_by_account');
    // Whether the account has a due row, asked for each: PostgreSQL would rather read all due rows once.
    expect(accounts).toMatch(/Index Cond: \(\(due_account = waiting.holder\) AND \(due_at <= /);
    const owners = await plan('claimJobs', JOBS, [FULL]);
    expect(owners).toContain('Index Only Scan using jobs_by_account');
    expect(owners).toMatch(/Index Cond: \(\(account_id = waiting.holder\) AND \(due_at <= /);
    for (const lines of [accounts, owners]) expect(lines).not.toMatch(/Seq Scan|Hash|Merge/);
    // An account with few rows; those of one that has nearly all are read in either index.
    const rows = await plan('claimLocations', LOCATIONS, [FULL, [['a7']]]);
    expect(rows).toContain('locations_by_account');
    const jobs = await plan('claimJobs', JOBS, [FULL, [['a7']]]);
    expect(jobs).toContain('jobs_by_account');
  });

  test('counts and lists for administration read indexes alone, or a few rows', async () => {
    expect(await plan('countJobs', null)).toContain('Index Only Scan using jobs_by_state');
    expect(await plan('listBuriedJobs', { limit: 20 })).toContain('jobs_by_burial');
    expect(await plan('countGeocoding', null)).toMatch(/Index Only Scan using locations_by_(due|account)/);
    expect(await plan('countGeocoding', null, [[[9]]])).toContain('locations_by_processing');
    expect(await plan('countGeocoding', null, [[[9]], [[1]]])).toContain('Index Scan using locations_by_due');
  });

  test('stores and maps that need work are read in order from indexes that hold no others', async () => {
    expect(await plan('listStoreWork', { after: 's1', limit: 100 })).toContain('stores_by_work');
    const maps = await plan('listDeletedMaps', { after: { accountId: 'a', id: 1 }, limit: 100 });
    expect(maps).toContain('maps_by_deletion');
  });
});
