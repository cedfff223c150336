import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { verifies } from '../requirements.ts';
import { buildKernelShim, type KernelShim, shimObstacle } from './kernel-shim.ts';
import { startLoad } from './restart-load.ts';
import { type ServerProcess, startProcess } from './server-process.ts';
import { ACCOUNT_KEY, compare, createStore, readAll, recordOf, request } from './versioned-records.ts';

const obstacle = shimObstacle();
if (obstacle !== null) console.warn(`NOT TESTED: slow and failing disks, because ${obstacle}.`);

describe.skipIf(obstacle !== null)('a server on a disk that is slow or fails', () => {
  let shim: KernelShim;

  beforeAll(() => {
    shim = buildKernelShim();
  });
  afterAll(() => shim.close());

  async function withServer(
    run: (server: ServerProcess, storeId: string, again: () => Promise<ServerProcess>) => Promise<void>,
  ) {
    const folder = mkdtempSync(join(tmpdir(), 'vitrine-disk-'));
    const environment = {
      VITRINE_DATABASE_URL: `sqlite:${join(folder, 'vitrine.db')}`,
      VITRINE_ACCOUNT_KEY: ACCOUNT_KEY,
      VITRINE_LOG_LEVEL: 'error',
    };
    const started: ServerProcess[] = [];
    const start = async (more: Readonly<Record<string, string>>) => {
      const server = await startProcess({ ...environment, ...more });
      started.push(server);
      return server;
    };
    try {
      const server = await start(shim.environment);
      await run(server, await createStore(server), () => start({}));
    } finally {
      shim.set('fail', 0);
      shim.set('delayMicroseconds', 0);
      await Promise.all(started.map((server) => server.end('SIGKILL')));
      rmSync(folder, { recursive: true, force: true });
    }
  }

  test(
    'each write of a single client is synced before it is acknowledged, and concurrent writes share syncs',
    verifies('operations.acknowledged-writes'),
    () =>
      withServer(async (server, storeId) => {
        const alone = 200;
        const before = shim.syncs();
        for (let index = 0; index < alone; index++) {
          const earlier = shim.syncs();
          const { status } = await request(
            server,
            'POST',
            `/${storeId}/records`,
            recordOf(`alone-${index}`, 1),
          );
          expect(status).toBe(201);
          expect(shim.syncs()).toBeGreaterThan(earlier);
        }
        const syncsAlone = shim.syncs() - before;

        const [clients, each] = [64, 30];
        const beforeTogether = shim.syncs();
        await Promise.all(
          Array.from({ length: clients }, async (_, client) => {
            for (let index = 0; index < each; index++) {
              const key = `together-${client}-${index}`;
              expect((await request(server, 'POST', `/${storeId}/records`, recordOf(key, 1))).status).toBe(
                201,
              );
            }
          }),
        );
        const syncsTogether = shim.syncs() - beforeTogether;
        console.log({ alone, syncsAlone, together: clients * each, syncsTogether });
        expect(syncsTogether).toBeGreaterThan(0);
        expect(syncsTogether).toBeLessThan((clients * each) / 4);
      }),
  );

  test("reads don't wait for a sync of 10 ms, and 64 writers share each sync", () =>
    withServer(async (server, storeId) => {
      await request(server, 'POST', `/${storeId}/records`, recordOf('read', 1));
      shim.set('delayMicroseconds', 10_000);
      let [written, stopped] = [0, false];
      const writers = Array.from({ length: 64 }, async (_, writer) => {
        for (let turn = 0; !stopped; turn++) {
          const { status } = await request(
            server,
            'POST',
            `/${storeId}/records`,
            recordOf(`${writer}-${turn}`, 1),
          );
          expect(status).toBe(201);
          written++;
        }
      });
      const reads: number[] = [];
      const until = performance.now() + 3_000;
      while (performance.now() < until) {
        const from = performance.now();
        expect((await request(server, 'GET', `/${storeId}/records/read`)).status).toBe(200);
        reads.push(performance.now() - from);
      }
      stopped = true;
      await Promise.all(writers);
      reads.sort((a, b) => a - b);
      const p99 = reads[Math.floor(reads.length * 0.99)] ?? Number.NaN;
      console.log({ written, reads: reads.length, median: reads[reads.length >> 1], p99 });
      // Without sharing, 3 s would allow 300 writes.
      expect(written).toBeGreaterThan(1_000);
      expect(p99).toBeLessThan(100);
    }));

  test(
    'a failing sync under load ends the process with one line and 74, and loses no acknowledged write',
    verifies('operations.acknowledged-writes'),
    () =>
      withServer(async (server, storeId, again) => {
        const load = startLoad(server, storeId);
        await load.allServed();
        await wait(500);
        const ended = new Promise<number | null>((resolve) => server.child.once('exit', resolve));
        shim.set('fail', 1);
        expect(await ended).toBe(74);
        await load.stop();
        const fatal = server
          .stderr()
          .split('\n')
          .filter((line) => line.includes('did not confirm'));
        expect(fatal).toHaveLength(1);
        // Writers may see a closed connection or a 503, but never a success.
        expect(load.faults.filter((fault) => !fault.includes('got no answer'))).toEqual([]);

        shim.set('fail', 0);
        const restarted = await again();
        const records = await readAll(restarted, storeId);
        console.log({ acknowledged: load.acknowledged, refused: load.refused, found: records.length });
        expect(load.acknowledged).toBeGreaterThan(200);
        expect(compare(records, load.expected)).toEqual([]);
      }),
  );
});
