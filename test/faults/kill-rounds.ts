import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { BatchUpsertRecordsResponse, StoreRecordRequest } from '@vitrine/core/contracts';
import Database from 'better-sqlite3';
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

const WRITERS = 16;
const BATCH = 20;

export interface KillReport {
  /** Writes of records that the server acknowledged before it was killed. */
  readonly acknowledged: number;
  /** Records found after the last restart. */
  readonly found: number;
  /** Violations: lost, partial or unknown records, a damaged file. */
  readonly faults: readonly string[];
}

/**
 * Kills a server in each round under load, on a file in a temporary folder. `delay` returns the milliseconds before a
 * kill.
 */
export async function killInRounds(rounds: number, delay: () => number): Promise<KillReport> {
  const folder = mkdtempSync(join(tmpdir(), 'vitrine-kill-'));
  try {
    return await killRounds(join(folder, 'vitrine.db'), rounds, delay);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/**
 * Runs rounds on one file: 16 writers add single records, upsert batches and patch; the process is killed with SIGKILL
 * meanwhile and started again; then every record is compared with the acknowledged writes.
 */
async function killRounds(path: string, rounds: number, delay: () => number): Promise<KillReport> {
  const environment = {
    VITRINE_DATABASE_URL: `sqlite:${path}`,
    VITRINE_ACCOUNT_KEY: ACCOUNT_KEY,
    VITRINE_LOG_LEVEL: 'silent',
  };
  const expected = new Map<string, Expected>();
  const faults: string[] = [];
  let acknowledged = 0;
  let found = 0;
  let server = await startProcess(environment);
  try {
    const storeId = await createStore(server);
    for (let round = 0; round < rounds; round++) {
      const stop = { now: false };
      const writers = Array.from({ length: WRITERS }, (_, writer) =>
        writeUntilKilled(server, storeId, `${round}-${writer}`, expected, stop),
      );
      await new Promise((resolve) => setTimeout(resolve, delay()));
      await server.end('SIGKILL');
      stop.now = true;
      for (const count of await Promise.all(writers)) acknowledged += count;
      server = await startProcess(environment);
      const records = await readAll(server, storeId);
      found = records.length;
      faults.push(...compare(records, expected).map((fault) => `round ${round}: ${fault}`));
      const integrity = checkFile(path);
      if (integrity !== 'ok') faults.push(`round ${round}: integrity_check returned ${integrity}`);
    }
  } finally {
    await server.end('SIGKILL');
  }
  return { acknowledged, found, faults };
}

/** Writes until the server is killed. Returns the number of acknowledged writes of records. */
export async function writeUntilKilled(
  server: ServerProcess,
  storeId: string,
  name: string,
  expected: Map<string, Expected>,
  stop: { now: boolean },
): Promise<number> {
  let acknowledged = 0;
  const own: string[] = [];
  const send = (key: string): StoreRecordRequest => {
    const state = expected.get(key) ?? { acknowledged: 0, sent: 0 };
    state.sent += 1;
    expected.set(key, state);
    return recordOf(key, state.sent);
  };
  const acknowledge = (key: string) => {
    const state = expected.get(key);
    if (state !== undefined) state.acknowledged = state.sent;
    acknowledged++;
  };
  try {
    for (let turn = 0; !stop.now; turn++) {
      if (turn % 3 === 0) {
        const key = `${name}-${turn}`;
        const { status } = await request(server, 'POST', `/${storeId}/records`, send(key));
        if (status === 201) acknowledge(key);
        own.push(key);
      } else if (turn % 3 === 1) {
        // Half of a batch is new, the other half exists.
        const fresh = Array.from({ length: BATCH / 2 }, (_, index) => `${name}-${turn}-${index}`);
        const keys = [...own.slice(-BATCH / 2), ...fresh];
        const { status, body } = await request<BatchUpsertRecordsResponse>(
          server,
          'POST',
          `/${storeId}/records/batch`,
          { records: keys.map(send) },
        );
        if (status === 200)
          for (const { index, status: outcome } of body.results)
            if (outcome !== 'failed') acknowledge(keys[index] ?? '');
        own.push(...fresh);
      } else {
        const key = own.at(-1) ?? '';
        const { status } = await request(server, 'PATCH', `/${storeId}/records/${key}`, send(key));
        if (status === 200) acknowledge(key);
      }
    }
  } catch {
    // The server was killed during this request, so the write was not acknowledged.
  }
  return acknowledged;
}

function checkFile(path: string): string {
  const database = new Database(path);
  try {
    return String(database.pragma('integrity_check', { simple: true }));
  } finally {
    database.close();
  }
}
