import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { memoryStorage } from '@vitrine/core';
import type { Storage } from '@vitrine/core/storage';
import { postgresStorage } from '@vitrine/storage-postgres';
import { sqliteStorage } from '@vitrine/storage-sqlite';
import { createTestDatabase, type TestDatabase } from '../postgres/database.ts';

export type Kind = 'memory' | 'SQLite' | 'PostgreSQL';

/** Opens empty storages and removes them on close. */
export class Storages {
  readonly #folder = mkdtempSync(join(tmpdir(), 'vitrine-copy-'));
  readonly #opened: Storage[] = [];
  #database: TestDatabase | null = null;
  #files = 0;

  async open(kind: Kind): Promise<Storage> {
    if (kind === 'memory') return this.#keep(memoryStorage());
    if (kind === 'SQLite') return this.#keep(sqliteStorage({ path: this.newPath() }));
    this.#database ??= await createTestDatabase();
    const { url } = await this.#database.createSchema();
    return this.#keep(postgresStorage({ url, pool: 5 }));
  }

  /** Returns the path of a file that does not exist yet. */
  newPath(): string {
    return join(this.#folder, `${++this.#files}.db`);
  }

  async close(): Promise<void> {
    for (const storage of this.#opened) await storage.close();
    await this.#database?.drop();
    rmSync(this.#folder, { recursive: true });
  }

  #keep(storage: Storage): Storage {
    this.#opened.push(storage);
    return storage;
  }
}
