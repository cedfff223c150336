import { expect, test } from 'vitest';
import { verifies } from '../requirements.ts';
import { ImportClient, withDatabase } from './import-client.ts';
import { type ServerProcess, startProcess } from './server-process.ts';
import { ACCOUNT_KEY } from './versioned-records.ts';

const KEYS = 60_000;
/** Each key is in the file twice, with other values, so a line that is written again would be noticed. */
const LINES = 2 * KEYS;
/** Every such line has no number, but a text with its place. */
const REFUSED_EVERY = 1_000;
/** Milliseconds between two requests for the progress. */
const PROGRESS_EVERY = 5;

/** Returns the lines of a file of keys, first with the number of each key, then with twice that number. */
function fileOf(): string {
  const lines = Array.from({ length: LINES }, (_, at) => {
    const key = at % KEYS;
    const n = at % REFUSED_EVERY === REFUSED_EVERY - 1 ? `none ${at}` : String(at < KEYS ? key : 2 * key);
    return `k${key},${n}`;
  });
  return `key,n\n${lines.join('\n')}\n`;
}

test.each(['SQLite', 'PostgreSQL'] as const)(
  'an import continues on the other of two servers when the one that works on it is killed, on %s',
  verifies('import.resumes'),
  async (kind) => {
    await withDatabase(kind, async (url) => {
      const environment = {
        VITRINE_DATABASE_URL: url,
        VITRINE_ACCOUNT_KEY: ACCOUNT_KEY,
        VITRINE_LOG_LEVEL: 'error',
      };
      const servers: ServerProcess[] = [];
      const start = async () => {
        const server = await startProcess(environment);
        servers.push(server);
        return server;
      };
      try {
        const one = await start();
        const first = new ImportClient(one, ACCOUNT_KEY);
        const { id } = await first.post<{ id: string }>('', {
          name: 'Imported',
          properties: [
            { name: 'key', type: 'string', unique: true },
            { name: 'n', type: 'number' },
          ],
        });
        const file = fileOf();
        const path = await first.start(id, file);
        // Nobody else works yet, so the server that is killed is the one that imports.
        const before = await first.until(path, ({ read }) => read >= KEYS / 10, PROGRESS_EVERY);
        await one.end('SIGKILL');

        const [two, three] = await Promise.all([start(), start()]);
        const [second, third] = [new ImportClient(two, ACCOUNT_KEY), new ImportClient(three, ACCOUNT_KEY)];
        // Now either of the two does. The one that stays ends it, whichever was killed.
        const between = await second.until(
          path,
          ({ read }) => read >= (before.read + LINES) / 2,
          PROGRESS_EVERY,
        );
        await two.end('SIGKILL');
        const done = await third.until(path);

        const refused = LINES / REFUSED_EVERY;
        console.log({ kind, killedAt: [before.read, between.read], of: LINES });
        expect(before.read).toBeLessThan(LINES);
        expect(between.read).toBeLessThan(LINES);
        // A line that was written twice would be counted twice, or as unchanged.
        expect(done).toMatchObject({
          status: 'done',
          read: LINES,
          refused,
          created: KEYS - refused / 2,
        });
        expect(done.updated + done.unchanged).toBe(KEYS - refused / 2);
        const { count } = await third.post<{ count: number }>(`/${id}/records/count`, {});
        expect(count).toBe(KEYS - refused / 2);
        const sum = { op: 'sum', field: 'n' };
        const { result } = await third.post<{ result: number }>(`/${id}/records/aggregate`, sum);
        const expected = Array.from({ length: KEYS }, (_, key) => 2 * key)
          .filter((_, key) => (key + KEYS) % REFUSED_EVERY !== REFUSED_EVERY - 1)
          .reduce((total, n) => total + n, 0);
        expect(result).toBe(expected);
        const lines = (await third.text(`${path}/refused`)).trim().split('\n').slice(1);
        expect(lines).toHaveLength(refused);
        expect(new Set(lines).size).toBe(lines.length);
      } finally {
        await Promise.all(servers.map((server) => server.end('SIGKILL')));
      }
    });
  },
);
