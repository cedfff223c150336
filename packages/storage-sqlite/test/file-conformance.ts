import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { type ConformanceOptions, storageConformance } from '@vitrine/core/conformance';
import type { Storage } from '@vitrine/core/storage';
import Database from 'better-sqlite3';
import { afterAll, describe, expect, test } from 'vitest';
import {
  ANSWERED_BY_COLUMNS,
  answeredSearches,
  SEARCHED_BY_DAY,
} from '../../../test/columns/answered-searches.ts';
import { tunedStorage } from '../src/sqlite-storage.ts';

/** Every search asks the columns, which are evicted often. */
const EAGER_COLUMNS = { recordsMin: 0, isEager: true, changesKept: 8 };
const FEW_COLUMNS = 2 * 1024 * 1024;

/** Kept as they are: numbers rise, and what other connections see of changes goes on, as in a file that is in use. */
const KEPT_TABLES = ['sequences', 'look_ups', 'changed_records'];

/**
 * Defines the conformance kit for a storage on a file. A case gets the storage of the case before it, whose tables are
 * emptied: opening a file and starting its threads takes longer than most cases. A case that closes its storage leaves
 * none.
 */
export function fileConformance(
  name: string,
  openAt: (path: string) => Storage,
  limits: Pick<ConformanceOptions, 'facets'> = {},
): void {
  let left: { readonly path: string; readonly storage: Storage } | null = null;
  const folders: string[] = [];

  async function openFile(): Promise<{ readonly path: string; readonly storage: Storage }> {
    const folder = await mkdtemp(join(tmpdir(), 'vitrine-conformance-'));
    folders.push(folder);
    const path = join(folder, 'data.db');
    return { path, storage: openAt(path) };
  }

  afterAll(async () => {
    await left?.storage.close();
    await Promise.all(folders.map((folder) => rm(folder, { recursive: true })));
  });

  storageConformance(
    { describe, test },
    {
      name,
      durable: true,
      ...limits,
      async open() {
        const opened = left ?? (await openFile());
        left = null;
        let { storage } = opened;
        return {
          storage,
          async reopen() {
            await storage.close();
            storage = openAt(opened.path);
            return storage;
          },
          async close() {
            const isOpen = await storage.ping().then(
              () => true,
              () => false,
            );
            if (!isOpen) return;
            emptyTables(opened.path);
            // The reads of one turn of the event loop share a snapshot.
            await nextTurn();
            left = { path: opened.path, storage };
          },
        };
      },
    },
  );
}

function emptyTables(path: string): void {
  const database = new Database(path);
  const tables = database
    .prepare("SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite_%'")
    .pluck()
    .all() as string[];
  const emptied = tables.filter((table) => !KEPT_TABLES.includes(table));
  database.transaction(() => {
    for (const table of emptied) database.exec(`DELETE FROM ${table}`);
  })();
  database.close();
}

/** Defines the conformance kit for a storage with columns. @param codesMax the different texts of a column that is not wide. */
export function columnConformance(name: string, codesMax: number): void {
  const searches = answeredSearches();
  fileConformance(
    name,
    (path) => searches.of(tunedStorage({ path, columnBytes: FEW_COLUMNS }, { ...EAGER_COLUMNS, codesMax })),
    SEARCHED_BY_DAY,
  );

  test('columns answered each kind of search', () => {
    expect([...searches.seen]).toEqual(
      expect.arrayContaining([...ANSWERED_BY_COLUMNS, 'find id', 'find index', 'find near']),
    );
  });
}
