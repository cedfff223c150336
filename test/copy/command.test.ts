import { execFileSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { postgresStorage } from '@vitrine/storage-postgres';
import { sqliteStorage } from '@vitrine/storage-sqlite';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../postgres/database.ts';
import { contentsOf, fillSample } from './sample.ts';
import { Storages } from './storages.ts';

const CLI = fileURLToPath(new URL('../../packages/vitrine/src/cli.ts', import.meta.url));
const storages = new Storages();
let database: TestDatabase;

beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(async () => {
  await storages.close();
  await database.drop();
});

function copy(from: string, to: string): string {
  const args = [...process.execArgv, CLI, 'copy', '--from', from, '--to', to];
  return execFileSync(process.execPath, args, { encoding: 'utf8' });
}

test('moves a deployment from SQLite to PostgreSQL and back', async () => {
  const [file, back] = [storages.newPath(), storages.newPath()];
  const source = sqliteStorage({ path: file });
  await fillSample(source);
  expect(copy(`sqlite:${file}`, database.url)).toContain('copied, and equal on both sides: 2 accounts');
  expect(copy(database.url, `sqlite:${back}`)).toContain('copied, and equal on both sides: 2 accounts');

  const [server, again] = [postgresStorage({ url: database.url }), sqliteStorage({ path: back })];
  try {
    const now = Date.now();
    const original = await contentsOf(source, now);
    expect(await contentsOf(server, now)).toEqual(original);
    expect(await contentsOf(again, now)).toEqual(original);
  } finally {
    for (const storage of [source, server, again]) await storage.close();
  }
});
