import { accountPrincipal, createVitrine } from '@vitrine/core';
import { startServer } from '@vitrine/http';
import { sqliteStorage } from '@vitrine/storage-sqlite';

const [path = 'vitrine.db', port = '8080'] = process.argv.slice(2);
const key = 'a-key-for-this-example-only';

const vitrine = await createVitrine({ storage: sqliteStorage({ path }) });
const account = await vitrine.accounts.ensure('Example');
await vitrine.apiKeys.ensureKey(accountPrincipal(account.id), { name: 'example', key });

const server = await startServer({ vitrine, port: Number(port) });
console.log(`curl -sS ${server.url}/v2/whoami -H 'Authorization: Bearer ${key}'`);

for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, () => server.stop());
