import { expect, test } from 'vitest';
import { recurringJobs } from '../../packages/core/src/jobs/job-kinds.ts';
import { verifies } from '../requirements.ts';
import type { Client } from './client.ts';
import type { DatabaseDump } from './database-dump.ts';
import { call, operations } from './operations.ts';
import { createTargets } from './targets.ts';
import { onOneStorage } from './world.ts';

const MONTH = 31 * 86_400_000;
/** Longer than anything is kept that was deleted. */
const MONTHS = 15;

const LISTS = ['/v2/stores', '/v2/images', '/v2/fonts', '/v2/timers', '/v2/maps', '/v2/webhooks'];

/** Tables that keep rows: deleted images, which can be restored, their bytes, keys, numbers, and the state of queues. */
const KEPT = new Set([
  'account_numbers',
  'account_turns',
  'api_keys',
  'blob_bytes',
  'blob_uses',
  'blobs',
  'changed_records',
  'images',
  'jobs',
]);

async function deleteAll(client: Client): Promise<void> {
  for (const list of LISTS) {
    const { body } = await client.get<{ items?: { id: string }[] } & { id: string }[]>(list);
    for (const { id } of body.items ?? body) await client.delete(`${list}/${id}`);
  }
}

const countsOf = (dump: DatabaseDump) =>
  Object.fromEntries(
    Object.entries(dump).flatMap(([table, rows]) => (KEPT.has(table) ? [] : [[table, rows.length]])),
  );

onOneStorage((arrange) => {
  test(
    'what an account has caused leaves the database with what was deleted',
    verifies('stores.delete.purge', 'timers.frames.life.purged'),
    async () => {
      const { a, dump, ...world } = await arrange();
      // Memory has no tables.
      if (dump === null) return;
      const before = countsOf(await dump());
      const targets = await createTargets({ a, ...world });
      for (const operation of Object.values(operations)) await call(a, operation, targets);
      expect(countsOf(await dump())).not.toEqual(before);
      await deleteAll(a);
      for (let month = 0; month < MONTHS; month++) {
        world.advance(MONTH);
        await world.storage.jobs.enqueue(recurringJobs(world.now()));
        while ((await world.vitrine.runDueJobs()) > 0);
      }
      const after = await dump();
      expect(countsOf(after)).toEqual(before);
      // Only those of deleted images.
      expect(after.blob_uses?.map(({ holder }) => String(holder).split(' ')[0])).toEqual(
        after.blob_uses?.map(() => 'image'),
      );
    },
  );
});
