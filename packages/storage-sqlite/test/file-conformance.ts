import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { storageConformance } from '@vitrine/core/conformance';
import type { Storage } from '@vitrine/core/storage';
import { describe, test } from 'vitest';
import { tunedStorage } from '../src/sqlite-storage.ts';

/** Every search asks the columns, which are evicted often. */
const EAGER_COLUMNS = { recordsMin: 0, isEager: true, changesKept: 8 };
const FEW_COLUMNS = 2 * 1024 * 1024;

/** Defines the conformance kit for a storage on a file, which is new in each case. */
export function fileConformance(name: string, openAt: (path: string) => Storage): void {
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

/** Defines the conformance kit for a storage with columns. @param codesMax the different texts of a column that is not wide. */
export function columnConformance(name: string, codesMax: number): void {
  fileConformance(name, (path) =>
    tunedStorage({ path, columnBytes: FEW_COLUMNS }, { ...EAGER_COLUMNS, codesMax }),
  );
}
