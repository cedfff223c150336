import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { storageConformance } from '@vitrine/core/conformance';
import { describe, test } from 'vitest';
import { sqliteStorage } from './sqlite-storage.ts';

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

storageConformance(
  { describe, test },
  {
    name: 'sqlite on a file',
    durable: true,
    async open() {
      const folder = await mkdtemp(join(tmpdir(), 'vitrine-conformance-'));
      const path = join(folder, 'data.db');
      let storage = sqliteStorage({ path });
      return {
        storage,
        async reopen() {
          await storage.close();
          storage = sqliteStorage({ path });
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
