import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Storage } from '@vitrine/core/storage';
import { BACKENDS } from '@vitrine/storage-postgres/options';
import { sqliteStorage } from '@vitrine/storage-sqlite';
import { afterAll, beforeAll, describe } from 'vitest';
import { profileOf } from '../../packages/storage-postgres/src/dialect/backends.ts';
import { storageByProfile } from '../../packages/storage-postgres/src/storage-by-profile.ts';
import { tunedStorage } from '../../packages/storage-sqlite/src/sqlite-storage.ts';
import { rounds } from '../nightly.ts';
import { createTestDatabase } from '../postgres/database.ts';
import { inTurns } from './in-turns.ts';

/** Milliseconds. A change of cached data on a new connection waits that long. */
const REMEMBER_FOR = 10;

/** Programs of each storage with columns, of which there are four: `pnpm fuzz:columns` runs more. */
const COLUMN_PROGRAMS = rounds(40, 500);
/** Those on PostgreSQL, which take longer. */
const POSTGRES_COLUMN_PROGRAMS = rounds(20, 200);
/** Bytes for the columns of one store of the programs, or of two small ones. */
const FEW_COLUMNS = 8 * 1024 * 1024;
/** Every search asks the columns. The log is so short that columns are loaded again now and then. */
const EAGER_COLUMNS = { recordsMin: 0, codesMax: 4_096, isEager: true, changesKept: 8 };

/** A storage that must return the same results as the storage in memory. */
interface Contestant {
  readonly name: string;
  /** The programs of every run. Set for storages that answer searches from columns. */
  readonly programs?: number;
  open(): Promise<{ storage: Storage; close(): Promise<void> }>;
}

/** A storage that answers searches from columns. */
function withColumns(name: string, openAt: (path: string) => Storage): Contestant {
  return { ...inFile(name, openAt), programs: COLUMN_PROGRAMS };
}

/** PostgreSQL with a new database. */
function onPostgres(
  name: string,
  openAt: (url: string) => Storage,
  { programs = 0, migrated = true }: { readonly programs?: number; readonly migrated?: boolean } = {},
): Contestant {
  return {
    name,
    programs,
    async open() {
      const database = await createTestDatabase({ migrated });
      const storage = openAt(database.url);
      return {
        storage,
        async close() {
          await storage.close();
          await database.drop();
        },
      };
    },
  };
}

function postgresWithColumns(codesMax: number): (url: string) => Storage {
  const columns = { columnBytes: FEW_COLUMNS, recordsMin: 0, codesMax, isEager: true, keepChangesFor: 50 };
  return (url) => storageByProfile({ url, pool: 8, ...columns }, profileOf('postgres'));
}

function inFile(name: string, openAt: (path: string) => Storage): Contestant {
  return {
    name,
    async open() {
      const folder = await mkdtemp(join(tmpdir(), 'vitrine-differential-'));
      const storage = openAt(join(folder, 'records.db'));
      return {
        storage,
        async close() {
          await storage.close();
          await rm(folder, { recursive: true });
        },
      };
    },
  };
}

const contestants: readonly Contestant[] = [
  {
    name: 'SQLite in memory',
    async open() {
      const storage = sqliteStorage({ path: ':memory:' });
      return { storage, close: () => storage.close() };
    },
  },
  inFile('SQLite in a file', (path) => sqliteStorage({ path })),
  withColumns('SQLite with columns that are loaded at once, evicted often, and a short log', (path) =>
    tunedStorage({ path, columnBytes: FEW_COLUMNS }, EAGER_COLUMNS),
  ),
  withColumns('SQLite with columns of wide text, opened twice', (path) => {
    const tuning = { ...EAGER_COLUMNS, codesMax: 1 };
    const open = () => tunedStorage({ path, columnBytes: FEW_COLUMNS }, tuning);
    return inTurns(open(), open());
  }),
  onPostgres(
    'PostgreSQL with columns that are loaded at once, evicted often, and a short log',
    postgresWithColumns(4_096),
    { programs: POSTGRES_COLUMN_PROGRAMS },
  ),
  onPostgres(
    'PostgreSQL with columns of wide text on two servers',
    (url) => inTurns(postgresWithColumns(1)(url), postgresWithColumns(1)(url)),
    { programs: POSTGRES_COLUMN_PROGRAMS },
  ),
  ...BACKENDS.map((backend) =>
    onPostgres(
      backend === 'postgres' ? 'PostgreSQL' : `PostgreSQL with the profile of ${backend}`,
      (url) => storageByProfile({ url, pool: 8, rememberFor: REMEMBER_FOR }, profileOf(backend)),
      { migrated: backend === 'postgres' },
    ),
  ),
];

/** Defines tests for every storage, on one database for all tests of a storage. `programs` is the number to run with columns. */
export function onEveryContestant(define: (storage: () => Storage, programs?: number) => void): void {
  describe.each(contestants)('$name returns the same as the reference in memory', ({ open, programs }) => {
    let opened: Awaited<ReturnType<typeof open>>;

    beforeAll(async () => {
      opened = await open();
      await opened.storage.migrate();
    });
    afterAll(() => opened.close());

    define(() => opened.storage, programs);
  });
}
