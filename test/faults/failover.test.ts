import { setTimeout as wait } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { type Cluster, startCluster } from '../postgres/cluster.ts';
import { PRIMARY_SETTINGS, promote, setSynchronous, startStandby } from '../postgres/standby.ts';
import { verifies } from '../requirements.ts';
import { seededRun } from '../seeded.ts';
import { type RestartLoad, startLoad } from './restart-load.ts';
import { type ServerProcess, startProcess } from './server-process.ts';
import { ACCOUNT_KEY, compare, createStore, readAll, request } from './versioned-records.ts';

const draw = seededRun();

const ROUNDS = Number(process.env.FAILOVER_ROUNDS ?? 20);
/** Milliseconds from the end of the promotion to the first acknowledged write. */
const BACK_WITHIN = 2_000;
/** Milliseconds to notice a frozen primary: 3 s of silence, and a search. */
const NOTICED_WITHIN = 8_000;

interface Pair {
  primary: Cluster;
  standby: Cluster;
}

async function startPair(): Promise<Pair> {
  const primary = await startCluster({ durable: true, settings: PRIMARY_SETTINGS });
  const standby = await startStandby(primary);
  await setSynchronous(primary, true);
  return { primary, standby };
}

/** Runs `attack` on a server whose URL names both hosts of a pair. Ends all of them. */
async function withPair(attack: (server: ServerProcess, pair: Pair) => Promise<void>): Promise<void> {
  const pair = await startPair();
  try {
    const server = await startServer(pair);
    try {
      await attack(server, pair);
    } finally {
      await server.end('SIGKILL');
    }
  } finally {
    await Promise.all([pair.primary.stop(), pair.standby.stop()]);
  }
}

function startServer({ primary, standby }: Pair): Promise<ServerProcess> {
  const hosts = [primary, standby].map(({ url }) => new URL(url).host);
  return startProcess({
    VITRINE_DATABASE_URL: `postgres://postgres@${hosts}/postgres`,
    VITRINE_ACCOUNT_KEY: ACCOUNT_KEY,
    VITRINE_LOG_LEVEL: 'error',
  });
}

/** Promotes the standby. Returns the milliseconds until the next write was acknowledged. */
async function failOver(pair: Pair, load: RestartLoad): Promise<number> {
  await promote(pair.standby);
  const promotedAt = performance.now();
  const { acknowledged } = load;
  while (load.acknowledged === acknowledged && performance.now() - promotedAt < 30_000) await wait(5);
  const back = Math.round(performance.now() - promotedAt);
  await load.allServed();
  return back;
}

/** Replaces the old primary by a new standby at its port. */
async function replace(pair: Pair): Promise<void> {
  const { primary: old, standby: primary } = pair;
  await old.stop();
  pair.primary = primary;
  pair.standby = await startStandby(primary, { port: Number(new URL(old.url).port) });
  await setSynchronous(primary, true);
}

async function expectNothingLost(server: ServerProcess, storeId: string, load: RestartLoad): Promise<void> {
  expect([...load.faults, ...compare(await readAll(server, storeId), load.expected)]).toEqual([]);
  expect([server.child.exitCode, server.child.signalCode]).toEqual([null, null]);
  expect(server.stderr()).not.toMatch(/unhandled|uncaught/i);
}

test(
  'killing the primary under 16 writers and promoting its synchronous standby loses no acknowledged write',
  verifies('operations.acknowledged-writes', 'operations.failover'),
  () =>
    withPair(async (server, pair) => {
      const storeId = await createStore(server);
      const load = startLoad(server, storeId);
      const back: number[] = [];
      for (let round = 0; round < ROUNDS; round++) {
        await load.allServed();
        await wait(draw() * 500);
        await pair.primary.kill('SIGKILL');
        back.push(await failOver(pair, load));
        await replace(pair);
      }
      await load.stop();
      console.log({
        rounds: ROUNDS,
        acknowledged: load.acknowledged,
        refused: load.refused,
        slowest: Math.round(load.slowest),
        back,
      });
      await expectNothingLost(server, storeId, load);
      expect(Math.max(...back)).toBeLessThan(BACK_WITHIN);
    }),
);

test(
  'a frozen primary is left for the promoted standby within seconds, and is not used again when it continues',
  verifies('operations.acknowledged-writes', 'operations.failover'),
  () =>
    withPair(async (server, pair) => {
      const storeId = await createStore(server);
      const load = startLoad(server, storeId);
      await load.allServed();
      const frozen = pair.primary.processes();
      for (const pid of frozen) process.kill(pid, 'SIGSTOP');
      const frozenAt = performance.now();
      await failOver(pair, load);
      const noticed = Math.round(performance.now() - frozenAt);
      for (const pid of frozen) process.kill(pid, 'SIGCONT');
      await wait(2_000);
      await load.allServed();
      await load.stop();
      console.log({ noticed, acknowledged: load.acknowledged, refused: load.refused });
      await expectNothingLost(server, storeId, load);
      expect(noticed).toBeLessThan(NOTICED_WITHIN);
    }),
);

test(
  'writes are refused in time while the only synchronous standby is gone, reads go on, and writes return with it',
  verifies('operations.acknowledged-writes', 'operations.failover'),
  () =>
    withPair(async (server, pair) => {
      const storeId = await createStore(server);
      let keys = 0;
      // A new key each time, because a refused write may have happened.
      const write = () => request(server, 'POST', `/${storeId}/records`, { key: `${keys++}`, text: 'x' });
      expect((await write()).status).toBe(201);
      await pair.standby.kill('SIGKILL');
      const startedAt = performance.now();
      const refused = await write();
      const waited = Math.round(performance.now() - startedAt);
      console.log({ waited, status: refused.status });
      expect([refused.status, refused.headers.get('retry-after')]).toEqual([
        503,
        expect.stringMatching(/^\d+$/),
      ]);
      expect(waited).toBeLessThan(35_000);
      expect((await request(server, 'GET', `/${storeId}/records`)).status).toBe(200);
      await pair.standby.start();
      await expect.poll(async () => (await write()).status, { timeout: 30_000 }).toBe(201);
    }),
);
