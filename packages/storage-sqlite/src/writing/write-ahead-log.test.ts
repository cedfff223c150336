import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { sqliteStorage } from '../sqlite-storage.ts';

let folder: string;
let path: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'vitrine-held-log-'));
  path = join(folder, 'data.db');
});
afterEach(() => rmSync(folder, { recursive: true }));

async function openStorage() {
  const fatal: string[] = [];
  const storage = sqliteStorage({ path, onFatal: (line) => fatal.push(line) });
  await storage.migrate();
  const write = (name: string) => storage.settings.getOrInsert(name, 'value');
  await write('first');
  return { storage, write, fatal };
}

test('a log that another copy of SQLite has removed refuses writes instead of losing them', async () => {
  const { storage, write, fatal } = await openStorage();
  const other = new DatabaseSync(path);
  other.prepare('SELECT count(*) FROM settings').get();
  other.close();
  expect(existsSync(`${path}-wal`)).toBe(false);
  await expect(write('second')).rejects.toMatchObject({ code: 'unavailable' });
  expect(fatal).toEqual([expect.stringContaining('-wal was removed while it was in use')]);
  await storage.close();

  const reopened = await openStorage();
  expect(await reopened.write('third')).toBe('value');
  await reopened.storage.close();
  expect(reopened.fatal).toEqual([]);
});

test('a log that was removed and made anew is noticed within a moment', async () => {
  const { storage, write, fatal } = await openStorage();
  rmSync(`${path}-wal`);
  writeFileSync(`${path}-wal`, '');
  await expect
    .poll(() => write('again').then(String, ({ code }) => code), { interval: 10 })
    .toBe('unavailable');
  expect(fatal).toEqual([expect.stringContaining('-wal was removed while it was in use')]);
  await storage.close();
});

test('a removed log is noticed when the storage is closed', async () => {
  const { storage, fatal } = await openStorage();
  rmSync(`${path}-wal`);
  await storage.close();
  expect(fatal).toHaveLength(1);
});
