import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import type { Page, StoreDetail, StoreRecordResponse } from '@vitrine/core/contracts';
import Database from 'better-sqlite3';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { verifies } from '../requirements.ts';
import { buildKernelShim, type KernelShim, shimObstacle } from './kernel-shim.ts';
import { type ServerProcess, startProcess } from './server-process.ts';
import { ACCOUNT_KEY, request } from './versioned-records.ts';

const obstacle = shimObstacle();
if (obstacle !== null) console.warn(`NOT TESTED: clock jumps, because ${obstacle}.`);

const HOUR = 3_600;

describe.skipIf(obstacle !== null)('a server whose clock jumps', () => {
  let shim: KernelShim;
  let server: ServerProcess;
  let folder: string;

  beforeAll(async () => {
    shim = buildKernelShim();
    folder = mkdtempSync(join(tmpdir(), 'vitrine-clock-'));
    server = await startProcess({
      VITRINE_DATABASE_URL: `sqlite:${join(folder, 'vitrine.db')}`,
      VITRINE_ACCOUNT_KEY: ACCOUNT_KEY,
      VITRINE_LOG_LEVEL: 'error',
      ...shim.environment,
    });
  });
  afterAll(async () => {
    await server.end('SIGKILL');
    shim.close();
    rmSync(folder, { recursive: true, force: true });
  });

  const createStore = async (more: object = {}) => {
    const properties = [{ name: 'n', type: 'number' }];
    return (await request<StoreDetail>(server, 'POST', '', { name: 'Clock', properties, ...more })).body.id;
  };
  const add = async (storeId: string, n: number) =>
    (await request<StoreRecordResponse>(server, 'POST', `/${storeId}/records`, { n })).body;
  const list = async (storeId: string, query = '') =>
    (await request<Page<StoreRecordResponse>>(server, 'GET', `/${storeId}/records?limit=100${query}`)).body
      .items;

  test(
    'newest first follows the order of insertion in spite of clock jumps, and ids are unique',
    verifies('records.list.default-order'),
    async () => {
      const storeId = await createStore();
      const ids: (string | null)[] = [];
      const times: number[] = [];
      for (const [n, offset] of [0, HOUR, -HOUR, 0, -24 * HOUR, 24 * HOUR, 0].entries()) {
        shim.set('clockOffsetSeconds', offset);
        const { id, date_created } = await add(storeId, n);
        ids.push(id);
        times.push(Date.parse(String(date_created)) - Date.now());
        expect(Math.abs((times.at(-1) ?? Number.NaN) - offset * 1_000)).toBeLessThan(30_000);
      }
      shim.set('clockOffsetSeconds', 0);
      expect((await list(storeId)).map(({ n }) => n)).toEqual([6, 5, 4, 3, 2, 1, 0]);
      expect(new Set(ids).size).toBe(ids.length);
      const pages: unknown[] = [];
      let cursor: string | undefined = '';
      while (cursor !== undefined) {
        const { body }: { body: Page<StoreRecordResponse> } = await request(
          server,
          'GET',
          `/${storeId}/records?limit=2&cursor=${cursor}`,
        );
        pages.push(...body.items.map(({ n }) => n));
        cursor = body.cursor;
        // The clock also jumps between two pages.
        shim.set('clockOffsetSeconds', pages.length % 4 === 0 ? HOUR : -HOUR);
      }
      shim.set('clockOffsetSeconds', 0);
      expect(pages).toEqual([6, 5, 4, 3, 2, 1, 0]);
    },
  );

  test('a record that expired by a wrong clock is visible again after the clock is corrected', async () => {
    const storeId = await createStore({ recordTtl: 2 * HOUR });
    await add(storeId, 1);
    shim.set('clockOffsetSeconds', 3 * HOUR);
    expect(await list(storeId)).toEqual([]);
    shim.set('clockOffsetSeconds', 0);
    // Unless the purge ran in between: an expired record may be deleted at any time.
    expect((await list(storeId)).length).toBeLessThanOrEqual(1);
    await add(storeId, 2);
    expect((await list(storeId)).map(({ n }) => n)[0]).toBe(2);
  });

  test('background work continues after the clock was an hour fast', async () => {
    const database = new Database(join(folder, 'vitrine.db'), { readonly: true });
    const numberOf = database.prepare('SELECT seq FROM stores WHERE id = ?').pluck();
    const kept = database.prepare('SELECT count(*) FROM records WHERE store_id = ?').pluck();
    try {
      const doomed = await createStore();
      const number = numberOf.get(doomed);
      shim.set('clockOffsetSeconds', HOUR);
      await add(doomed, 1);
      // Long enough for workers to search for due jobs at this time.
      await wait(1_500);
      shim.set('clockOffsetSeconds', 0);
      expect(kept.get(number)).toBe(1);
      await request(server, 'DELETE', `/${doomed}`);
      const from = performance.now();
      while (kept.get(number) !== 0 && performance.now() - from < 15_000) await wait(50);
      expect(kept.get(number)).toBe(0);
      // 30 is info: the audit of the deletion is logged.
      expect(server.stderr()).not.toMatch(/"level":(?:[4-6]\d)/);
    } finally {
      database.close();
    }
  });
});
