import { ask } from './ask.ts';

/** Schemas with empty tables. Creating the tables of one takes half a second of a processor, emptying them a tenth. */
export interface ReusedSchemas {
  /** Returns the URL of a schema that nobody uses. */
  take(): Promise<string>;
  /** Empties the tables of a schema for the next one who takes it. No connection may use it any more. */
  giveBack(url: string): Promise<void>;
}

export interface ReusedSchemasOptions {
  /** Creates a schema with tables, and returns its URL, which has the schema as its search path. */
  create(): Promise<string>;
  /** A condition on `pg_class` for the tables that are emptied. Default: all tables of the schema. */
  readonly tables?: string;
}

export function reusedSchemas({ create, tables = 'true' }: ReusedSchemasOptions): ReusedSchemas {
  const empty: string[] = [];
  return {
    take: async () => empty.pop() ?? create(),
    async giveBack(url) {
      await emptySchema(url, tables);
      empty.push(url);
    },
  };
}

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
