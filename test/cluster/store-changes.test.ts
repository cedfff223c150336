import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { postgresStorage } from '../../packages/storage-postgres/src/postgres-storage.ts';
import { ask } from '../postgres/ask.ts';
import { seededRun } from '../seeded.ts';
import { type CitusCluster, citusMissing, setSystem, startCitus } from './citus.ts';
import { ACCOUNT, storeNamed } from './stores.ts';

const draw = seededRun();

const ROUNDS = Number(process.env.CITUS_KILL_ROUNDS ?? 20);
const WRITERS = 8;

describe.skipIf(citusMissing())('while the coordinator is killed', () => {
  let citus: CitusCluster;

  beforeAll(async () => {
    citus = await startCitus({ durable: true });
    // Holds each commit of the coordinator for 100 ms after those of the workers are prepared, and Citus finishes
    // prepared transactions a second after the restart.
    await setSystem(citus.coordinator, 'commit_delay = 100000');
    await setSystem(citus.coordinator, 'commit_siblings = 0');
    await setSystem(citus.coordinator, "citus.recover_2pc_interval = '1s'");
  });
  afterAll(() => citus.stop());

  test('a deletion of a store and its job are both committed or neither, and no number is assigned twice', async () => {
    const { coordinator } = citus;
    const storage = postgresStorage({ url: coordinator.url, backend: 'citus', connectTimeout: 1_000 });
    try {
      await storage.migrate();
      let stopped = false;
      let created = 0;
      let deleted = 0;

      async function createAndDelete(writer: number): Promise<void> {
        for (let turn = 0; !stopped; turn++) {
          const id = `s${writer}-${turn}`;
          try {
            await storage.stores.insert(storeNamed(id));
            created++;
            const job = { kind: 'purge', payload: id, key: id, runAt: 1, accountId: ACCOUNT };
            await storage.stores.markDeleted({ id, accountId: ACCOUNT }, 2, [job]);
            deleted++;
          } catch {
            await wait(20);
          }
        }
      }

      const writers = Array.from({ length: WRITERS }, (_, writer) => createAndDelete(writer));
      for (let round = 0; round < ROUNDS; round++) {
        const before = created;
        await expect.poll(() => created, { timeout: 30_000 }).toBeGreaterThan(before + WRITERS);
        await wait(draw() * 200);
        await coordinator.kill('SIGKILL');
        await coordinator.start();
      }
      stopped = true;
      await Promise.all(writers);
      const prepared = 'SELECT count(*) AS left FROM pg_dist_transaction';
      await expect
        .poll(async () => Number((await ask(coordinator.url, prepared))[0]?.left), { timeout: 60_000 })
        .toBe(0);

      console.log({ rounds: ROUNDS, created, deleted });
      const withoutJob = `SELECT id FROM stores
WHERE deleted_at IS NOT NULL
AND id NOT IN (SELECT payload FROM jobs)`;
      const withoutDeletion = `SELECT payload FROM jobs
WHERE payload NOT IN (SELECT id FROM stores WHERE deleted_at IS NOT NULL)`;
      const sameNumber = 'SELECT seq FROM stores GROUP BY seq HAVING count(*) > 1';
      expect({
        withoutJob: await ask(coordinator.url, withoutJob),
        withoutDeletion: await ask(coordinator.url, withoutDeletion),
        sameNumber: await ask(coordinator.url, sameNumber),
      }).toEqual({ withoutJob: [], withoutDeletion: [], sameNumber: [] });
      expect(deleted).toBeGreaterThan(ROUNDS);
    } finally {
      await storage.close();
    }
  });
});
