import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { firstByDay } from '../nightly.ts';
import { createTestDatabase, type TestDatabase } from '../postgres/database.ts';
import { verifies } from '../requirements.ts';
import type { Closing } from './closing-program.ts';
import { runProgram } from './run-program.ts';

let folder: string;
let database: TestDatabase;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'vitrine-closing-'));
  database = await createTestDatabase();
});

afterAll(async () => {
  await database.drop();
  rmSync(folder, { recursive: true, force: true });
});

let opened = 0;

/** Those that wait for a disk or a server first. */
const PLACES: readonly (readonly [name: string, open: () => Promise<string>])[] = [
  ['a SQLite file', async () => join(folder, `${opened++}.db`)],
  ['PostgreSQL', async () => (await database.createSchema()).url],
  ['the storage in memory', async () => 'memory'],
  ['SQLite in memory', async () => ':memory:'],
];

describe.each(firstByDay(PLACES))('on %s', { timeout: 120_000 }, (_name, open) => {
  test.each(['at once', 'later'])(
    'calls finish that were made before close, which comes %s',
    verifies('library.close'),
    async (moment) => {
      const { before, after } = JSON.parse(
        await runProgram('closing-program.ts', await open(), moment),
      ) as Closing;
      expect(before).toEqual(Object.fromEntries(Object.keys(before).map((name) => [name, 'done'])));
      expect(after).toEqual(Object.fromEntries(Object.keys(before).map((name) => [name, 'unavailable'])));
    },
  );

  test('a program in CommonJS continues after close', verifies('library.close'), async () => {
    expect(await runProgram('common-js-program.cts', await open())).toBe('closed, 1\n');
  });

  test('a program continues after it has closed a storage with a write in flight', async () => {
    expect(await runProgram('storage-program.ts', await open())).toBe('closed, value\n');
  });
});
