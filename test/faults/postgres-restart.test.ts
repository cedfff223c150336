import { setTimeout as wait } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { startCluster } from '../postgres/cluster.ts';
import { verifies } from '../requirements.ts';
import { seededRun } from '../seeded.ts';
import { makeTimer } from './neighbours/account.ts';
import { startLoad } from './restart-load.ts';
import { startProcess } from './server-process.ts';
import { ACCOUNT_KEY, compare, createStore, readAll, request } from './versioned-records.ts';

const draw = seededRun();

const BACK_WITHIN = 5_000;

/** One request for each way in which the server reads. */
const READS = [
  ['GET', ''],
  ['GET', '/records'],
  ['POST', '/records/search'],
  ['POST', '/records/count'],
  ['GET', '/records/export?format=csv'],
] as const;

/** What an opening of a picture gives. */
interface Shown {
  readonly status: number;
  readonly type: string | null;
  readonly isDrawn: boolean;
}
const DRAWN: Shown = { status: 200, type: 'image/gif', isDrawn: true };
const PIXEL: Shown = { ...DRAWN, isDrawn: false };

async function openPicture(url: string): Promise<Shown> {
  const response = await fetch(url);
  const { byteLength } = await response.arrayBuffer();
  return { status: response.status, type: response.headers.get('content-type'), isDrawn: byteLength > 1_000 };
}

test(
  'killing and restarting PostgreSQL under 16 writers loses no acknowledged write, and the server recovers by itself; its pictures stay',
  verifies('operations.acknowledged-writes', 'live.pictures.away'),
  async () => {
    const cluster = await startCluster({ durable: true });
    try {
      const server = await startProcess({
        VITRINE_DATABASE_URL: cluster.url,
        VITRINE_ACCOUNT_KEY: ACCOUNT_KEY,
        VITRINE_LOG_LEVEL: 'error',
      });
      try {
        const probe = async (path: string) => (await fetch(`${server.url}${path}`)).status;
        const storeId = await createStore(server);
        const timer = await makeTimer({ url: server.url, key: ACCOUNT_KEY }, {});
        const load = startLoad(server, storeId);
        const rounds: object[] = [];
        for (const signal of ['SIGKILL', 'SIGQUIT', 'SIGKILL', 'SIGQUIT'] as const) {
          await load.allServed();
          expect(await openPicture(`${server.url}${timer}`)).toEqual(DRAWN);
          await wait(500 + draw() * 500);
          const before = { acknowledged: load.acknowledged, refused: load.refused };
          await cluster.kill(signal);
          await wait(1_200);
          expect([await probe('/healthz'), await probe('/readyz')]).toEqual([200, 503]);
          for (const [method, path] of READS) {
            const { status, headers } = await request(server, method, `/${storeId}${path}`);
            expect({ path, status, retryAfter: headers.get('retry-after') }).toEqual({
              path,
              status: 503,
              retryAfter: '1',
            });
          }
          // A mail shows its pictures meanwhile, and never an error.
          expect(await openPicture(`${server.url}${timer}`)).toEqual(DRAWN);
          expect(await openPicture(`${server.url}/i/AAAAAAAAAAAA`)).toEqual(PIXEL);
          const refused = load.refused - before.refused;
          expect(refused).toBeGreaterThan(16);
          await cluster.start();
          const restartedAt = performance.now();
          await load.allServed();
          const backAfter = Math.round(performance.now() - restartedAt);
          rounds.push({ signal, acknowledged: before.acknowledged, refused, backAfter });
          expect(backAfter).toBeLessThan(BACK_WITHIN);
        }
        // A readiness result is cached for a second.
        await wait(1_100);
        expect(await probe('/readyz')).toBe(200);
        await load.stop();
        const records = await readAll(server, storeId);
        console.log({
          rounds,
          acknowledged: load.acknowledged,
          found: records.length,
          slowest: Math.round(load.slowest),
        });
        expect([...load.faults, ...compare(records, load.expected)]).toEqual([]);
        expect(load.acknowledged).toBeGreaterThan(1_000);
        // Node ends a process at the first unhandled rejection.
        expect([server.child.exitCode, server.child.signalCode]).toEqual([null, null]);
        expect(server.stderr()).not.toMatch(/unhandled|uncaught/i);
        expect(await server.end('SIGTERM')).toEqual({ code: 0, signal: null });
      } finally {
        await server.end('SIGKILL');
      }
    } finally {
      await cluster.stop();
    }
  },
);
