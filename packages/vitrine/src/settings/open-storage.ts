import { existsSync, statSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';
import { memoryStorage } from '@vitrine/core';
import type { Storage } from '@vitrine/core/storage';
import { sqliteStorage } from '@vitrine/storage-sqlite';
import type { DatabaseUrl } from './database-url.ts';
import type { ServeConfig } from './settings.ts';

export interface OpenedStorage {
  readonly storage: Storage;
  /** When a write is acknowledged, as text for the user. */
  readonly durability: string;
  /** Writes a consistent copy while the database is in use. Null if there is no file to copy. */
  readonly backup: ((destination: string) => Promise<unknown>) | null;
}

export interface OpenOptions {
  /** Whether to create a missing SQLite file. */
  readonly mayCreate: boolean;
  /** The options of PostgreSQL. Default: those of `postgresStorage`. */
  readonly postgres?: Pick<ServeConfig, 'databaseBackend' | 'databasePool'> &
    Partial<Pick<ServeConfig, 'databaseStandbyReads'>>;
  /** Bytes of memory for columns of stores. Default: those of the storage. */
  readonly columns?: number;
  /**
   * Called with a message of one line when the disk does not confirm a write. Must end the process. Default: prints the
   * message and exits with code 1.
   */
  readonly onFatal?: (message: string) => void;
}

/**
 * Opens the storage of a database URL without migrating its layout. Creates missing folders of a new SQLite file with
 * access for this user only, because the file contains key hashes and personal data.
 *
 * @throws Error if the file does not exist and may not be created.
 */
export async function openStorage(url: DatabaseUrl, options: OpenOptions): Promise<OpenedStorage> {
  if (url.kind === 'memory') return { storage: memoryStorage(), durability: IN_MEMORY, backup: null };
  if (url.kind === 'postgres') {
    // Loaded here so that servers on SQLite don't need the driver.
    const { postgresStorage } = await import('@vitrine/storage-postgres');
    const { postgres, columns } = options;
    const settings =
      postgres === undefined
        ? {}
        : {
            backend: postgres.databaseBackend,
            pool: postgres.databasePool,
            standbyReads: postgres.databaseStandbyReads ?? false,
          };
    const memory = columns === undefined ? {} : { columnBytes: columns };
    return {
      storage: postgresStorage({ url: url.url, ...settings, ...memory }),
      durability: ON_SERVER,
      backup: null,
    };
  }
  const { path } = url;
  if (path !== ':memory:' && !existsSync(path)) {
    if (!options.mayCreate) {
      const hint = 'Check the path; a server that starts there creates one, and so does `vitrine migrate`.';
      throw new Error(`There is no database at ${resolve(path)}. ${hint}`);
    }
    await makeFolder(dirname(resolve(path)));
  }
  const { onFatal, columns } = options;
  const storage = sqliteStorage({
    path,
    ...(columns === undefined ? {} : { columnBytes: columns }),
    ...(onFatal === undefined ? {} : { onFatal }),
  });
  const durability = path === ':memory:' ? IN_MEMORY : ON_DISK;
  return { storage, durability, backup: (destination) => storage.backup(destination) };
}

/** Returns a warning if other users of the machine may read or change the database file, otherwise null. */
export function findExposedFile(url: DatabaseUrl): string | null {
  const stats = url.kind === 'sqlite' ? statSync(url.path, { throwIfNoEntry: false }) : undefined;
  if (url.kind !== 'sqlite' || stats === undefined || process.platform === 'win32') return null;
  const mode = stats.mode & 0o777;
  if ((mode & 0o077) === 0) return null;
  return `${url.path} has mode ${mode.toString(8)}: other users of this machine may access it; chmod 600 prevents that.`;
}

const IN_MEMORY = 'kept in memory, gone when this process ends';
const ON_SERVER = 'postgres: a write is acknowledged when the server has committed it';
/** `sqliteStorage` checks these settings on each connection and throws if one does not hold. */
const ON_DISK = 'sqlite, WAL, synchronous=FULL: a write is acknowledged when it is on disk';

/** Creates a folder and its parents. Node's `recursive: true` would retry forever below /proc. */
async function makeFolder(path: string): Promise<void> {
  if (existsSync(path)) return;
  await makeFolder(dirname(path));
  try {
    await mkdir(path, { mode: 0o700 });
  } catch (error) {
    // Another process may have created it meanwhile.
    if (!existsSync(path)) throw error;
  }
}
