import type { OpenedStorage } from '@vitrine/core/conformance';
import type { Storage } from '@vitrine/core/storage';
import { ask } from './ask.ts';

export interface ReusedSchemasOptions {
  /** Creates a schema without tables, and returns its URL, which has the schema as its search path. */
  createSchema(): Promise<string>;
  /** Returns a storage with the tables of the URL's schema. */
  connect(url: string): Storage;
  /** A condition on `pg_class` for the tables that are emptied. Default: all tables of the schema. */
  readonly tables?: string;
}

/**
 * Returns a function that opens a storage without records for a case of the conformance kit. A closed storage leaves
 * its schema, with empty tables, to the next one: creating the tables of a schema takes half a second of a processor,
 * emptying them a tenth.
 */
export function reusedSchemas(options: ReusedSchemasOptions): () => Promise<OpenedStorage> {
  const { createSchema, connect, tables = 'true' } = options;
  const empty: string[] = [];
  let creating: Promise<unknown> = Promise.resolve();

  async function createTables(): Promise<string> {
    const url = await createSchema();
    const storage = connect(url);
    await storage.migrate();
    await storage.close();
    return url;
  }

  /** One schema after the other: Citus locks the cluster for it. */
  function create(): Promise<string> {
    const next = creating.then(createTables);
    creating = next.catch(() => undefined);
    return next;
  }

  return async () => {
    const url = empty.pop() ?? (await create());
    let storage = connect(url);
    return {
      storage,
      async reopen() {
        await storage.close();
        storage = connect(url);
        return storage;
      },
      async close() {
        await storage.close();
        await emptySchema(url, tables);
        empty.push(url);
      },
    };
  };
}

/** Empties the tables of a schema that has no other connection. */
async function emptySchema(url: string, condition: string): Promise<void> {
  const tables = await ask(
    url,
    `SELECT CAST(pg_class.oid AS regclass) AS name
FROM pg_class
WHERE relnamespace = CAST(current_schema() AS regnamespace)
AND relkind = 'r'
AND relname <> 'layout'
AND ${condition}`,
  );
  // TRUNCATE creates all files again. The counters are those of a new database.
  const statements = tables.map(({ name }) =>
    name === 'sequences' ? 'UPDATE sequences SET last = 0;' : `DELETE FROM ${name};`,
  );
  await ask(url, `DO $$ BEGIN\n${statements.join('\n')}\nEND $$`);
}
