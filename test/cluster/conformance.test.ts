import { storageConformance } from '@vitrine/core/conformance';
import { afterAll, beforeAll, describe, test } from 'vitest';
import { profileOf } from '../../packages/storage-postgres/src/dialect/backends.ts';
import { storageByProfile } from '../../packages/storage-postgres/src/storage-by-profile.ts';
import { ask } from '../postgres/ask.ts';
import { reusedSchemas } from '../postgres/reused-schemas.ts';
import { type CitusCluster, citusMissing, startCitus } from './citus.ts';

const REMEMBER_FOR = 10;

describe.skipIf(citusMissing())('the storage contract on the engine', () => {
  let citus: CitusCluster;
  let created = 0;

  beforeAll(async () => {
    citus = await startCitus({ shards: 4 });
  });
  afterAll(() => citus.stop());

  async function createSchema(): Promise<string> {
    const schema = `s${++created}`;
    await ask(citus.coordinator.url, `CREATE SCHEMA ${schema}`);
    return `${citus.coordinator.url}?options=-c%20search_path%3D${schema}`;
  }

  storageConformance(
    // Each case has tables of its own.
    { describe, test: test.concurrent },
    {
      name: 'Citus',
      durable: true,
      open: reusedSchemas({
        createSchema,
        rememberFor: REMEMBER_FOR,
        connect: (url) => storageByProfile({ url, pool: 6, rememberFor: REMEMBER_FOR }, profileOf('citus')),
        tables: 'NOT relation_is_a_known_shard(pg_class.oid)',
      }),
    },
  );
});
