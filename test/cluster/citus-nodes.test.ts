import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { PostgresSetupError } from '../../packages/storage-postgres/src/connections/connection/setup-error.ts';
import { postgresStorage } from '../../packages/storage-postgres/src/postgres-storage.ts';
import { ask } from '../postgres/ask.ts';
import { type CitusCluster, citusMissing, setSystem, startCitus } from './citus.ts';

describe.skipIf(citusMissing())('the start on Citus', () => {
  let citus: CitusCluster;

  beforeAll(async () => {
    citus = await startCitus({ workers: 1 });
  });
  afterAll(() => citus.stop());

  async function migrate(): Promise<unknown> {
    const storage = postgresStorage({ url: citus.coordinator.url, backend: 'citus' });
    try {
      return await storage.migrate();
    } catch (error) {
      return error;
    } finally {
      await storage.close();
    }
  }

  async function withWorkerSetting(setting: string, good: string, run: () => Promise<void>): Promise<void> {
    const [worker] = citus.workers;
    if (worker === undefined) throw new Error('no worker');
    await setSystem(worker, setting);
    try {
      await run();
    } finally {
      await setSystem(worker, good);
    }
  }

  test.each([
    [
      'synchronous_commit = off',
      'synchronous_commit = on',
      /Citus worker 127\.0\.0\.1:\d+: synchronous_commit is off/,
    ],
    ['lock_timeout = 0', "lock_timeout = '10s'", /Citus worker 127\.0\.0\.1:\d+: lock_timeout is 0/],
  ])('is refused with one line while a worker has %s', async (setting, good, message) => {
    await withWorkerSetting(setting, good, async () => {
      const error = await migrate();
      expect(error).toBeInstanceOf(PostgresSetupError);
      expect(String(error)).toMatch(message);
      expect(String(error)).not.toContain('\n');
    });
  });

  test('distributes records and the guards of their stores, and makes every other table known to Citus', async () => {
    expect(await migrate()).toMatchObject({ from: 0 });
    const kinds = await ask(
      citus.coordinator.url,
      `SELECT relname AS name, coalesce(citus_table_type, 'unknown') AS kind
FROM pg_class
LEFT JOIN citus_tables ON table_name = pg_class.oid
WHERE relnamespace = CAST('public' AS regnamespace)
AND relkind = 'r'
AND NOT relation_is_a_known_shard(pg_class.oid)`,
    );
    const named = new Map(kinds.map(({ name, kind }) => [name, kind]));
    expect(['records', 'store_guards'].map((name) => named.get(name))).toEqual(Array(2).fill('distributed'));
    const others = kinds.filter(({ kind }) => kind !== 'distributed');
    expect(others.filter(({ kind }) => kind === 'unknown')).toEqual([{ name: 'layout', kind: 'unknown' }]);
  });
});
