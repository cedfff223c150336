import { setTimeout as wait } from 'node:timers/promises';
import type { OpenedStorage } from '@vitrine/core/conformance';
import type { Storage } from '@vitrine/core/storage';
import pg from 'pg';
import { afterAll } from 'vitest';

export interface ReusedSchemasOptions {
  /** Creates a schema without tables, and returns its URL, which has the schema as its search path. */
  createSchema(): Promise<string>;
  /** Returns a storage with the tables of the URL's schema. */
  connect(url: string): Storage;
  /** Milliseconds for which the storage caches rows, and after which it does not know those of the case before. */
  readonly rememberFor: number;
  /** A condition on `pg_class` for the tables that are emptied. Default: all tables of the schema. */
  readonly tables?: string;
}

interface Reused {
  readonly url: string;
  /** Empties the tables. */
  readonly cleaner: pg.Client;
  readonly storage: Storage;
}

/** Kept as they are: numbers rise, and what other connections see of changes goes on, as in a database that is in use. */
const KEPT_TABLES = ['layout', 'sequences', 'record_changes', 'watched_stores', 'trimmed_changes'];

/**
 * Returns a function that opens a storage without records for a case of the conformance kit. A case gets the storage of a
 * case before it, whose tables are emptied: creating the tables of a schema takes half a second of a processor, and new
 * connections take longer than most cases. A case that closes its storage leaves the tables. Call it where tests are defined:
 * it closes the storages after them.
 */
export function reusedSchemas(options: ReusedSchemasOptions): () => Promise<OpenedStorage> {
  const { createSchema, connect, rememberFor, tables = 'true' } = options;
  const left: Reused[] = [];
  let creating: Promise<unknown> = Promise.resolve();

  async function createTables(): Promise<Reused> {
    const url = await createSchema();
    const storage = connect(url);
    await storage.migrate();
    const cleaner = new pg.Client({ connectionString: url });
    cleaner.on('error', () => undefined);
    await cleaner.connect();
    return { url, cleaner, storage };
  }

  /** One schema after the other: Citus locks the cluster for it. */
  function create(): Promise<Reused> {
    const next = creating.then(createTables);
    creating = next.catch(() => undefined);
    return next;
  }

  afterAll(async () => {
    for (const { cleaner, storage } of left) {
      await storage.close();
      await cleaner.end();
    }
  });

  return async () => {
    const { url, cleaner, ...reused } = left.pop() ?? (await create());
    let { storage } = reused;
    return {
      storage,
      async reopen() {
        await storage.close();
        storage = connect(url);
        return storage;
      },
      async close() {
        const isOpen = await storage.ping().then(
          () => true,
          () => false,
        );
        await cleaner.query(emptyTables(tables));
        await wait(rememberFor);
        left.push({ url, cleaner, storage: isOpen ? storage : connect(url) });
      },
    };
  };
}

/** Returns a statement that empties the tables of the current schema. TRUNCATE would create all files again. */
function emptyTables(condition: string): string {
  return `DO $$
DECLARE
  emptied regclass;
BEGIN
  FOR emptied IN
    SELECT pg_class.oid
    FROM pg_class
    WHERE relnamespace = CAST(current_schema() AS regnamespace)
    AND relkind = 'r'
    AND relname NOT IN ('${KEPT_TABLES.join("', '")}')
    AND ${condition}
  LOOP
    EXECUTE 'DELETE FROM ' || emptied;
  END LOOP;
END $$`;
}
