import { storageConformance } from '@vitrine/core/conformance';
import { afterAll, beforeAll, describe, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../../test/postgres/database.ts';
import { BACKENDS, profileOf } from './backends.ts';
import { storageByProfile } from './postgres-storage.ts';

/** Every case leaves a schema, and a server that syncs its files takes long to remove so many. */
const DROP_TIMEOUT = 300_000;

/** Profiles without advisory locks wait for this time after each change of a store or key. */
const REMEMBER_FOR = 10;

let database: TestDatabase;

beforeAll(async () => {
  database = await createTestDatabase();
});

afterAll(() => database.drop(), DROP_TIMEOUT);

// Runs the profile of every backend on plain PostgreSQL: they differ in the statements that are sent.
for (const backend of BACKENDS) {
  const named = profileOf(backend);
  // Two partitions are enough, and every case creates a layout of its own.
  const profile = { ...named, partitions: Math.min(named.partitions, 2) };
  storageConformance(
    // Each case has tables of its own, and spends most of its time waiting for the server to create them.
    { describe, test: test.concurrent },
    {
      name: backend === 'postgres' ? 'PostgreSQL' : `PostgreSQL with the profile of ${backend}`,
      durable: true,
      async open() {
        const schema = await database.createSchema();
        const open = () => storageByProfile({ url: schema.url, pool: 5, rememberFor: REMEMBER_FOR }, profile);
        let storage = open();
        return {
          storage,
          async reopen() {
            await storage.close();
            storage = open();
            return storage;
          },
          close: () => storage.close(),
        };
      },
    },
  );
}
