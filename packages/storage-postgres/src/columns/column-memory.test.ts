import type { Filter } from '@vitrine/core/storage';
import { ColumnCache } from '@vitrine/storage-sql';
import { expect, test } from 'vitest';
import { askBusyStores, quarterOfMemory } from '../../../../test/columns/busy-stores.ts';
import { createNumberStore, writeNumbers } from '../../../../test/columns/number-store.ts';
import { createTestDatabase } from '../../../../test/postgres/database.ts';
import { stepsInSnapshot } from '../../../../test/postgres/snapshot.ts';
import { openConnection } from '../connections/connection/connection.ts';
import { finish } from '../connections/connection/run-steps.ts';
import { profileOf } from '../dialect/backends.ts';
import { postgresEngine } from '../postgres-engine.ts';
import { postgresStorage } from '../postgres-storage.ts';
import { postgresChanges } from './change-log.ts';

const STORES = 50;
const RECORDS = 300;
const LARGE: Filter = { column: 'n0', op: 'gte', value: 100 };
const engine = postgresEngine(profileOf('postgres'));

test('fifty busy stores that need four times the memory do not take it from each other all the time', async () => {
  const database = await createTestDatabase({ migrated: true });
  const storage = postgresStorage({ url: database.url, columnBytes: 0 });
  await storage.migrate();
  const stores = await Promise.all(
    Array.from({ length: STORES }, async (_, i) => {
      const store = await createNumberStore(storage, `store-${i}`);
      await writeNumbers(storage, store, 0, RECORDS);
      return store;
    }),
  );
  const config = { connectionString: database.url };
  const connection = await openConnection({ config, role: 'read', onEnd: () => undefined });
  const bytes = quarterOfMemory(STORES);
  const options = { bytes, recordsMin: 0, codesMax: 4_096, isEager: false };
  const cache = new ColumnCache(engine, postgresChanges(), options, () => undefined);

  async function work(): Promise<void> {
    if (cache.mustWatch) await finish(cache.watch(), connection.execute);
    // The log of a store is complete when the transactions have ended that began before it was watched, also those of
    // other tests.
    while (cache.isWaiting) await stepsInSnapshot(connection, cache.readLog());
    while (cache.hasWork) await stepsInSnapshot(connection, cache.work());
  }

  const report = await askBusyStores(
    { cache, stores, where: LARGE, ask: (asked) => stepsInSnapshot(connection, cache.answer(asked)), work },
    1_000,
  );
  await connection.close();
  await storage.close();
  await database.drop();
  expect(report.answers).toEqual([RECORDS - 100]);
  expect(report.bytes).toBeLessThanOrEqual(bytes);
  expect(report.hits).toBeGreaterThan(300);
  expect(report.evictions).toBeLessThan(report.hits / 20);
});
