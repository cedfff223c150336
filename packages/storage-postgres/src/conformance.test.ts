import { storageConformance } from '@vitrine/core/conformance';
import { afterAll, beforeAll, describe, test } from 'vitest';
import { facetsByDay } from '../../../test/nightly.ts';
import { createTestDatabase, type TestDatabase } from '../../../test/postgres/database.ts';
import { reusedSchemas } from '../../../test/postgres/reused-schemas.ts';
import { localKeeper } from './columns/local-keeper.ts';
import { BACKENDS, profileOf } from './dialect/backends.ts';
import { storageByProfile } from './storage-by-profile.ts';

/** A server that syncs its files takes long to remove schemas. */
const DROP_TIMEOUT = 300_000;

/** Milliseconds. A change of a store or key on a new connection waits that long. */
const REMEMBER_FOR = 10;

/** The facets for which backends have most statements of their own. `pnpm test:cluster` takes all, on the engine itself. */
const OWN_STATEMENTS = facetsByDay('records', 'changes');

let database: TestDatabase;

beforeAll(async () => {
  database = await createTestDatabase();
});

afterAll(() => database.drop(), DROP_TIMEOUT);

// Runs the profile of every backend on plain PostgreSQL: they differ in the statements that are sent.
for (const backend of BACKENDS) {
  const named = profileOf(backend);
  // Two partitions are enough.
  const profile = { ...named, partitions: Math.min(named.partitions, 2) };
  storageConformance(
    // Each case has tables of its own.
    { describe, test: test.concurrent },
    {
      name: backend === 'postgres' ? 'PostgreSQL' : `PostgreSQL with the profile of ${backend}`,
      durable: true,
      ...(backend === 'postgres' ? {} : OWN_STATEMENTS),
      open: reusedSchemas({
        createSchema: async () => (await database.createSchema()).url,
        rememberFor: REMEMBER_FOR,
        connect: (url) =>
          storageByProfile(
            // A thread for the columns of each case would take half of the time of this process.
            { url, pool: 5, rememberFor: REMEMBER_FOR, startKeeper: localKeeper },
            profile,
          ),
      }),
    },
  );
}
