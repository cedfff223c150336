import { storageConformance } from '@vitrine/core/conformance';
import { afterAll, beforeAll, describe, test } from 'vitest';
import { profileOf } from '../../packages/storage-postgres/src/backends.ts';
import { storageByProfile } from '../../packages/storage-postgres/src/postgres-storage.ts';
import { ask } from '../postgres/ask.ts';
import { type CitusCluster, citusMissing, startCitus } from './citus.ts';

const REMEMBER_FOR = 10;

describe.skipIf(citusMissing())('the storage contract on the engine', () => {
  let citus: CitusCluster;
  let schemas = 0;
  let created: Promise<unknown> = Promise.resolve();
  /** Schemas with empty tables. Creating the tables of one takes seconds, emptying them much less. */
  const empty: string[] = [];

  beforeAll(async () => {
    citus = await startCitus({ shards: 4 });
  });
  afterAll(() => citus.stop());

  const openSchema = (schema: string) =>
    storageByProfile(
      {
        url: `${citus.coordinator.url}?options=-c%20search_path%3D${schema}`,
        pool: 6,
        rememberFor: REMEMBER_FOR,
      },
      profileOf('citus'),
    );

  async function createSchema(): Promise<string> {
    const schema = `s${++schemas}`;
    await ask(citus.coordinator.url, `CREATE SCHEMA ${schema}`);
    const storage = openSchema(schema);
    await storage.migrate();
    await storage.close();
    return schema;
  }

  /** Returns a schema with empty tables. They are created one schema after the other: Citus locks the cluster for it. */
  function takeSchema(): string | Promise<string> {
    const left = empty.pop();
    if (left !== undefined) return left;
    const next = created.then(createSchema);
    created = next;
    return next;
  }

  async function emptySchema(schema: string): Promise<void> {
    const { url } = citus.coordinator;
    const tables = await ask(
      url,
      `SELECT CAST(pg_class.oid AS regclass) AS name
FROM pg_class
WHERE relnamespace = CAST('${schema}' AS regnamespace)
AND relkind = 'r'
AND relname <> 'layout'
AND NOT relation_is_a_known_shard(pg_class.oid)`,
    );
    // TRUNCATE creates all files again.
    const deletions = tables.map(({ name }) => `DELETE FROM ${name};`);
    await ask(url, `DO $$ BEGIN\n${deletions.join('\n')}\nEND $$`);
    empty.push(schema);
  }

  storageConformance(
    // Each case has tables of its own.
    { describe, test: test.concurrent },
    {
      name: 'Citus',
      durable: true,
      async open() {
        const schema = await takeSchema();
        let storage = openSchema(schema);
        return {
          storage,
          async reopen() {
            await storage.close();
            storage = openSchema(schema);
            return storage;
          },
          async close() {
            await storage.close();
            await emptySchema(schema);
          },
        };
      },
    },
  );
});
