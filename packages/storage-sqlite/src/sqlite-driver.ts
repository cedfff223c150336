import type { SqlDriver } from '@vitrine/storage-sql';

export interface SqliteDriver extends SqlDriver {
  /** Writes what the database holds now to a new file. */
  backup(destination: string): Promise<void>;
}
