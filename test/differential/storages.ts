import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Storage } from '@vitrine/core/storage';
import { BACKENDS } from '@vitrine/storage-postgres';
import { sqliteStorage } from '@vitrine/storage-sqlite';
import { profileOf } from '../../packages/storage-postgres/src/backends.ts';
import { storageByProfile } from '../../packages/storage-postgres/src/postgres-storage.ts';
import { createTestDatabase } from '../postgres/database.ts';

/** Milliseconds. Profiles without advisory locks wait that long after each change to cached data. */
const REMEMBER_FOR = 10;

/** A storage that must return the same results as the storage in memory. */
export interface Contestant {
  readonly name: string;
  open(): Promise<{ storage: Storage; close(): Promise<void> }>;
}

export const contestants: readonly Contestant[] = [
  {
    name: 'SQLite in memory',
    async open() {
      const storage = sqliteStorage({ path: ':memory:' });
      return { storage, close: () => storage.close() };
    },
  },
  {
    name: 'SQLite in a file',
    async open() {
      const folder = await mkdtemp(join(tmpdir(), 'vitrine-differential-'));
      const storage = sqliteStorage({ path: join(folder, 'records.db') });
      return {
        storage,
        async close() {
          await storage.close();
          await rm(folder, { recursive: true });
        },
      };
    },
  },
  ...BACKENDS.map((backend) => ({
    name: backend === 'postgres' ? 'PostgreSQL' : `PostgreSQL with the profile of ${backend}`,
    async open() {
      const database = await createTestDatabase();
      const options = { url: database.url, pool: 8, rememberFor: REMEMBER_FOR };
      const storage = storageByProfile(options, profileOf(backend));
      return {
        storage,
        async close() {
          await storage.close();
          await database.drop();
        },
      };
    },
  })),
];
