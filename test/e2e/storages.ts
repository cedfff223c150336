import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { memoryStorage } from '@vitrine/core';
import type { Storage } from '@vitrine/core/storage';
import { postgresStorage } from '@vitrine/storage-postgres';
import { sqliteStorage } from '@vitrine/storage-sqlite';
import { inject } from 'vitest';
import { createTestDatabase } from '../postgres/database.ts';
import { type DatabaseDump, dumpPostgres, dumpSqlite } from './database-dump.ts';

export interface OpenedStorage {
  readonly storage: Storage;
  /** The database file, for tests that read it; null if there is none. */
  readonly path: string | null;
  /** Returns the content of the database; null if there is none. */
  readonly dump: (() => Promise<DatabaseDump>) | null;
  /** Removes the files of the storage. To be called after it was closed. */
  remove(): void | Promise<void>;
}

export interface StorageKind {
  readonly name: string;
  open(): Promise<OpenedStorage>;
}

const isCitus = inject('postgresBackend') === 'citus';

const onServer: StorageKind = {
  name: isCitus ? 'Citus' : 'PostgreSQL',
  open: async () => {
    const database = await createTestDatabase();
    const { url, backend } = database;
    return {
      storage: postgresStorage({ url, backend, pool: 8 }),
      path: null,
      dump: () => dumpPostgres(url),
      remove: () => database.drop(),
    };
  },
};

const allKinds: readonly StorageKind[] = [
  {
    name: 'memory',
    open: async () => ({ storage: memoryStorage(), path: null, dump: null, remove: () => undefined }),
  },
  {
    name: 'SQLite file',
    open: async () => {
      const folder = mkdtempSync(join(tmpdir(), 'vitrine-e2e-'));
      const path = join(folder, 'vitrine.db');
      return {
        storage: sqliteStorage({ path }),
        path,
        dump: async () => dumpSqlite(path),
        remove: () => rmSync(folder, { recursive: true, force: true }),
      };
    },
  },
  onServer,
];

/** Every storage that the suite runs on: the one of the cluster in `pnpm test:cluster:http`. Add a new storage here. */
export const storageKinds: readonly StorageKind[] = isCitus ? [onServer] : allKinds;
