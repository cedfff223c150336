import { createHash } from 'node:crypto';
import {
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { sqliteStorage } from '../sqlite-storage.ts';
import { prepareFile } from './database-file.ts';
import { type FileProblem, SqliteFileError } from './errors.ts';
import { APPLICATION_ID } from './pragmas.ts';

let folder: string;
let path: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'vitrine-file-'));
  path = join(folder, 'data.db');
});

afterEach(() => rmSync(folder, { recursive: true }));

function digest(): string {
  return createHash('sha256').update(readFileSync(path)).digest('hex');
}

/** Expects that the file is refused, and that the file and its folder are unchanged. */
function expectRefused(problem: FileProblem): void {
  const before = [digest(), readdirSync(folder)];
  let thrown: unknown = null;
  try {
    sqliteStorage({ path });
  } catch (error) {
    thrown = error;
  }
  expect(thrown).toBeInstanceOf(SqliteFileError);
  expect(thrown).toMatchObject({ problem, code: 'internal' });
  expect([digest(), readdirSync(folder)]).toEqual(before);
}

/** Creates a database with enough data to be damaged. */
function makeDatabase(): void {
  prepareFile(path, false);
  const db = new Database(path);
  db.exec('CREATE TABLE filler (id INTEGER PRIMARY KEY, text TEXT); CREATE INDEX by_text ON filler (text)');
  const insert = db.prepare('INSERT INTO filler (text) VALUES (?)');
  db.transaction(() => {
    for (let i = 0; i < 2_000; i++) insert.run(`some text that takes room ${i}`);
  })();
  db.close();
}

test.skipIf(process.platform === 'win32')(
  'a new file, its log and its index are readable by this user only',
  async () => {
    const storage = sqliteStorage({ path });
    await storage.migrate();
    const modes = readdirSync(folder).map((name) => statSync(join(folder, name)).mode & 0o777);
    expect(modes).toEqual([0o600, 0o600, 0o600]);
    await storage.close();
  },
);

test('a new file has pages of 8 kB', async () => {
  await sqliteStorage({ path }).close();
  const db = new Database(path, { readonly: true });
  expect(db.pragma('page_size', { simple: true })).toBe(8192);
  db.close();
});

describe('opening a file', () => {
  test('creates a marked database in WAL mode if the file is missing, and no other file', () => {
    prepareFile(path, false);
    expect(readdirSync(folder)).toEqual(['data.db']);
    const db = new Database(path, { readonly: true });
    expect(db.pragma('application_id', { simple: true })).toBe(APPLICATION_ID);
    expect(db.pragma('journal_mode', { simple: true })).toBe('wal');
    db.close();
  });

  test('accepts a file that it created before, and writes nothing to it', () => {
    prepareFile(path, false);
    const before = digest();
    prepareFile(path, false);
    expect(digest()).toBe(before);
  });

  test('refuses a file of length zero', () => {
    writeFileSync(path, '');
    expectRefused('empty');
  });

  test('refuses a file that is not a database', () => {
    writeFileSync(path, 'id,name\n1,a spreadsheet\n'.repeat(100));
    expectRefused('foreign');
  });

  test("refuses another program's database", () => {
    const db = new Database(path);
    db.exec('CREATE TABLE records (id INTEGER PRIMARY KEY)');
    db.close();
    expectRefused('foreign');
  });

  test('refuses a truncated database', () => {
    makeDatabase();
    truncateSync(path, 20 * 4096);
    expectRefused('damaged');
  });

  test('refuses a database with overwritten bytes', () => {
    makeDatabase();
    const bytes = readFileSync(path);
    for (let page = 3; page < bytes.length / 4096; page++) bytes.fill(0xaa, page * 4096, page * 4096 + 512);
    writeFileSync(path, bytes);
    expectRefused('damaged');
  });

  test('refuses a folder, and a missing file if it is read-only', () => {
    expect(() => sqliteStorage({ path: folder })).toThrow('is not a file');
    expect(() => sqliteStorage({ path, readOnly: true })).toThrow('There is no database');
    expect(readdirSync(folder)).toEqual([]);
  });
});

describe('a path that cannot be used is an error with the path', () => {
  test.each([
    ['a missing folder', () => join(folder, 'none', 'deep', 'x.db'), 'missing'],
    ['a folder that is a file', () => join(path, 'x.db'), 'missing'],
    ['a name that is too long', () => join(folder, `${'x'.repeat(300)}.db`), 'inaccessible'],
  ])('%s', (_name, place, problem) => {
    writeFileSync(path, 'a file');
    const wanted = place();
    expect(() => sqliteStorage({ path: wanted })).toThrow(SqliteFileError);
    expect(() => sqliteStorage({ path: wanted })).toThrow(
      expect.objectContaining({ problem, message: expect.stringContaining(wanted) }),
    );
  });

  test.each([[undefined], [{}], [{ path: '' }], [{ path: 5 }]])('options %j have no path', (options) => {
    expect(() => sqliteStorage(options as never)).toThrow('path: Expected the path of a file');
  });
});
