import { storageConformance } from '@vitrine/core/conformance';
import { describe, test } from 'vitest';
import { fileConformance } from '../test/file-conformance.ts';
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

fileConformance('sqlite on a file', (path) => sqliteStorage({ path }));
