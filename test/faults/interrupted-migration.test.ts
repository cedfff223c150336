import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { LAYOUT_VERSION } from '../../packages/storage-sql/src/migrate.ts';
import { createTestDatabase, type TestDatabase } from '../postgres/database.ts';
import { verifies } from '../requirements.ts';
import { type ServerProcess, startProcess } from './server-process.ts';
import { ACCOUNT_KEY, request } from './versioned-records.ts';

const PRELOAD = new URL('./kill-at-statement.ts', import.meta.url).href;
const KILLED = /^The server ended with null/;
/** Far more than a first start writes. */
const STATEMENTS_MAX = 1_000;
const TIMEOUT = 900_000;

/** Starts a server that is killed right before the nth statement. Returns false if it started with fewer statements. */
async function startAndKill(
  environment: Readonly<Record<string, string>>,
  statement: number,
): Promise<boolean> {
  const server = await startProcess({
    ...environment,
    NODE_OPTIONS: `--import=${PRELOAD}`,
    KILL_AT_STATEMENT: String(statement),
  }).catch((error: Error) => error);
  if (!(server instanceof Error)) {
    await server.end('SIGKILL');
    return false;
  }
  expect(server.message).toMatch(KILLED);
  return true;
}

/** Returns the stores as a client reads them. They must be the same after any interruption. */
async function stores(server: ServerProcess) {
  const { status, body } = await request<{ items: { id: string; name: string }[] }>(server, 'GET', '');
  expect(status).toBe(200);
  return body.items.map(({ id, name }) => ({ id, name }));
}

/**
 * Kills a first start at every `step`th statement, and starts again on the remains. Returns the approximate number of
 * statements.
 */
async function killAtEach(
  step: number,
  arrange: () => Promise<Readonly<Record<string, string>>> | Readonly<Record<string, string>>,
  inspect: (server: ServerProcess) => Promise<void>,
): Promise<number> {
  for (let statement = 1; statement < STATEMENTS_MAX; statement += step) {
    const environment = {
      VITRINE_ACCOUNT_KEY: ACCOUNT_KEY,
      VITRINE_LOG_LEVEL: 'error',
      ...(await arrange()),
    };
    const killed = await startAndKill(environment, statement);
    const server = await startProcess(environment);
    try {
      await inspect(server);
    } finally {
      await server.end('SIGKILL');
    }
    if (!killed) return statement - 1;
  }
  throw new Error(`More than ${STATEMENTS_MAX} statements.`);
}

describe('a migration that is killed at any statement is finished or undone by the next start', () => {
  let folder: string;
  let file = 0;

  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'vitrine-migration-'));
  });
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  test('of a new SQLite file', {
    ...verifies('operations.acknowledged-writes'),
    timeout: TIMEOUT,
  }, async () => {
    let path = '';
    const statements = await killAtEach(
      1,
      () => {
        path = join(folder, `new-${file++}.db`);
        return { VITRINE_DATABASE_URL: `sqlite:${path}` };
      },
      async (server) => {
        expect(await stores(server)).toEqual([]);
        const database = new Database(path, { readonly: true });
        expect(database.pragma('integrity_check', { simple: true })).toBe('ok');
        expect(database.pragma('user_version', { simple: true })).toBe(LAYOUT_VERSION);
        database.close();
      },
    );
    console.log({ statements });
    expect(statements).toBeGreaterThan(20);
  });

  describe('on PostgreSQL', () => {
    let database: TestDatabase;

    beforeAll(async () => {
      database = await createTestDatabase();
    });
    afterAll(() => database.drop());

    test(
      'of a new database',
      async () => {
        const messages = await killAtEach(
          // Every message would take an hour, because each needs a start and a restart.
          7,
          async () => {
            const { url } = await database.createSchema();
            return { VITRINE_DATABASE_URL: url, KILL_AT_PORT: new URL(url).port };
          },
          async (server) => {
            expect(await stores(server)).toEqual([]);
          },
        );
        console.log({ messages });
        expect(messages).toBeGreaterThan(5);
      },
      TIMEOUT,
    );
  });
});
