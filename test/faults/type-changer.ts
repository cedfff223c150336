import { accountPrincipal, createVitrine } from '@vitrine/core';
import { postgresStorage } from '@vitrine/storage-postgres';
import { sqliteStorage } from '@vitrine/storage-sqlite';

// Runs in a process that is killed at one of its statements (`kill-at-statement.ts`). Changes the type of a property, with a
// write in between.

const [url = '', accountId = '', store = ''] = process.argv.slice(2);

const vitrine = await createVitrine({
  storage: url.startsWith('sqlite:')
    ? sqliteStorage({ path: url.slice('sqlite:'.length) })
    : postgresStorage({ url, pool: 6 }),
});
const me = accountPrincipal(accountId);
const change = await vitrine.stores.changePropertyType(me, store, 'price', { type: 'number' });
if (change.status === 'running') await vitrine.records.patch(me, store, 's1', { price: '100' });
while ((await vitrine.runDueJobs()) > 0);
await vitrine.close();
