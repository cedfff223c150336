import { type OperationArgs, type OperationName, startOperation } from '@vitrine/storage-sql';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../../test/postgres/database.ts';
import { type Connection, openConnection } from './connections/connection/connection.ts';
import { profileOf } from './dialect/backends.ts';
import { postgresEngine } from './postgres-engine.ts';
import { storageByProfile } from './storage-by-profile.ts';

const profile = { ...profileOf('postgres'), partitions: 1 };
const dialect = postgresEngine(profile);
let database: TestDatabase;
let connection: Connection;

// One map has half of all locations, and one location in a hundred waits.
const SEED = [
  "INSERT INTO maps SELECT n, 'a', n, 'm', 50, 10, 0, 1, 1, NULL FROM generate_series(1, 100) n",
  `INSERT INTO locations (map_key, id, seq, unique_id, address, lat, lng, status, due_at, tries, claim, created_at, updated_at)
    SELECT CASE WHEN n % 2 = 0 THEN 1 ELSE n % 100 + 1 END, 'l' || n, n, 'u' || n, 'street ' || n,
      CASE WHEN n % 100 > 0 THEN n % 170 - 85 + n / 100000.0 END, CASE WHEN n % 100 > 0 THEN n % 359 - 179 END,
      CASE WHEN n % 100 > 0 THEN 'manual' ELSE 'queued' END, CASE WHEN n % 100 = 0 THEN n END, 0, 0, 1, 1
    FROM generate_series(1, 20000) n`,
  'ANALYZE maps, locations',
];

beforeAll(async () => {
  database = await createTestDatabase();
  const storage = storageByProfile({ url: database.url, pool: 5 }, profile);
  await storage.migrate();
  await storage.close();
  connection = await openConnection({
    config: { connectionString: database.url },
    role: 'scan',
    onEnd: () => undefined,
  });
  for (const text of SEED) await connection.execute({ text, values: [] });
});

afterAll(async () => {
  await connection.close();
  await database.drop();
});

async function plan<Name extends OperationName>(name: Name, args: OperationArgs<Name>): Promise<string> {
  const step = startOperation(dialect, name, args).next();
  if (step.done) throw new Error('expected a statement');
  const { text, values } = step.value;
  const rows = await connection.execute({ text: `EXPLAIN (COSTS off) ${text}`, values });
  return rows.map((row) => String(row[0]).trim()).join('\n');
}

const mapRef = { accountId: 'a', id: 1 };
const page = { uniqueId: null, addressContains: null, before: null, limit: 10 };

describe('query plans of locations', () => {
  test('single ones and pages go along an index and sort nothing', async () => {
    const plans = [
      await plan('getLocation', { mapRef, id: 'x' }),
      await plan('listLocations', { mapRef, query: page }),
      await plan('listLocations', { mapRef, query: { ...page, before: 5 } }),
      await plan('listLocations', { mapRef, query: { ...page, uniqueId: 'u5' } }),
      await plan('walkLocations', { mapRef, after: 5, limit: 10 }),
    ];
    for (const lines of plans) expect(lines).not.toContain('Seq Scan on locations');
    for (const lines of plans.slice(1, 3)) expect(lines).not.toContain('Sort');
    expect(plans[3]).toContain('locations_by_unique_id');
  });

  test('a search by distance reads a band of latitudes from one index', async () => {
    const surroundings = { center: { lat: 48, lng: 16 }, radiusMiles: 50, after: null, limit: 10 };
    const lines = await plan('findNearLocations', { mapRef, surroundings });
    expect(lines).toContain('locations_by_place');
    expect(lines).not.toContain('Seq Scan on locations');
  });

  test('the queue is read in order from its index, which holds nothing else', async () => {
    const lines = await plan('claimLocations', { limit: 8, now: 5, leaseUntil: 6 });
    expect(lines).toContain('locations_by_due');
    expect(lines).not.toContain('Seq Scan on locations');
  });
});
