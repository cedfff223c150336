import { sqliteStorage } from '@vitrine/storage-sqlite';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { buryJob } from '../../../../test/e2e/targets.ts';
import { verifies } from '../../../../test/requirements.ts';
import { Shop } from '../../test/command-line.ts';

let shop: Shop;
beforeEach(async () => {
  shop = await Shop.open();
});
afterEach(() => shop.close());

async function failJob(reason: string): Promise<number> {
  const storage = sqliteStorage({ path: shop.line.database });
  try {
    return await buryJob(storage, shop.principal.accountId, reason);
  } finally {
    await storage.close();
  }
}

test(
  'shows the storage, jobs, queues and quotas, and enqueues a failed job again',
  verifies('cli.others'),
  async () => {
    const id = await failJob('disk full');
    await shop.vitrine.accounts.changeLimits(shop.principal.accountId, { stores: 1_000 });
    const out = await shop.line.succeed('server', 'status');
    expect(out).toMatch(/^storage +sqlite$/im);
    expect(out).toMatch(/^size +[\d,]+ bytes$/m);
    expect(out).toMatch(/^quotas +stores 1,000$/m);
    expect(out).toMatch(/\n\nJOBS +WAITING {2}RUNNING {2}FAILED {2}OLDEST DUE\n/);
    expect(out).toMatch(new RegExp(`\\nFAILED JOB .*\\n +${id} .* disk full\\n$`));
    const status = JSON.parse(await shop.line.succeed('server', 'status', '--json'));
    expect(status).toMatchObject({
      version: expect.any(String),
      storage: { bytes: expect.any(Number) },
      limits: { account: { stores: 1_000 } },
      failedJobs: [{ id, reason: 'disk full' }],
    });
    // Of this process, which has only just started.
    for (const name of ['uptimeSeconds', 'queues', 'metrics']) expect(status).not.toHaveProperty(name);

    expect(await shop.line.succeed('jobs', 'retry', String(id))).toBe(`queued  ${id}\n`);
    expect(JSON.parse(await shop.line.succeed('server', 'status', '--json')).failedJobs).toEqual([]);
    expect(await shop.line.run('jobs', 'retry', String(id))).toEqual({
      code: 1,
      out: '',
      err: 'error: No such failed job in this account.\n',
    });
  },
);
