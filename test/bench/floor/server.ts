import { serve } from '@hono/node-server';
import { type FloorTable, floorApp } from './app.ts';
import { FULL_FORM, LEAN_FORM } from './record-rows.ts';

// `node server.ts <database url> <port> <key> full|lean|indexed`

const [url = '', port = '0', key = '', name] = process.argv.slice(2);
const form = name === 'lean' ? LEAN_FORM : FULL_FORM;
const isIndexed = name === 'indexed';

/** Loads only the driver in use, because the start is measured too. */
async function openTable(): Promise<FloorTable> {
  if (url.startsWith('sqlite:'))
    return (await import('./sqlite-table.ts')).openSqliteTable(url.slice('sqlite:'.length), form, isIndexed);
  return (await import('./postgres-table.ts')).openPostgresTable(url, form, isIndexed);
}

const table = await openTable();
const server = serve({ fetch: floorApp(table, form, key).fetch, hostname: '127.0.0.1', port: Number(port) });
process.once('SIGTERM', async () => {
  server.close();
  await table.close();
  process.exit(0);
});
