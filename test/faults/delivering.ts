import { createVitrine } from '@vitrine/core';
import { webhookSender } from '@vitrine/media';
import { postgresStorage } from '@vitrine/storage-postgres';
import { sqliteStorage } from '@vitrine/storage-sqlite';

// Runs in a process that is killed at one of its statements (`kill-at-statement.ts`). Sends what webhooks wait for.

const [url = ''] = process.argv.slice(2);
const vitrine = await createVitrine({
  storage: url.startsWith('sqlite:')
    ? sqliteStorage({ path: url.slice('sqlite:'.length) })
    : postgresStorage({ url, pool: 6 }),
  webhookSender: webhookSender({ allowPrivateFetch: true }),
});
while ((await vitrine.runDueJobs()) > 0);
await vitrine.close();
