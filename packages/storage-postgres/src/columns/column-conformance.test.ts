import { storageConformance } from '@vitrine/core/conformance';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { ANSWERED_BY_COLUMNS, answeredSearches } from '../../../../test/columns/answered-searches.ts';
import { facetsByDay } from '../../../../test/nightly.ts';
import { createTestDatabase, type TestDatabase } from '../../../../test/postgres/database.ts';
import { reusedSchemas } from '../../../../test/postgres/reused-schemas.ts';
import { profileOf } from '../dialect/backends.ts';
import { storageByProfile } from '../storage-by-profile.ts';
import { localKeeper } from './local-keeper.ts';

const DROP_TIMEOUT = 300_000;
/** Milliseconds. */
const REMEMBER_FOR = 10;
/**
 * Every search asks the columns, which are evicted often, and the log is short. Starting a thread in each case takes
 * minutes.
 */
const EAGER_COLUMNS = {
  columnBytes: 2 * 1024 * 1024,
  recordsMin: 0,
  codesMax: 4_096,
  isEager: true,
  keepChangesFor: 20,
  startKeeper: localKeeper,
};

let database: TestDatabase;

beforeAll(async () => {
  database = await createTestDatabase();
});

afterAll(() => database.drop(), DROP_TIMEOUT);

const searches = answeredSearches();
const profile = { ...profileOf('postgres'), partitions: 2 };

storageConformance(
  // Each case has tables of its own.
  { describe, test: test.concurrent },
  {
    name: 'PostgreSQL with columns that are loaded at once',
    durable: true,
    // Those on a SQLite file by day take more facets of the same columns.
    ...facetsByDay('records', 'changes'),
    open: reusedSchemas({
      createSchema: async () => (await database.createSchema()).url,
      rememberFor: REMEMBER_FOR,
      connect: (url) =>
        searches.of(storageByProfile({ url, pool: 5, rememberFor: REMEMBER_FOR, ...EAGER_COLUMNS }, profile)),
    }),
  },
);

test('columns answered each kind of search', () => {
  expect([...searches.seen]).toEqual(expect.arrayContaining(ANSWERED_BY_COLUMNS));
});
