import { existsSync, statSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';
import { memoryStorage, type Storage } from '@vitrine/core';
import { sqliteStorage } from '@vitrine/storage-sqlite';
import type { DatabaseUrl } from './database-url.ts';
import type { ServeConfig } from './settings.ts';

export interface OpenedStorage {
  readonly storage: Storage;
  /** When a write is answered, in words. */
  readonly durability: string;
  /** Writes a consistent copy while the database is in use. Null where there is nothing to copy. */
  readonly backup: ((destination: string) => Promise<unknown>) | null;
}

export interface OpenOptions {
  /** Whether a file that is not there is made. */
  readonly mayCreate: boolean;
  /** What PostgreSQL is opened with; its own defaults where it is left out. */
  readonly postgres?: Pick<ServeConfig, 'databaseBackend' | 'databasePool'>;
  /**
   * Told in one line that the disk did not confirm a write; must end the process. Default: prints the line and ends it
   * with 1.
   */
  readonly onFatal?: (message: string) => void;
}

/**
 * Opens the storage that a database URL names; its layout is not touched. A folder that is missing on the way to a new
 * SQLite file is made, readable by this user only: the file holds the hashes of keys, and people's data.
 *
 * @throws Error when there is no such file and it may not be made.
 */
export async function openStorage(url: DatabaseUrl, options: OpenOptions): Promise<OpenedStorage> {
  if (url.kind === 'memory') return { storage: memoryStorage(), durability: IN_MEMORY, backup: null };
  if (url.kind === 'postgres') {
    // Who keeps a file needs no driver for a server.
    const { postgresStorage } = await import('@vitrine/storage-postgres');
    const { postgres } = options;
    const settings =
      postgres === undefined ? {} : { backend: postgres.databaseBackend, pool: postgres.databasePool };
    return { storage: postgresStorage({ url: url.url, ...settings }), durability: ON_SERVER, backup: null };
  }
  const { path } = url;
  if (path !== ':memory:' && !existsSync(path)) {
    if (!options.mayCreate) throw new Error(`There is no database at ${resolve(path)}.`);
    await makeFolder(dirname(resolve(path)));
  }
  const { onFatal } = options;
  const storage = sqliteStorage({ path, ...(onFatal === undefined ? {} : { onFatal }) });
  const durability = path === ':memory:' ? IN_MEMORY : ON_DISK;
  return { storage, durability, backup: (destination) => storage.backup(destination) };
}

/** What deserves a word when others on the machine may read or change the database file; null where they may not. */
export function findExposedFile(url: DatabaseUrl): string | null {
  const stats = url.kind === 'sqlite' ? statSync(url.path, { throwIfNoEntry: false }) : undefined;
  if (url.kind !== 'sqlite' || stats === undefined || process.platform === 'win32') return null;
  const mode = stats.mode & 0o777;
  if ((mode & 0o077) === 0) return null;
  return `${url.path} has mode ${mode.toString(8)}: other users of this machine may get at it; chmod 600 makes it yours alone.`;
}

const IN_MEMORY = 'kept in memory, gone when this process ends';
const ON_SERVER = 'postgres: a write is answered when the server has committed it';
/** `sqliteStorage` looks at each connection whether these took, and throws if not. */
const ON_DISK = 'sqlite, WAL, synchronous=FULL: a write is answered when it is on the disk';

/** Stops at the first level that can't be made; `recursive: true` of Node tries some of them for ever (below /proc). */
async function makeFolder(path: string): Promise<void> {
  if (existsSync(path)) return;
  await makeFolder(dirname(path));
  try {
    await mkdir(path, { mode: 0o700 });
  } catch (error) {
    // Another process was faster.
    if (!existsSync(path)) throw error;
  }
}
