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

  beforeAll(async () => {
    citus = await startCitus({ shards: 4 });
  });
  afterAll(() => citus.stop());

  storageConformance(
    { describe, test },
    {
      name: 'Citus',
      durable: true,
      async open() {
        const { url } = citus.coordinator;
        const schema = `s${++schemas}`;
        await ask(url, `CREATE SCHEMA ${schema}`);
        const open = () =>
          storageByProfile(
            { url: `${url}?options=-c%20search_path%3D${schema}`, pool: 6, rememberFor: REMEMBER_FOR },
            profileOf('citus'),
          );
        let storage = open();
        return {
          storage,
          async reopen() {
            await storage.close();
            storage = open();
            return storage;
          },
          async close() {
            await storage.close();
            await ask(url, `DROP SCHEMA ${schema} CASCADE`);
          },
        };
      },
    },
  );
});
