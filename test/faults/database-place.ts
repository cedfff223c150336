import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Storage } from '@vitrine/core/storage';
import { postgresStorage } from '@vitrine/storage-postgres';
import { sqliteStorage } from '@vitrine/storage-sqlite';
import { createTestDatabase } from '../postgres/database.ts';

export type DatabaseKind = 'SQLite' | 'PostgreSQL';

/** A new database, which a test may fill in its own process before a server opens it. */
export interface DatabasePlace {
  /** The value of `VITRINE_DATABASE_URL`. */
  readonly url: string;
  open(): Storage;
  drop(): Promise<void>;
}

export async function makeDatabasePlace(kind: DatabaseKind): Promise<DatabasePlace> {
  if (kind === 'PostgreSQL') {
    const { url, drop } = await createTestDatabase();
    return { url, open: () => postgresStorage({ url }), drop };
  }
  const folder = mkdtempSync(join(tmpdir(), 'vitrine-faults-'));
  const path = join(folder, 'vitrine.db');
  return {
    url: `sqlite:${path}`,
    open: () => sqliteStorage({ path }),
    drop: async () => rmSync(folder, { recursive: true, force: true }),
  };
}
