import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { type SqliteStorage, sqliteStorage } from '../sqlite-storage.ts';

const MEGABYTE = 2 ** 20;

let folder: string;
let storage: SqliteStorage;

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'vitrine-log-'));
  storage = sqliteStorage({ path: join(folder, 'data.db') });
  await storage.migrate();
});

afterEach(async () => {
  await storage.close();
  rmSync(folder, { recursive: true });
});

test('the log does not grow with every large blob that is put', async () => {
  for (let i = 0; i < 12; i++)
    await storage.blobs.put(`${i}`.padStart(64, '0'), randomBytes(5 * MEGABYTE), i);
  expect(statSync(join(folder, 'data.db-wal')).size).toBeLessThan(30 * MEGABYTE);
});
