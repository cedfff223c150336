import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { EVERYTHING } from '@vitrine/core/adapter';
import { LAYOUT_VERSION } from '@vitrine/storage-sql';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { sqliteStorage } from './sqlite-storage.ts';

let folder: string;
let path: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'vitrine-processes-'));
  path = join(folder, 'data.db');
});

afterEach(() => rmSync(folder, { recursive: true }));

const PRELUDE = `
  const { sqliteStorage } = await import(${JSON.stringify(new URL('./sqlite-storage.ts', import.meta.url).href)});
  const [path, name] = process.argv.slice(1);
  const storage = sqliteStorage({ path });
  const migration = await storage.migrate();
`;

/** Runs a program in a process of its own. Returns what it printed as JSON. */
function run(program: string, ...args: string[]): Promise<unknown> {
  return new Promise((resolve, reject) => {
    const child = spawn(
      process.execPath,
      [...process.execArgv, '--input-type=module', '-e', PRELUDE + program, ...args],
      { stdio: ['ignore', 'pipe', 'pipe'] },
    );
    let printed = '';
    let errors = '';
    child.stdout.on('data', (data) => {
      printed += data;
    });
    child.stderr.on('data', (data) => {
      errors += data;
    });
    child.on('close', (code) => {
      if (code === 0) resolve(JSON.parse(printed));
      else reject(new Error(errors));
    });
  });
}

test('of processes that open a new file concurrently, one creates and migrates it and all can use it', async () => {
  const open = 'await storage.close(); console.log(JSON.stringify(migration));';
  const migrations = await Promise.all([run(open, path), run(open, path), run(open, path), run(open, path)]);
  expect(migrations.filter((migration) => (migration as { from: number }).from === 0)).toHaveLength(1);
  expect(migrations.every((migration) => (migration as { to: number }).to === LAYOUT_VERSION)).toBe(true);
});

test('two processes write to one file: every write is acknowledged and none is lost', async () => {
  const storage = sqliteStorage({ path });
  await storage.migrate();
  const store = await storage.stores.insert({
    id: 'store',
    accountId: 'account',
    name: 'A store',
    description: null,
    recordTtl: null,
    storeType: 'library',
    properties: [
      { name: 'p', type: 'number', required: false, unique: false, description: null, slot: 'n0' },
    ],
    createdAt: 1,
    updatedAt: 1,
  });
  const write = `
    const store = await storage.stores.get('account', 'store');
    const outcomes = { created: 0, exists: 0, jobs: 0 };
    await Promise.all(Array.from({ length: 8 }, async (_, worker) => {
      for (let i = 0; i < 60; i++) {
        const own = { id: name + '-' + worker + '-' + i, slots: ['n0'], values: [i] };
        outcomes[await storage.records.insert(store, own, 1)]++;
        outcomes[await storage.records.insert(store, { ...own, id: 'shared-' + worker + '-' + i }, 1)]++;
        const claimed = await storage.jobs.claim(['work'], 1, 1, 2);
        outcomes.jobs += claimed.length;
      }
    }));
    await storage.close();
    console.log(JSON.stringify(outcomes));
  `;
  await storage.jobs.enqueue(
    Array.from({ length: 200 }, (_, i) => ({
      kind: 'work',
      payload: '{}',
      runAt: 0,
      accountId: null,
      key: `job ${i}`,
    })),
  );
  const outcomes = (await Promise.all([run(write, path, 'a'), run(write, path, 'b')])) as {
    created: number;
    exists: number;
    jobs: number;
  }[];
  const total = (key: 'created' | 'exists' | 'jobs') => outcomes.reduce((sum, each) => sum + each[key], 0);
  expect([total('created'), total('exists'), total('jobs')]).toEqual([3 * 480, 480, 200]);
  expect(await storage.records.count(store, EVERYTHING, 1)).toBe(3 * 480);
  const order = { column: 'seq', direction: 'desc' } as const;
  const { rows } = await storage.records.find(
    store,
    { where: EVERYTHING, order, after: null, limit: 2_000 },
    1,
  );
  expect(new Set(rows.map((record) => record.seq)).size).toBe(3 * 480);
  await storage.close();
});

const PROPERTY = {
  name: 'p',
  type: 'string',
  required: false,
  unique: false,
  description: null,
  slot: 't0',
} as const;

test('the next call sees that another process has revoked a key or deleted a property or a store', async () => {
  const storage = sqliteStorage({ path });
  await storage.migrate();
  const store = { id: 'store', accountId: 'account', name: 'A store', description: null, recordTtl: null };
  const times = { createdAt: 1, updatedAt: 1 };
  await storage.stores.insert({ ...store, storeType: 'library', properties: [PROPERTY], ...times });
  const key = { id: 'key', accountId: 'account', storeId: null, name: '', hash: 'hash', prefix: '' };
  await storage.apiKeys.insert({
    ...key,
    createdAt: 1,
    lastUsedAt: null,
    expiresAt: null,
    readOnly: false,
    addresses: null,
    exchanges: null,
  });
  const look = async () => [
    (await storage.apiKeys.findByHash('hash')) !== null,
    (await storage.stores.get('account', 'store')) !== null,
  ];
  expect([await look(), await look()]).toEqual([
    [true, true],
    [true, true],
  ]);
  const revoke = "await storage.apiKeys.revoke('account', 'key', { keepOneAccountKey: false, now: 2 });";
  const close = 'await storage.close(); console.log(null);';
  await run(revoke + close, path);
  expect(await look()).toEqual([false, true]);
  const change = "{ properties: [], freedSlots: ['t0'], requireEmpty: false, enqueue: [] }";
  const ref = "{ id: 'store', accountId: 'account' }";
  const version = (await storage.stores.get('account', 'store'))?.version;
  await run(`await storage.stores.changeSchema(${ref}, ${version}, ${change}, 2);${close}`, path);
  const changed = await storage.stores.get('account', 'store');
  expect([changed?.properties, changed?.freedSlots]).toEqual([[], ['t0']]);
  await run(`await storage.stores.markDeleted({ id: 'store', accountId: 'account' }, 2, []);${close}`, path);
  expect(await look()).toEqual([false, false]);
  await storage.close();
});
