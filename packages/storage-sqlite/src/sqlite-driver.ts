import type { SqlDriver } from '@vitrine/storage-sql';

export interface SqliteDriver extends SqlDriver {
  /** Writes a snapshot of the database to a new file. */
  backup(destination: string): Promise<void>;
}
