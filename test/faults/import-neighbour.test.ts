import { setTimeout as wait } from 'node:timers/promises';
import { postgresStorage } from '@vitrine/storage-postgres';
import { sqliteStorage } from '@vitrine/storage-sqlite';
import { expect, test } from 'vitest';
import { verifies } from '../requirements.ts';
import { ImportClient, withDatabase } from './import-client.ts';
import { probe } from './probe.ts';
import { startProcess } from './server-process.ts';
import { arrangeTwoTenants, type Tenant } from './two-tenants.ts';

const LINES = 60_000;
/** Every such line has no number, so that refused records are written, too. */
const REFUSED_EVERY = 1_000;
/** Imports of one account at once: more than one account may run. */
const IMPORTS = 3;
const HEALTH_WITHIN = 500;
const SEARCH_WITHIN = 5_000;
/** Milliseconds between two requests for the progress, so that these are not the load. */
const PROGRESS_EVERY = 250;
const SEARCH_EVERY = 20;

/** Returns a file with a key and a number. The names differ by file, so that all records are new. */
function fileOf(name: string): string {
  const rows = Array.from({ length: LINES }, (_, at) => {
    const number = at % REFUSED_EVERY === 0 ? 'none' : at;
    return `${name}-${at},${number},the text of line ${at}`;
  });
  return `key,n,text\n${rows.join('\n')}\n`;
}

function openStorage(url: string) {
  return url.startsWith('sqlite:')
    ? sqliteStorage({ path: url.slice('sqlite:'.length) })
    : postgresStorage({ url });
}

/** Searches until the work is done. Returns the milliseconds of each search. */
async function searchDuring(client: ImportClient, { storeId }: Tenant, work: Promise<unknown>) {
  const took: number[] = [];
  const state = { isDone: false };
  const end = () => {
    state.isDone = true;
  };
  work.then(end, end);
  while (!state.isDone) {
    const from = performance.now();
    const filters = [{ field: 'a', op: 'contains', value: 'small 9' }];
    await client.post(`/${storeId}/records/search`, { filters });
    took.push(performance.now() - from);
    await wait(SEARCH_EVERY);
  }
  return took;
}

test.each(['SQLite', 'PostgreSQL'] as const)(
  'healthz and a search of another account stay fast while large files are imported, on %s',
  verifies('import.start'),
  async (kind) => {
    await withDatabase(kind, async (url) => {
      const { heavy, neighbour } = await arrangeTwoTenants(openStorage(url), 0);
      const server = await startProcess({ VITRINE_DATABASE_URL: url, VITRINE_LOG_LEVEL: 'error' });
      try {
        const [importer, searcher] = [
          new ImportClient(server, heavy.key),
          new ImportClient(server, neighbour.key),
        ];
        const { id } = await importer.post<{ id: string }>('', {
          name: 'Imported',
          properties: [
            { name: 'key', type: 'string', unique: true },
            { name: 'n', type: 'number' },
            { name: 'text', type: 'string' },
          ],
        });
        const files = Array.from({ length: IMPORTS }, (_, index) => fileOf(`file${index}`));
        const { result, slowest, took } = await probe(server.url, async () => {
          const importing = Promise.all(
            files.map(async (file) =>
              importer.until(await importer.start(id, file), () => false, PROGRESS_EVERY),
            ),
          );
          const [imports, searches] = await Promise.all([
            importing,
            searchDuring(searcher, neighbour, importing),
          ]);
          return { imports, searches };
        });
        const slowestSearch = Math.max(...result.searches);
        const refused = LINES / REFUSED_EVERY;
        console.log({
          kind,
          linesPerSecond: Math.round((IMPORTS * LINES * 1_000) / took),
          slowestHealthz: Math.round(slowest),
          slowestSearch: Math.round(slowestSearch),
          searches: result.searches.length,
        });
        for (const state of result.imports) {
          expect(state).toMatchObject({ status: 'done', created: LINES - refused, refused });
        }
        expect(slowest).toBeLessThan(HEALTH_WITHIN);
        expect(slowestSearch).toBeLessThan(SEARCH_WITHIN);
      } finally {
        await server.end('SIGKILL');
      }
    });
  },
);
