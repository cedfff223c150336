import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { fileURLToPath } from 'node:url';
import { createClient } from '@vitrine/client';
import { expect, test } from 'vitest';
import { startProcess } from '../../test/faults/server-process.ts';
import { rounds } from '../../test/nightly.ts';
import { verifies } from '../../test/requirements.ts';
import { seededRun } from '../../test/seeded.ts';

const KEY = `account-${'s'.repeat(43)}`;
const KILLS = rounds(1, 4);
const PROGRAM = fileURLToPath(new URL('./search-index.ts', import.meta.url));
const draw = seededRun();

function readIndex(file: string): Map<string, string> {
  const index = new DatabaseSync(file, { readOnly: true });
  try {
    const rows = index.prepare('SELECT id, text FROM texts').all() as { id: string; text: string }[];
    expect(new Set(rows.map(({ id }) => id)).size).toBe(rows.length);
    return new Map(rows.map(({ id, text }) => [id, text]));
  } finally {
    index.close();
  }
}

test('the search index is in step with the store, also after kills of both sides', {
  ...verifies('follow.search-index'),
  timeout: 180_000,
}, async () => {
  const folder = mkdtempSync(join(tmpdir(), 'vitrine-search-index-'));
  const environment = {
    VITRINE_DATABASE_URL: `sqlite:${join(folder, 'vitrine.db')}`,
    VITRINE_ACCOUNT_KEY: KEY,
    VITRINE_LOG_LEVEL: 'silent',
  };
  let server = await startProcess(environment);
  const { url } = server;
  const file = join(folder, 'index.db');
  const v = createClient({ url, key: KEY, retries: 20 });
  const { id: storeId } = await v.stores.create({
    name: 'Articles',
    properties: [
      { name: 'sku', type: 'string', unique: true },
      { name: 'title', type: 'string' },
    ],
  });
  const articles = v.store(storeId);
  await articles.upsertMany(Array.from({ length: 150 }, (_, n) => ({ sku: `a${n}`, title: `First ${n}` })));

  let follower: ChildProcess | undefined;
  let errors = '';
  const startFollower = () => {
    follower = spawn(
      process.execPath,
      ['--conditions=vitrine-source', '--no-warnings', PROGRAM, storeId, file],
      {
        env: { ...process.env, VITRINE_URL: url, VITRINE_KEY: KEY },
      },
    );
    follower.stderr?.on('data', (text) => {
      errors += text;
    });
  };
  const killFollower = async () => {
    if (follower === undefined || follower.exitCode !== null) return;
    follower.kill('SIGKILL');
    await once(follower, 'exit');
  };

  let stopped = false;
  let writes = 0;
  async function write(): Promise<void> {
    while (!stopped) {
      const sku = `a${Math.floor(draw() * 200)}`;
      if (draw() < 0.25) await articles.delete(sku);
      else await articles.upsert({ sku, title: `Title ${++writes}` });
    }
  }

  try {
    startFollower();
    const writing = write();
    const writeMore = (more: number) => {
      const target = writes + more;
      return expect.poll(() => writes, { timeout: 60_000 }).toBeGreaterThan(target);
    };
    for (let kill = 0; kill < KILLS; kill++) {
      await writeMore(10 + draw() * 30);
      if (kill % 2 === 0) {
        await killFollower();
        startFollower();
      } else {
        await server.end('SIGKILL');
        server = await startProcess({ ...environment, VITRINE_PORT: new URL(url).port });
      }
    }
    await writeMore(10);
    stopped = true;
    await writing;
    const job = await articles.import('sku,title\nimported,From a file\n');
    expect(job.created).toBe(1);
    const rows = await articles.list({ limit: 100 }).all();
    const stored = new Map(rows.map((row) => [row.id, Object.values(row).join(' ')]));
    expect(errors).toBe('');
    const indexed = () => readIndex(file);
    await expect.poll(indexed, { timeout: 60_000 }).toEqual(stored);
    // A follower that has just been filled may not follow yet, and would not find a deleted store.
    const { id } = await articles.upsert({ sku: 'last', title: 'Followed' });
    await expect.poll(() => indexed().has(String(id)), { timeout: 60_000 }).toBe(true);
    expect(errors).toBe('');
    await v.stores.delete(storeId);
    await once(follower as ChildProcess, 'exit');
    expect({ code: follower?.exitCode, errors }).toEqual({ code: 0, errors: '' });
  } finally {
    stopped = true;
    await killFollower();
    await server.end('SIGKILL');
    rmSync(folder, { recursive: true, force: true });
  }
});
