import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { accountPrincipal, createVitrine, type Principal, type Vitrine } from '@vitrine/core';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { verifies } from '../../../test/requirements.ts';
import { type SqliteStorage, sqliteStorage } from './sqlite-storage.ts';

const BATCHES = 60;

let folder: string;
let storage: SqliteStorage;
let vitrine: Vitrine;

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'vitrine-turns-'));
  storage = sqliteStorage({ path: join(folder, 'data.db') });
  await storage.migrate();
  vitrine = await createVitrine({ storage });
});

afterEach(async () => {
  await vitrine.close();
  rmSync(folder, { recursive: true });
});

async function createStore(): Promise<[Principal, string]> {
  const me = accountPrincipal((await vitrine.accounts.create('A')).id);
  const properties = [
    { name: 'k', type: 'string' as const, unique: true },
    { name: 't', type: 'string' as const },
  ];
  return [me, (await vitrine.stores.create(me, { name: 'S', properties })).id];
}

test(
  'the batches of one account wait for the record of another, and all are written',
  verifies('operations.writer-turns'),
  async () => {
    const busy = await createStore();
    const quiet = await createStore();
    const records = Array.from({ length: 100 }, (_, i) => ({ k: `k${i}`, t: `${i}`.padEnd(2_000, 'abc') }));
    let written = 0;
    const batches = Array.from({ length: BATCHES }, async () => {
      await vitrine.records.batchUpsert(...busy, { records });
      written++;
    });
    await vitrine.records.add(...quiet, { k: 'quiet' });
    expect(written).toBeLessThan(BATCHES / 2);
    await Promise.all(batches);
    expect(written).toBe(BATCHES);
    expect(await vitrine.records.get(...quiet, 'quiet')).toMatchObject({ k: 'quiet' });
  },
);
