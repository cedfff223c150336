import type { SearchDriver } from '@vitrine/storage-sql';

export interface SqliteDriver extends SearchDriver {
  /** Writes a snapshot of the database to a new file. */
  backup(destination: string): Promise<void>;
}
