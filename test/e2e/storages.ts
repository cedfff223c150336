import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { memoryStorage } from '@vitrine/core';
import type { Storage } from '@vitrine/core/storage';
import { postgresStorage } from '@vitrine/storage-postgres';
import { sqliteStorage } from '@vitrine/storage-sqlite';
import { inject } from 'vitest';
import { profileOf } from '../../packages/storage-postgres/src/dialect/backends.ts';
import { storageByProfile } from '../../packages/storage-postgres/src/storage-by-profile.ts';
import { tunedStorage } from '../../packages/storage-sqlite/src/sqlite-storage.ts';
import { inTurns } from '../differential/in-turns.ts';
import { isNightly } from '../nightly.ts';
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
    const database = await createTestDatabase({ migrated: true });
    const { url, backend } = database;
    return {
      storage: postgresStorage({ url, backend, pool: 8 }),
      path: null,
      dump: () => dumpPostgres(url),
      remove: () => database.drop(),
    };
  },
};

const onFile: StorageKind = {
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
};

/** The storages that a server may have. */
export const allKinds: readonly StorageKind[] = [
  {
    name: 'memory',
    open: async () => ({ storage: memoryStorage(), path: null, dump: null, remove: () => undefined }),
  },
  onFile,
  onServer,
];

/** Every search asks columns in memory, which are evicted often, and whose log is short. */
const EAGER_COLUMNS = { columnBytes: 2 * 1024 * 1024, recordsMin: 0, codesMax: 64, isEager: true };

/** Two servers on one database, which take turns to answer, each with columns of its own. */
const withColumns: readonly StorageKind[] = [
  {
    name: 'SQLite with columns, opened twice',
    open: async () => {
      const folder = mkdtempSync(join(tmpdir(), 'vitrine-e2e-'));
      const path = join(folder, 'vitrine.db');
      const { columnBytes, ...tuning } = { ...EAGER_COLUMNS, changesKept: 8 };
      const openFile = () => tunedStorage({ path, columnBytes }, tuning);
      return {
        storage: inTurns(openFile(), openFile()),
        path,
        dump: async () => dumpSqlite(path),
        remove: () => rmSync(folder, { recursive: true, force: true }),
      };
    },
  },
  {
    name: 'PostgreSQL with columns on two servers',
    open: async () => {
      const database = await createTestDatabase({ migrated: true });
      const { url } = database;
      const openUrl = () =>
        storageByProfile({ url, pool: 8, keepChangesFor: 50, ...EAGER_COLUMNS }, profileOf('postgres'));
      return {
        storage: inTurns(openUrl(), openUrl()),
        path: null,
        dump: () => dumpPostgres(url),
        remove: () => database.drop(),
      };
    },
  },
];

function chosenKinds(): readonly StorageKind[] {
  if (isCitus) return [onServer];
  if (inject('eagerColumns')) return withColumns;
  if (isNightly) return allKinds;
  return inject('fast') ? [onFile] : [onFile, onServer];
}

/**
 * Every storage that the suite runs on: the one of the cluster in `pnpm test:cluster:http`, those with columns in
 * `pnpm test:columns:http`, those of `allKinds` at night, those on a disk by day, and the file in `pnpm test:fast`.
 */
export const storageKinds: readonly StorageKind[] = chosenKinds();

/**
 * For tests whose subject is HTTP, or what the conformance kit and the differential programs test on every storage: by day a
 * SQLite file.
 */
export const oneStorageKind: readonly StorageKind[] = isNightly || isCitus ? storageKinds : [onFile];

declare module 'vitest' {
  export interface ProvidedContext {
    /** Whether the suite runs on storages that answer searches from columns. */
    readonly eagerColumns?: boolean;
  }
}
