import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { createClient } from '@vitrine/client';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { executablePath } from '../console/chromium.ts';
import { type ServerProcess, startProcess } from '../faults/server-process.ts';
import { ACCOUNT_KEY } from '../faults/versioned-records.ts';
import { firstByDay, isNightly } from '../nightly.ts';
import { createTestDatabase } from '../postgres/database.ts';
import { seededRun } from '../seeded.ts';
import { type ChromiumScopes, callIn, openScopes, type Scope } from './chromium-scopes.ts';
import { eventsOf, startWriters, type Writers } from './steady-writers.ts';
import type { ServerAccess } from './suite.ts';

const KILLS = isNightly ? 2 : 1;
const draw = seededRun();

const unhandled: unknown[] = [];
const remember = (reason: unknown) => unhandled.push(reason);
beforeEach(() => {
  unhandled.length = 0;
  process.on('unhandledRejection', remember);
});
afterEach(() => {
  process.off('unhandledRejection', remember);
});

/** Opens an empty database. */
const databases = {
  async SQLite() {
    const folder = mkdtempSync(join(tmpdir(), 'vitrine-client-kill-'));
    return {
      url: `sqlite:${join(folder, 'vitrine.db')}`,
      drop: () => rmSync(folder, { recursive: true, force: true }),
    };
  },
  PostgreSQL: createTestDatabase,
};

/** Starts writers in a page or a worker of it. */
async function startWritersIn(scope: Scope, access: ServerAccess, name: string): Promise<Writers> {
  const args = JSON.stringify([access, name]);
  await scope.evaluate(`(async () => { globalThis.writers = await startWriters(...${args}); })()`);
  return { stop: () => callIn(scope, 'writers.stop') };
}

test.each(firstByDay(Object.entries(databases)))(
  'a server on %s that is killed and started again loses no write of the client and does none twice',
  { timeout: 180_000 },
  async (_name, openDatabase) => {
    const database = await openDatabase();
    const environment = {
      VITRINE_DATABASE_URL: database.url,
      VITRINE_ACCOUNT_KEY: ACCOUNT_KEY,
      VITRINE_LOG_LEVEL: 'silent',
    };
    let server: ServerProcess = await startProcess(environment);
    const access = { url: server.url, key: ACCOUNT_KEY };
    let scopes: ChromiumScopes | undefined;
    try {
      const writers: Record<string, Writers> = { Node: await startWriters(access, 'Node') };
      if (executablePath !== null) {
        scopes = await openScopes(server.url);
        writers.page = await startWritersIn(scopes.page, access, 'page');
        writers.worker = await startWritersIn(scopes.worker, access, 'worker');
      }
      for (let kill = 0; kill < KILLS; kill++) {
        await sleep(400 + draw() * 300);
        await server.end('SIGKILL');
        server = await startProcess({ ...environment, VITRINE_PORT: new URL(access.url).port });
      }
      await sleep(400);

      const v = createClient(access);
      for (const [name, { stop }] of Object.entries(writers)) {
        const { sent, acknowledged, failures, cutAttempts } = await stop();
        // Every call was repeated until it was acknowledged, so the records are exactly those that were sent.
        expect(failures, name).toEqual([]);
        expect(cutAttempts, name).toBeGreaterThan(0);
        const rows = await v.store(eventsOf(name)).list({ sortBy: 'number', limit: 100 }).all();
        expect(rows.map(({ number }) => number)).toEqual(acknowledged.toSorted((a, b) => a - b));
        expect(rows, name).toHaveLength(sent);
      }
      expect(unhandled).toEqual([]);
      for (const scope of [scopes?.page, scopes?.worker]) {
        if (scope !== undefined) expect(await scope.evaluate('unhandled')).toEqual([]);
      }
    } finally {
      await scopes?.close();
      await server.end('SIGKILL');
      await database.drop();
    }
  },
);
