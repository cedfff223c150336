import { createHash } from 'node:crypto';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startProcess } from './server-process.ts';
import { ACCOUNT_KEY, createStore, recordOf, request } from './versioned-records.ts';

const DATA_EXIT = 65;
/** SQLite fills a page from its end, so the schema is in the second half of the first page. */
const PAGE = 8_192;

let folder: string;
let sound: Buffer;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'vitrine-damaged-'));
  const path = join(folder, 'sound.db');
  const server = await startProcess({
    VITRINE_DATABASE_URL: `sqlite:${path}`,
    VITRINE_ACCOUNT_KEY: ACCOUNT_KEY,
  });
  const storeId = await createStore(server);
  for (let index = 0; index < 50; index++) {
    const records = Array.from({ length: 20 }, (_, place) => recordOf(`${index}-${place}`, 1));
    expect((await request(server, 'POST', `/${storeId}/records/batch`, { records })).status).toBe(200);
  }
  await server.end('SIGTERM');
  sound = readFileSync(path);
});

afterAll(() => rmSync(folder, { recursive: true, force: true }));

function overwritten(from: number, length: number): Buffer {
  const copy = Buffer.from(sound);
  return copy.fill(0xa5, from, from + length);
}

function foreign(): Buffer {
  const path = join(folder, 'foreign.db');
  const database = new Database(path);
  database.exec('CREATE TABLE someone (elses TEXT)');
  database.close();
  return readFileSync(path);
}

describe('a file that is not a sound database of Vitrine stops the start', () => {
  test.each<[string, () => Buffer]>([
    ['of length zero', () => Buffer.alloc(0)],
    ['of garbage', () => Buffer.from('garbage '.repeat(4_000))],
    ['of another program', foreign],
    ['cut in half', () => sound.subarray(0, sound.length >> 1)],
    ['cut in its header', () => sound.subarray(0, 60)],
    ['with two pages overwritten', () => overwritten(3 * PAGE, 2 * PAGE)],
    ['with its schema overwritten', () => overwritten(PAGE / 2, PAGE / 2)],
  ])(
    '%s: exits with 65 and one line that names the file, and changes nothing in the folder',
    async (name, content) => {
      const place = mkdtempSync(join(folder, 'case-'));
      const path = join(place, 'vitrine.db');
      // With the mode that Vitrine sets: for a file that others can read it would print another line.
      writeFileSync(path, content(), { mode: 0o600 });
      const digest = () => [
        readdirSync(place),
        createHash('sha256').update(readFileSync(path)).digest('hex'),
      ];
      const before = digest();
      const outcome = await startProcess({
        VITRINE_DATABASE_URL: `sqlite:${path}`,
        VITRINE_ACCOUNT_KEY: ACCOUNT_KEY,
      }).then(
        async (server) => {
          await server.end('SIGKILL');
          return 'started';
        },
        (error: Error) => error.message,
      );
      expect(outcome).toMatch(new RegExp(`^The server ended with ${DATA_EXIT}: `));
      const lines = outcome
        .slice(outcome.indexOf(': ') + 2)
        .trimEnd()
        .split('\n');
      console.log(`${name}: ${lines[0]}`);
      expect(lines).toHaveLength(1);
      expect(lines[0]).toContain(path);
      expect(digest()).toEqual(before);
    },
  );
});
