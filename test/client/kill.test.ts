import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createClient, defineStore } from '@vitrine/client';
import { expect, test } from 'vitest';
import { type ServerProcess, startProcess } from '../faults/server-process.ts';
import { ACCOUNT_KEY } from '../faults/versioned-records.ts';

/** Without a unique property each write makes a record, so that a repeated write would be seen. */
const Events = defineStore({ name: 'events', properties: { number: 'number', batch: 'number' } });

const WRITERS = 8;
const KILLS = 2;

test('a server that is killed and started again loses no write of the client and does none twice', {
  timeout: 120_000,
}, async () => {
  const unhandled: unknown[] = [];
  const remember = (reason: unknown) => unhandled.push(reason);
  process.on('unhandledRejection', remember);
  const folder = mkdtempSync(join(tmpdir(), 'vitrine-client-kill-'));
  const environment = {
    VITRINE_DATABASE_URL: `sqlite:${join(folder, 'vitrine.db')}`,
    VITRINE_ACCOUNT_KEY: ACCOUNT_KEY,
    VITRINE_LOG_LEVEL: 'silent',
  };
  let server: ServerProcess = await startProcess(environment);
  try {
    const { url } = server;
    // More attempts than usual, because a start takes seconds on a busy machine.
    const v = createClient({ url, key: ACCOUNT_KEY, timeout: 10_000, retries: 8 });
    const events = await v.stores.ensure(Events);
    let isOver = false;
    let next = 0;
    const acknowledged: number[] = [];
    const failed: unknown[] = [];
    const write = async (): Promise<void> => {
      while (!isOver) {
        const numbers = Array.from({ length: next % 3 === 0 ? 20 : 1 }, () => next++);
        try {
          if (numbers.length === 1) await events.add({ number: numbers[0] });
          else await events.upsertMany(numbers.map((number) => ({ number, batch: 1 })));
          acknowledged.push(...numbers);
        } catch (error) {
          failed.push(error);
        }
      }
    };
    const writers = Array.from({ length: WRITERS }, write);
    let inFlight = 0;
    for (let kill = 0; kill < KILLS; kill++) {
      await new Promise((resolve) => setTimeout(resolve, 400 + Math.random() * 300));
      await server.end('SIGKILL');
      inFlight += next - acknowledged.length;
      server = await startProcess({ ...environment, VITRINE_PORT: new URL(url).port });
    }
    await new Promise((resolve) => setTimeout(resolve, 400));
    isOver = true;
    await Promise.all(writers);

    // Every call was repeated until it was acknowledged, so the records are exactly those that were sent.
    expect(failed).toEqual([]);
    expect(inFlight).toBeGreaterThan(0);
    const rows = await events.list({ sortBy: 'number', limit: 100 }).all();
    expect(rows.map(({ number }) => number)).toEqual(acknowledged.sort((a, b) => a - b));
    expect(rows).toHaveLength(next);
    expect(unhandled).toEqual([]);
  } finally {
    await server.end('SIGKILL');
    rmSync(folder, { recursive: true, force: true });
    process.off('unhandledRejection', remember);
  }
});
