import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { startCluster } from '../postgres/cluster.ts';
import { verifies } from '../requirements.ts';
import { seededRun } from '../seeded.ts';
import { answerOf, answersOfColumns, hitsOf, QUESTIONS } from './column-answers.ts';
import { writeUntilKilled } from './kill-rounds.ts';
import { type ServerProcess, startProcess } from './server-process.ts';
import {
  ACCOUNT_KEY,
  compare,
  createStore,
  type Expected,
  readAll,
  recordOf,
  request,
} from './versioned-records.ts';

const draw = seededRun();

const ROUNDS = 4;
const WRITERS = 8;
/** Smaller stores have no columns. */
const SEEDED = 5_000;
const BATCH = 100;
/** Milliseconds of writing while columns answer, at most. */
const WRITTEN_MS = 600;

interface Place {
  readonly url: string;
  /** Kills the database, if it has processes of its own, and starts it again. */
  crash(): Promise<void>;
  remove(): Promise<void> | void;
}

function onFile(): Place {
  const folder = mkdtempSync(join(tmpdir(), 'vitrine-kill-columns-'));
  return {
    url: `sqlite:${join(folder, 'vitrine.db')}`,
    crash: async () => undefined,
    remove: () => rmSync(folder, { recursive: true, force: true }),
  };
}

async function onCluster(): Promise<Place> {
  const cluster = await startCluster({ durable: true });
  return {
    url: cluster.url,
    async crash() {
      await cluster.kill('SIGKILL');
      await cluster.start();
    },
    remove: () => cluster.stop(),
  };
}

/** Upserts records with their next version. All must be acknowledged. */
async function upsert(
  server: ServerProcess,
  storeId: string,
  keys: readonly string[],
  expected: Map<string, Expected>,
): Promise<void> {
  const records = keys.map((key) => {
    const sent = (expected.get(key)?.sent ?? 0) + 1;
    expected.set(key, { acknowledged: sent, sent });
    return recordOf(key, sent);
  });
  const { status } = await request(server, 'POST', `/${storeId}/records/batch`, { records });
  expect(status).toBe(200);
}

/** Writes and searches at the same time, and kills the server when columns have answered meanwhile. */
async function killUnderLoad(
  server: ServerProcess,
  storeId: string,
  round: number,
  expected: Map<string, Expected>,
): Promise<number> {
  const stop = { now: false };
  const before = await hitsOf(server);
  const writers = Array.from({ length: WRITERS }, (_, writer) =>
    writeUntilKilled(server, storeId, `${round}-${writer}`, expected, stop),
  );
  const searching = (async () => {
    for (let i = 0; !stop.now; i++)
      await answerOf(server, storeId, QUESTIONS[i % QUESTIONS.length] ?? QUESTIONS[0]);
  })();
  // The kill ends the search that is in flight.
  searching.catch(() => undefined);
  await expect.poll(() => hitsOf(server)).toBeGreaterThan(before + 10);
  await wait(draw() * WRITTEN_MS);
  stop.now = true;
  await server.end('SIGKILL');
  return (await Promise.all(writers)).reduce((sum, count) => sum + count, 0);
}

test.each([
  ['SQLite', onFile],
  ['PostgreSQL', onCluster],
])(
  'on %s, columns answer as SQL does after kills under writers, and no acknowledged write is lost',
  {
    ...verifies('operations.acknowledged-writes'),
  },
  async (_, open) => {
    const place = await open();
    const environment = {
      VITRINE_DATABASE_URL: place.url,
      VITRINE_ACCOUNT_KEY: ACCOUNT_KEY,
      VITRINE_LOG_LEVEL: 'silent',
    };
    const expected = new Map<string, Expected>();
    let server = await startProcess(environment);
    let plain: ServerProcess | null = null;
    try {
      const storeId = await createStore(server);
      for (let from = 0; from < SEEDED; from += BATCH) {
        const keys = Array.from({ length: BATCH }, (_, i) => `seed-${from + i}`);
        await upsert(server, storeId, keys, expected);
      }
      let acknowledged = 0;
      for (let round = 0; round < ROUNDS; round++) {
        await answersOfColumns(server, storeId);
        acknowledged += await killUnderLoad(server, storeId, round, expected);
        if (round % 2 === 1) await place.crash();
        server = await startProcess(environment);
        plain = await startProcess({ ...environment, VITRINE_COLUMNS: 'off' });
        const other = plain;
        const answersOfSql = () =>
          Promise.all(QUESTIONS.map((question) => answerOf(other, storeId, question)));
        expect(await answersOfColumns(server, storeId)).toEqual(await answersOfSql());
        expect(compare(await readAll(server, storeId), expected)).toEqual([]);
        // What another server writes is in the next answer.
        await upsert(
          plain,
          storeId,
          Array.from({ length: BATCH }, (_, i) => `seed-${round * BATCH + i}`),
          expected,
        );
        expect(await answersOfColumns(server, storeId)).toEqual(await answersOfSql());
        await plain.end('SIGTERM');
        plain = null;
      }
      console.log({ acknowledged, hits: await hitsOf(server), records: expected.size });
      expect(acknowledged).toBeGreaterThan(100);
    } finally {
      await plain?.end('SIGKILL');
      await server.end('SIGKILL');
      await place.remove();
    }
  },
);
