import { chmodSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { postgresStorage } from '@vitrine/storage-postgres';
import { sqliteStorage } from '@vitrine/storage-sqlite';
import Database from 'better-sqlite3';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { WorkingFolder } from '../e2e/command-line.ts';
import { createTestDatabase, type TestDatabase } from '../postgres/database.ts';

const VERSIONS = [1, 2, 3, 4, 5, 6, 7, 8, 9];

const refusal = (version: number) =>
  `The data has layout version ${version}, made by a development version before the first release. ` +
  'Export its stores with that version, and import them into a new database.';

const line = (version: number) =>
  expect.stringMatching(new RegExp(`^error: Can't use the database [^\\n]+: ${refusal(version)}\n$`));

/** Creates a database of the version. Of its tables one is enough, because only the version is read. */
function createFile(path: string, version: number): void {
  const database = new Database(path);
  database.pragma('journal_mode = WAL');
  database.exec(`
    PRAGMA application_id = 1448366670;
    PRAGMA user_version = ${version};
    CREATE TABLE stores (id TEXT PRIMARY KEY, name TEXT NOT NULL) STRICT;
    INSERT INTO stores (id, name) VALUES ('s', 'Läden');`);
  database.close();
  chmodSync(path, 0o600);
}

function arrangeFile(version: number): { readonly folder: string; readonly path: string } {
  const folder = mkdtempSync(join(tmpdir(), 'vitrine-older-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const path = join(folder, 'data.db');
  createFile(path, version);
  return { folder, path };
}

test.each(VERSIONS)('a SQLite file of layout %i is refused and stays as it is', async (version) => {
  const { folder, path } = arrangeFile(version);
  const before = readFileSync(path);
  const storage = sqliteStorage({ path });
  await expect(storage.migrate()).rejects.toMatchObject({ code: 'internal', message: refusal(version) });
  await storage.close();
  expect(readFileSync(path).equals(before)).toBe(true);
  expect(readdirSync(folder)).toEqual(['data.db']);
});

test.each(['serve', 'migrate'])(
  'the command `%s` refuses a SQLite file of an older layout in one line',
  async (command) => {
    const folder = new WorkingFolder();
    const path = join(folder.path, 'old.db');
    createFile(path, 9);
    const before = readFileSync(path);
    const { code, out, err } = await folder.run([command, '--database-url', `sqlite:${path}`]);
    expect({ code, out, err }).toEqual({ code: 65, out: '', err: line(9) });
    expect(readFileSync(path).equals(before)).toBe(true);
    expect(readdirSync(folder.path)).toEqual(['old.db']);
  },
);

describe('on PostgreSQL', () => {
  let database: TestDatabase;
  let client: pg.Client;

  beforeAll(async () => {
    database = await createTestDatabase();
    client = new pg.Client({ connectionString: database.url });
    await client.connect();
  });
  afterAll(async () => {
    await client.end();
    await database.drop();
  });

  async function arrangeSchema(version: number): Promise<string> {
    const { url } = await database.createSchema();
    await client.query(`SET search_path = ${schemaOf(url)}`);
    await client.query(`
      CREATE TABLE layout (name text PRIMARY KEY, version integer NOT NULL, backend text NOT NULL);
      INSERT INTO layout (name, version, backend) VALUES ('vitrine', ${version}, 'postgres');
      CREATE TABLE stores (id text PRIMARY KEY, name text NOT NULL);
      INSERT INTO stores (id, name) VALUES ('s', 'Läden');`);
    return url;
  }

  const schemaOf = (url: string) => /search_path=(\w+)/.exec(decodeURIComponent(url))?.[1] ?? '';

  /** Returns the rows and the names of all relations and functions of the schema. */
  async function contents(url: string) {
    const schema = schemaOf(url);
    const names = `
      SELECT relname AS name FROM pg_class WHERE relnamespace = '${schema}'::regnamespace
      UNION ALL
      SELECT proname FROM pg_proc WHERE pronamespace = '${schema}'::regnamespace
      ORDER BY name`;
    const texts = [names, `SELECT * FROM ${schema}.layout`, `SELECT * FROM ${schema}.stores`];
    const results = [];
    for (const text of texts) results.push((await client.query(text)).rows);
    return results;
  }

  test.each(VERSIONS)('a database of layout %i is refused and stays as it is', async (version) => {
    const url = await arrangeSchema(version);
    const before = await contents(url);
    const storage = postgresStorage({ url });
    await expect(storage.migrate()).rejects.toMatchObject({ code: 'internal', message: refusal(version) });
    await storage.close();
    expect(await contents(url)).toEqual(before);
  });

  test.each(['serve', 'migrate'])('the command `%s` refuses an older layout in one line', async (command) => {
    const url = await arrangeSchema(9);
    const before = await contents(url);
    const { code, out, err } = await new WorkingFolder().run([command, '--database-url', url]);
    expect({ code, out, err }).toEqual({ code: 65, out: '', err: line(9) });
    expect(await contents(url)).toEqual(before);
  });
});
