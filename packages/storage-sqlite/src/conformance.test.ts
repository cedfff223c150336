import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { storageConformance } from '@vitrine/core/conformance';
import { describe, test } from 'vitest';
import { sqliteStorage, tunedStorage } from './sqlite-storage.ts';

storageConformance(
  { describe, test },
  {
    name: 'sqlite in memory',
    async open() {
      const storage = sqliteStorage({ path: ':memory:' });
      return { storage, close: () => storage.close() };
    },
  },
);

/** Every search asks the columns, which are evicted often. */
const EAGER_COLUMNS = { recordsMin: 0, codesMax: 4_096, isEager: true, changesKept: 8 };
const FEW_COLUMNS = 2 * 1024 * 1024;

const files = [
  { name: 'sqlite on a file', openAt: (path: string) => sqliteStorage({ path }) },
  {
    name: 'sqlite with columns that are loaded at once',
    openAt: (path: string) => tunedStorage({ path, columnBytes: FEW_COLUMNS }, EAGER_COLUMNS),
  },
  {
    name: 'sqlite with columns of wide text',
    openAt: (path: string) =>
      tunedStorage({ path, columnBytes: FEW_COLUMNS }, { ...EAGER_COLUMNS, codesMax: 1 }),
  },
];

for (const { name, openAt } of files) {
  storageConformance(
    { describe, test },
    {
      name,
      durable: true,
      async open() {
        const folder = await mkdtemp(join(tmpdir(), 'vitrine-conformance-'));
        const path = join(folder, 'data.db');
        let storage = openAt(path);
        return {
          storage,
          async reopen() {
            await storage.close();
            storage = openAt(path);
            return storage;
          },
          async close() {
            await storage.close();
            await rm(folder, { recursive: true });
          },
        };
      },
    },
  );
}
