import { storageConformance } from '@vitrine/core/conformance';
import { afterAll, beforeAll, describe, test } from 'vitest';
import { profileOf } from '../../packages/storage-postgres/src/backends.ts';
import { storageByProfile } from '../../packages/storage-postgres/src/storage-by-profile.ts';
import { ask } from '../postgres/ask.ts';
import { reusedSchemas } from '../postgres/reused-schemas.ts';
import { type CitusCluster, citusMissing, startCitus } from './citus.ts';

const REMEMBER_FOR = 10;

describe.skipIf(citusMissing())('the storage contract on the engine', () => {
  let citus: CitusCluster;
  let created = 0;
  let creating: Promise<unknown> = Promise.resolve();

  beforeAll(async () => {
    citus = await startCitus({ shards: 4 });
  });
  afterAll(() => citus.stop());

  const open = (url: string) =>
    storageByProfile({ url, pool: 6, rememberFor: REMEMBER_FOR }, profileOf('citus'));

  async function createSchema(): Promise<string> {
    const schema = `s${++created}`;
    await ask(citus.coordinator.url, `CREATE SCHEMA ${schema}`);
    const url = `${citus.coordinator.url}?options=-c%20search_path%3D${schema}`;
    const storage = open(url);
    await storage.migrate();
    await storage.close();
    return url;
  }

  const schemas = reusedSchemas({
    /** Creates one schema after the other: Citus locks the cluster for it. */
    create() {
      const next = creating.then(createSchema);
      creating = next.catch(() => undefined);
      return next;
    },
    tables: 'NOT relation_is_a_known_shard(pg_class.oid)',
  });

  storageConformance(
    // Each case has tables of its own.
    { describe, test: test.concurrent },
    {
      name: 'Citus',
      durable: true,
      async open() {
        const url = await schemas.take();
        let storage = open(url);
        return {
          storage,
          async reopen() {
            await storage.close();
            storage = open(url);
            return storage;
          },
          async close() {
            await storage.close();
            await schemas.giveBack(url);
          },
        };
      },
    },
  );
});
