import { serve } from '@hono/node-server';
import { type FloorTable, floorApp } from './app.ts';

// `node server.ts <database url> <port> <key>`

const [url = '', port = '0', key = ''] = process.argv.slice(2);

/** Loads only the driver in use, because the start is measured too. */
async function openTable(): Promise<FloorTable> {
  if (url.startsWith('sqlite:'))
    return (await import('./sqlite-table.ts')).openSqliteTable(url.slice('sqlite:'.length));
  return (await import('./postgres-table.ts')).openPostgresTable(url);
}

const table = await openTable();
const server = serve({ fetch: floorApp(table, key).fetch, hostname: '127.0.0.1', port: Number(port) });
process.once('SIGTERM', async () => {
  server.close();
  await table.close();
  process.exit(0);
});
