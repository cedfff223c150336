import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import { startProcess } from '../faults/server-process.ts';
import { ACCOUNT_KEY } from '../faults/versioned-records.ts';
import { freePort } from '../free-port.ts';

/** A server in a process of its own, on a SQLite file, which stays at its port. Its account key is `ACCOUNT_KEY`. */
export interface KillableServer {
  readonly url: string;
  kill(): Promise<void>;
  start(): Promise<void>;
}

/** Starts the server. It ends with the test. */
export async function openKillable(): Promise<KillableServer> {
  const folder = mkdtempSync(join(tmpdir(), 'vitrine-killed-'));
  const port = String(await freePort());
  const open = () =>
    startProcess({
      VITRINE_DATABASE_URL: `sqlite:${join(folder, 'vitrine.db')}`,
      VITRINE_ACCOUNT_KEY: ACCOUNT_KEY,
      VITRINE_LOG_LEVEL: 'error',
      VITRINE_PORT: port,
    });
  let running = await open();
  onTestFinished(async () => {
    await running.end('SIGKILL');
    rmSync(folder, { recursive: true, force: true });
  });
  return {
    url: running.url,
    kill: async () => void (await running.end('SIGKILL')),
    start: async () => {
      running = await open();
    },
  };
}
