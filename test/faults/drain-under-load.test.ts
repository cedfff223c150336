import { mkdtempSync, rmSync } from 'node:fs';
import { Agent, request as httpRequest } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { verifies } from '../requirements.ts';
import { type ServerProcess, startProcess } from './server-process.ts';
import { ACCOUNT_KEY, createStore, readAll, recordOf } from './versioned-records.ts';

const CLIENTS = 32;

/** Uses Node's own client, which distinguishes a refused connection from one that was cut during a response. */
function send(
  agent: Agent,
  server: ServerProcess,
  path: string,
  body: object,
): Promise<number | 'refused' | 'cut'> {
  return new Promise((resolve) => {
    const request = httpRequest(
      `${server.url}${path}`,
      {
        method: 'POST',
        agent,
        headers: { authorization: `Bearer ${ACCOUNT_KEY}`, 'content-type': 'application/json' },
      },
      (response) => {
        response.resume();
        response.once('end', () => resolve(response.statusCode ?? 0));
        response.once('error', () => resolve('cut'));
      },
    );
    request.once('error', (error: NodeJS.ErrnoException) => {
      // A kept connection that was closed while idle is not a cut response, because no response had begun.
      resolve(error.code === 'ECONNREFUSED' || request.reusedSocket ? 'refused' : 'cut');
    });
    request.end(JSON.stringify(body));
  });
}

test(
  'SIGTERM under 32 writers finishes every started response, loses no acknowledged write, and exits with 0',
  verifies('operations.sigterm', 'operations.acknowledged-writes'),
  async () => {
    const folder = mkdtempSync(join(tmpdir(), 'vitrine-drain-'));
    const environment = {
      VITRINE_DATABASE_URL: `sqlite:${join(folder, 'vitrine.db')}`,
      VITRINE_ACCOUNT_KEY: ACCOUNT_KEY,
      VITRINE_LOG_LEVEL: 'error',
    };
    const started: ServerProcess[] = [];
    const agent = new Agent({ keepAlive: true });
    try {
      const rounds: object[] = [];
      const acknowledged = new Set<string>();
      let storeId = '';
      for (let round = 0; round < 4; round++) {
        const server = await startProcess(environment);
        started.push(server);
        if (storeId === '') storeId = await createStore(server);
        const outcomes = new Map<number | string, number>();
        const clients = Array.from({ length: CLIENTS }, async (_, client) => {
          for (let turn = 0; ; turn++) {
            const key = `r${round}-c${client}-${turn}`;
            const outcome = await send(agent, server, `/v2/stores/${storeId}/records`, recordOf(key, 1));
            outcomes.set(outcome, (outcomes.get(outcome) ?? 0) + 1);
            if (outcome === 201) acknowledged.add(key);
            if (typeof outcome === 'string') return;
          }
        });
        await wait(500 + round * 150);
        const from = performance.now();
        expect(await server.end('SIGTERM')).toEqual({ code: 0, signal: null });
        const endedAfter = Math.round(performance.now() - from);
        await Promise.all(clients);
        rounds.push({ endedAfter, ...Object.fromEntries(outcomes) });
        expect(outcomes.get('cut') ?? 0).toBe(0);
        expect([...outcomes.keys()].filter((outcome) => outcome !== 201 && outcome !== 'refused')).toEqual(
          [],
        );
        expect(endedAfter).toBeLessThan(10_000);
      }
      const server = await startProcess(environment);
      started.push(server);
      const found = new Set((await readAll(server, storeId)).map(({ id }) => id));
      console.log({ rounds, acknowledged: acknowledged.size, found: found.size });
      expect([...acknowledged].filter((key) => !found.has(key))).toEqual([]);
      expect(acknowledged.size).toBeGreaterThan(500);
    } finally {
      agent.destroy();
      await Promise.all(started.map((server) => server.end('SIGKILL')));
      rmSync(folder, { recursive: true, force: true });
    }
  },
);

test('a second SIGTERM ends the server at once, with requests in flight', async () => {
  const server = await startProcess({
    VITRINE_DATABASE_URL: 'memory:',
    VITRINE_ACCOUNT_KEY: ACCOUNT_KEY,
    VITRINE_LOG_LEVEL: 'error',
  });
  const agent = new Agent();
  // An incomplete request delays the first signal.
  const stuck = httpRequest(`${server.url}/v2/stores`, {
    method: 'POST',
    agent,
    headers: {
      authorization: `Bearer ${ACCOUNT_KEY}`,
      'content-type': 'application/json',
      'content-length': 10,
    },
  });
  stuck.on('error', () => {});
  stuck.flushHeaders();
  await wait(300);
  server.child.kill('SIGTERM');
  await wait(500);
  expect(server.child.exitCode).toBeNull();
  const from = performance.now();
  await server.end('SIGTERM');
  expect(performance.now() - from).toBeLessThan(2_000);
  agent.destroy();
});
