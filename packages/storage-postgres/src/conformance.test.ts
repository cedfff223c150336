import { storageConformance } from '@vitrine/core/conformance';
import { afterAll, beforeAll, describe, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../../test/postgres/database.ts';
import { BACKENDS, profileOf } from './backends.ts';
import { storageByProfile } from './postgres-storage.ts';

/** Every case leaves a schema of its own behind, and a server that syncs its files takes a while to remove so many. */
const DROP_TIMEOUT = 300_000;

/** Profiles without advisory locks wait for this time behind each change of a store or key. */
const REMEMBER_FOR = 10;

let database: TestDatabase;

beforeAll(async () => {
  database = await createTestDatabase();
});

afterAll(() => database.drop(), DROP_TIMEOUT);

// Every backend's own ways on plain PostgreSQL: what differs between them is which statements are sent.
for (const backend of BACKENDS) {
  const named = profileOf(backend);
  // Two partitions show what sixteen would, and every case makes a layout of its own.
  const profile = { ...named, partitions: Math.min(named.partitions, 2) };
  storageConformance(
    // Each case has tables of its own, and most of its time is spent waiting for the server to make them.
    { describe, test: test.concurrent },
    {
      name: backend === 'postgres' ? 'PostgreSQL' : `PostgreSQL in the ways of ${backend}`,
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
