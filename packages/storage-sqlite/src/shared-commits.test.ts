import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setImmediate as turn } from 'node:timers/promises';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { type SqliteStorage, sqliteStorage } from './sqlite-storage.ts';

// The log's form: https://sqlite.org/fileformat2.html section 4.1
const LOG_HEADER = 32;
const FRAME_HEADER = 24;
const PAGE_SIZE_OFFSET = 8;
const SIZE_AFTER_COMMIT_OFFSET = 4;

let folder: string;
let storage: SqliteStorage;

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'vitrine-commits-'));
  storage = sqliteStorage({ path: join(folder, 'data.db') });
  await storage.migrate();
});

afterEach(async () => {
  await storage.close();
  rmSync(folder, { recursive: true });
});

/** Frames of the log that end a transaction. It is written from its front to its end here, without a checkpoint between. */
function commits(): number {
  const log = readFileSync(join(folder, 'data.db-wal'));
  const frame = FRAME_HEADER + log.readUInt32BE(PAGE_SIZE_OFFSET);
  let count = 0;
  for (let at = LOG_HEADER; at + frame <= log.length; at += frame) {
    if (log.readUInt32BE(at + SIZE_AFTER_COMMIT_OFFSET) !== 0) count++;
  }
  return count;
}

let names = 0;
const write = () => storage.settings.getOrInsert(`name ${++names}`, 'value');

test('writes that begin in turns behind each other share a commit', async () => {
  await Promise.all([write(), write()]);
  const before = commits();
  for (let round = 0; round < 20; round++) {
    const round = [write()];
    while (round.length < 12) {
      await turn();
      round.push(write());
    }
    await Promise.all(round);
  }
  // Sent as soon as the thread is idle, the first of a round goes alone, which makes 40 and more; a busy machine breaks some up.
  expect(commits() - before).toBeLessThan(33);
});

test('a write that is alone is committed alone, and acknowledged by itself', async () => {
  await write();
  const before = commits();
  for (let round = 0; round < 10; round++) await write();
  expect(commits() - before).toBe(10);
});
