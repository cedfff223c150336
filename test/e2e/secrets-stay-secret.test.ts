import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { describe, expect, test } from 'vitest';
import { type ServerProcess, startProcess } from '../faults/server-process.ts';
import { createTestDatabase } from '../postgres/database.ts';
import { verifies } from '../requirements.ts';
import { picture } from './samples.ts';

const ACCOUNT_KEY = `account-${'Qz7'.repeat(14)}x`;
const SECRET = 'jW3-secret-that-signs-links-and-cursors-9fK';
const PREVIOUS = 'pR8-secret-that-signed-them-before-this-4hT';

interface Kept {
  readonly url: string;
  /** Returns everything that the database contains, as text. */
  read(): Promise<string>;
  remove(): Promise<void>;
}

async function sqliteFile(): Promise<Kept> {
  const folder = mkdtempSync(join(tmpdir(), 'vitrine-secrets-'));
  return {
    url: `sqlite:${join(folder, 'vitrine.db')}`,
    read: async () =>
      readdirSync(folder)
        .map((name) => readFileSync(join(folder, name), 'latin1'))
        .join('\n'),
    remove: async () => rmSync(folder, { recursive: true, force: true }),
  };
}

async function postgresDatabase(): Promise<Kept> {
  const database = await createTestDatabase();
  return {
    url: database.url,
    async read() {
      const client = new pg.Client({ connectionString: database.url });
      await client.connect();
      try {
        const tables = await client.query<{ name: string }>(
          "SELECT table_name AS name FROM information_schema.tables WHERE table_schema = 'public'",
        );
        const texts: string[] = [];
        for (const { name } of tables.rows) {
          const { rows } = await client.query<{ row: string }>(`SELECT t::text AS row FROM "${name}" AS t`);
          texts.push(...rows.map(({ row }) => row));
        }
        return texts.join('\n');
      } finally {
        await client.end();
      }
    },
    remove: () => database.drop(),
  };
}

/**
 * Uses every kind of secret in valid and invalid requests. Returns the secrets and the texts of all responses, except
 * those that must contain one.
 */
async function useSecrets(server: ServerProcess): Promise<{ secrets: string[]; responses: string }> {
  const responses: string[] = [];
  const send = async (method: string, path: string, key: string | null, body?: object | FormData) => {
    const isForm = body instanceof FormData;
    const response = await fetch(`${server.url}${path}`, {
      method,
      headers: {
        ...(key === null ? {} : { authorization: `Bearer ${key}` }),
        ...(body === undefined || isForm ? {} : { 'content-type': 'application/json' }),
      },
      ...(body === undefined ? {} : { body: isForm ? body : JSON.stringify(body) }),
    });
    const text = await response.text();
    return { status: response.status, text, json: () => JSON.parse(text) };
  };
  const keep = async (...request: Parameters<typeof send>) => {
    const received = await send(...request);
    responses.push(received.text);
    return received;
  };

  const store = (
    await keep('POST', '/v2/stores', ACCOUNT_KEY, { name: 'S', properties: [{ name: 'n', type: 'number' }] })
  ).json();
  // The only response that may contain a key.
  const { key: storeKey, keyId } = (
    await send('POST', '/admin/keys', ACCOUNT_KEY, { name: 'k', storeId: store.id })
  ).json();
  for (let n = 0; n < 3; n++) await keep('POST', `/v2/stores/${store.id}/records`, storeKey, { n });
  const { cursor } = (await send('GET', `/v2/stores/${store.id}/records?limit=1`, storeKey)).json();
  await keep('GET', `/v2/stores/${store.id}/records?limit=2&cursor=${cursor}`, storeKey);
  await keep('GET', `/v2/stores/${store.id}/records?cursor=${cursor}x&key=${ACCOUNT_KEY}`, storeKey);

  const form = new FormData();
  form.append('file', new Blob([new Uint8Array(picture())]), 'dot.png');
  const image = (await send('POST', '/admin/images', ACCOUNT_KEY, form)).json();
  const thumbnail = new URL(image.thumbnailUrl);
  const token = thumbnail.pathname.split('/')[3] ?? '';
  expect(token.length).toBeGreaterThan(20);
  expect((await keep('GET', thumbnail.pathname, null)).status).toBe(200);
  expect((await keep('GET', `${thumbnail.pathname}9`, null)).status).toBe(404);

  // Places in which clients put a key by mistake.
  await keep('GET', `/v2/whoami?api_key=${ACCOUNT_KEY}`, null);
  await keep('GET', '/v2/whoami', `${ACCOUNT_KEY}x`);
  await keep('POST', `/v2/stores/${store.id}/records`, ACCOUNT_KEY, { n: 'no number' });
  await keep('DELETE', `/admin/keys/${keyId}`, ACCOUNT_KEY);
  await keep('GET', '/v2/whoami', storeKey);
  await keep('GET', '/metrics', null);
  await keep('GET', '/admin/keys', ACCOUNT_KEY);
  return { secrets: [ACCOUNT_KEY, storeKey, SECRET, PREVIOUS, token], responses: responses.join('\n') };
}

describe.each([
  ['a SQLite file', sqliteFile],
  ['PostgreSQL', postgresDatabase],
])('on %s', (_, open) => {
  test(
    'shows no key, secret or token in logs, database or responses, except in the response that creates a key',
    verifies('operations.logs', 'operations.logs.path', 'auth.header'),
    async () => {
      const kept = await open();
      const server = await startProcess({
        VITRINE_DATABASE_URL: kept.url,
        VITRINE_ACCOUNT_KEY: ACCOUNT_KEY,
        VITRINE_SECRET: SECRET,
        VITRINE_PREVIOUS_SECRET: PREVIOUS,
        VITRINE_LOG_LEVEL: 'trace',
      });
      try {
        const { secrets, responses } = await useSecrets(server);
        // While the server runs, which includes the database's log, and after it stopped.
        const running = await kept.read();
        expect(await server.end('SIGTERM')).toEqual({ code: 0, signal: null });
        const places = {
          responses,
          running,
          stopped: await kept.read(),
          stdout: server.stdout(),
          stderr: server.stderr(),
        };
        expect(places.stderr.split('\n').length).toBeGreaterThan(10);
        expect(places.running.length).toBeGreaterThan(1_000);
        for (const [place, text] of Object.entries(places)) {
          for (const secret of secrets)
            expect({ place, found: text.includes(secret) }).toEqual({ place, found: false });
        }
      } finally {
        await server.end('SIGKILL');
        await kept.remove();
      }
    },
  );
});
