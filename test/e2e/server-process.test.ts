import { execFileSync } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { request as httpRequest } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { FontSummary, ImageDetail, Page, StoreDetail, StoreSummary } from '@vitrine/core/contracts';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { type ServerProcess, startProcess } from '../faults/server-process.ts';
import { verifies } from '../requirements.ts';
import { fontServer } from './font-server.ts';
import { picture } from './samples.ts';

const CLI = fileURLToPath(new URL('../../packages/vitrine/src/cli.ts', import.meta.url));
const KEY = `account-${'k'.repeat(43)}`;
const PRINTED_KEY = /account-[\w-]{43}/;

let folder: string;
const running: ServerProcess[] = [];

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'vitrine-serve-'));
});

afterEach(async () => {
  for (const server of running.splice(0)) await server.end('SIGKILL');
  rmSync(folder, { recursive: true, force: true });
});

async function serve(environment: Record<string, string> = {}, flags: string[] = []): Promise<ServerProcess> {
  const server = await startProcess(environment, flags, { folder });
  running.push(server);
  return server;
}

async function send<Body>(
  server: ServerProcess,
  key: string,
  path: string,
  json?: object,
): Promise<{ status: number; body: Body }> {
  const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' };
  const init = json === undefined ? { headers } : { method: 'POST', headers, body: JSON.stringify(json) };
  const response = await fetch(`${server.url}${path}`, init);
  return { status: response.status, body: (await response.json()) as Body };
}

/** Returns the words into which a shell splits a pasted line. */
function wordsOf(line: string): string[] {
  return execFileSync('sh', ['-c', line.replace(/^curl /, "printf '%s\\0' ")], { encoding: 'utf8' })
    .split('\0')
    .slice(0, -1);
}

const store = { name: 'S', properties: [{ name: 'n', type: 'number', unique: true }] };

test(
  'the first start without settings creates a file, an account and a key, and prints a curl line that works when pasted',
  verifies('run.start', 'run.first-start', 'run.database-url.sqlite'),
  async () => {
    const server = await serve();
    expect(existsSync(join(folder, 'data', 'vitrine.db'))).toBe(true);
    await expect.poll(() => server.stdout()).toMatch(/^curl .*\n/m);
    expect(
      server
        .stdout()
        .split('\n')
        .filter((line) => PRINTED_KEY.test(line) && !/^curl |\/console\/#key=/.test(line)),
    ).toHaveLength(1);
    const line = /^curl .*$/m.exec(server.stdout())?.[0] ?? '';
    const words = wordsOf(line);
    const url = words.find((word) => word.startsWith('http'));
    const headers = words.flatMap((word, index) =>
      words[index - 1] === '-H' ? [word.split(': ', 2) as [string, string]] : [],
    );
    const body = words[words.indexOf('-d') + 1];
    const response = await fetch(url ?? '', { method: 'POST', headers, body: body ?? '' });
    expect(response.status).toBe(201);
    await server.end('SIGTERM');
    const again = await serve();
    expect(again.stdout()).not.toMatch(PRINTED_KEY);
    const key = PRINTED_KEY.exec(server.stdout())?.[0] ?? '';
    expect((await send<Page<StoreSummary>>(again, key, '/v2/stores')).body.items).toHaveLength(1);
  },
);

test(
  'a given account key works after the start and belongs to the first account, and cursors survive a restart',
  verifies('run.account-key', 'run.account-key.first-account', 'run.secret.kept'),
  async () => {
    const database = { VITRINE_DATABASE_URL: `sqlite:${join(folder, 'own.db')}` };
    const server = await serve({ ...database, VITRINE_ACCOUNT_KEY: KEY });
    const who = await send<{ accountId: string }>(server, KEY, '/v2/whoami');
    expect(who.status).toBe(200);
    const { body: created } = await send<StoreDetail>(server, KEY, '/v2/stores', store);
    await send(server, KEY, `/v2/stores/${created.id}/records/batch`, {
      records: [{ n: 1 }, { n: 2 }, { n: 3 }],
    });
    const first = await send<Page<{ id: string }>>(server, KEY, `/v2/stores/${created.id}/records?limit=2`);
    expect(server.stdout()).not.toMatch(PRINTED_KEY);
    await server.end('SIGTERM');
    const other = `account-${'o'.repeat(43)}`;
    const again = await serve({ ...database, VITRINE_ACCOUNT_KEY: other });
    expect((await send<{ accountId: string }>(again, other, '/v2/whoami')).body.accountId).toBe(
      who.body.accountId,
    );
    const rest = await send<Page<{ id: string }>>(
      again,
      KEY,
      `/v2/stores/${created.id}/records?limit=2&cursor=${first.body.cursor}`,
    );
    expect(rest.body.items.map(({ id }) => id)).toEqual(['1']);
    expect(existsSync(join(folder, 'data'))).toBe(false);
  },
);

test(
  'a server with memory: creates no file, and every variable is also a flag',
  verifies('run.database-url.memory', 'run.flags', 'run.address'),
  async () => {
    const flags = [
      '--database-url',
      'memory:',
      '--host',
      '127.0.0.1',
      '--port',
      '0',
      '--account-key',
      KEY,
      '--secret',
      's'.repeat(40),
      '--log-level',
      'silent',
    ];
    const server = await serve({ VITRINE_DATABASE_URL: 'sqlite:./ignored.db', VITRINE_PORT: '1' }, flags);
    expect(server.url).toMatch(/^http:\/\/127\.0\.0\.1:\d+$/);
    expect((await send(server, KEY, '/v2/stores', store)).status).toBe(201);
    expect(readdirSync(folder)).toEqual([]);
    const help = execFileSync(process.execPath, ['--conditions=vitrine-source', CLI, 'serve', '--help'], {
      encoding: 'utf8',
    });
    for (const name of ['DATABASE_URL', 'HOST', 'PORT', 'BASE_URL', 'ACCOUNT_KEY', 'SECRET', 'LOG_LEVEL']) {
      expect(help).toContain(`--${name.toLowerCase().replaceAll('_', '-')}`);
    }
    for (const value of ['sqlite:./data/vitrine.db', '127.0.0.1', '8080']) expect(help).toContain(value);
  },
);

test(
  'an invalid value stops the start with one line that names it',
  verifies('run.bad-value', 'run.switches'),
  async () => {
    const bad: [variable: string, value: string][] = [
      ['VITRINE_DATABASE_URL', 'mysql://localhost/x'],
      ['VITRINE_PORT', '70000'],
      ['VITRINE_HOST', 'http://localhost'],
      ['VITRINE_BASE_URL', 'example.com'],
      ['VITRINE_ACCOUNT_KEY', 'store-not an account key'],
      ['VITRINE_LOG_LEVEL', 'loud'],
      ['VITRINE_ALLOW_PRIVATE_FETCH', 'yes'],
    ];
    await Promise.all(
      bad.map(async ([variable, value]) => {
        const message = await serve({ VITRINE_DATABASE_URL: 'memory:', [variable]: value }).then(
          () => 'it started',
          (error: Error) => error.message,
        );
        const [ended = '', ...printed] = message.split(/(?<=with \d+): /);
        expect(ended, variable).toMatch(/ended with [1-9]\d*$/);
        expect(printed.join(': ').trim().split('\n'), variable).toHaveLength(1);
        expect(printed.join(': ')).toContain(variable);
      }),
    );
  },
);

test(
  'a log has one JSON line for each request, without keys and query strings, and can be silenced by its level',
  verifies('operations.logs', 'operations.logs.path', 'run.log-level'),
  async () => {
    const environment = { VITRINE_DATABASE_URL: 'memory:', VITRINE_ACCOUNT_KEY: KEY };
    const [loud, silent] = [
      await serve({ ...environment, VITRINE_LOG_LEVEL: 'info' }),
      await serve({ ...environment, VITRINE_LOG_LEVEL: 'silent' }),
    ];
    for (const server of [loud, silent]) {
      await send(server, KEY, '/v2/stores?q=in-the-query&key=secret-in-the-query');
      await send(server, 'account-wrong-key', '/v2/whoami');
      await send(server, KEY, '/v2/stores', store);
      await server.end('SIGTERM');
    }
    const lines = loud
      .stderr()
      .split('\n')
      .filter((line) => line !== '')
      .map((line) => JSON.parse(line) as Record<string, unknown>);
    const text = loud.stderr();
    expect(lines.filter((line) => JSON.stringify(line).includes('/v2/'))).toHaveLength(3);
    for (const secret of [KEY, 'account-wrong-key', 'in-the-query', 'Bearer'])
      expect(text).not.toContain(secret);
    expect(silent.stderr()).toBe('');
  },
);

test(
  'requests and failed keys are limited by default, and one setting turns both limits off',
  verifies('rate-limits.default', 'rate-limits.failed-keys'),
  async () => {
    const environment = { VITRINE_DATABASE_URL: 'memory:', VITRINE_ACCOUNT_KEY: KEY };
    const limited = await serve(environment);
    const unlimited = await serve({ ...environment, VITRINE_RATE_LIMIT: 'off' });
    const policyOf = async ({ url }: ServerProcess) => {
      const { headers } = await fetch(`${url}/v2/whoami`, { headers: { authorization: `Bearer ${KEY}` } });
      return headers.get('ratelimit-policy');
    };
    const failed = async (server: ServerProcess) => {
      const statuses: number[] = [];
      for (let i = 0; i < 32; i++)
        statuses.push((await send(server, `account-wrong${i}`, '/v2/whoami')).status);
      return statuses.filter((status) => status === 429).length;
    };
    expect(await policyOf(limited)).toBe('"account";q=600000;w=60, "key";q=600000;w=60');
    expect(await failed(limited)).toBe(2);
    expect((await send(limited, KEY, '/v2/whoami')).status).toBe(200);
    expect(await policyOf(unlimited)).toBeNull();
    expect(await failed(unlimited)).toBe(0);
  },
);

test(
  'tokens in paths are not logged, and URLs with tokens start with the base URL',
  verifies('operations.logs.path-tokens', 'run.base-url', 'auth.path-tokens'),
  async () => {
    const environment = { VITRINE_DATABASE_URL: 'memory:', VITRINE_ACCOUNT_KEY: KEY };
    const server = await serve({ ...environment, VITRINE_LOG_LEVEL: 'info' });
    const form = new FormData();
    form.append('file', new Blob([new Uint8Array(picture())]), 'dot.png');
    const added = await fetch(`${server.url}/admin/images`, {
      method: 'POST',
      headers: { authorization: `Bearer ${KEY}` },
      body: form,
    });
    const { productionUrl, thumbnailUrl } = (await added.json()) as ImageDetail;
    const { body: fonts } = await send<FontSummary[]>(server, KEY, '/v2/fonts');
    const signed = [thumbnailUrl, fonts[0]?.previewUrl ?? ''];
    for (const url of [productionUrl, ...signed]) {
      expect(url.startsWith(`${server.url}/`)).toBe(true);
      expect((await fetch(url)).status).toBe(200);
    }
    for (const url of signed) expect((await fetch(`${url}9`)).status).toBe(404);
    await server.end('SIGTERM');
    for (const url of signed) {
      const token = /(?:thumbnails|previews)\/([^/]+)/.exec(url)?.[1] ?? url;
      expect(server.stderr()).not.toContain(token);
    }
    expect(server.stderr()).toContain('/v2/image-thumbnails/***/1');
    expect(server.stderr()).toContain('/font-previews/***/');

    const known = await serve({ ...environment, VITRINE_BASE_URL: 'https://img.example.com/v/' });
    const { body: elsewhere } = await send<FontSummary[]>(known, KEY, '/v2/fonts');
    expect(elsewhere[0]?.previewUrl).toMatch(/^https:\/\/img\.example\.com\/v\/font-previews\//);
  },
);

test(
  'fonts are not fetched from private addresses unless the operator allows it',
  verifies('run.private-fetch', 'run.switches'),
  async () => {
    const canary = await fontServer();
    const environment = { VITRINE_DATABASE_URL: 'memory:', VITRINE_ACCOUNT_KEY: KEY };
    const fetchFont = (server: ServerProcess) =>
      send<{ family?: string }>(server, KEY, '/v2/fonts/from-url', { url: `${canary.url}/font.woff2` });
    const closed = await fetchFont(await serve(environment));
    expect([closed.status, canary.connections()]).toEqual([400, 0]);
    for (const flags of [['--allow-private-fetch'], ['--allow-private-fetch', 'true']]) {
      expect(await fetchFont(await serve(environment, flags))).toMatchObject({
        status: 201,
        body: { family: 'Bebas Neue' },
      });
    }
  },
);

test(
  'SIGTERM finishes a request in flight, accepts no new one, and exits with 0',
  verifies('operations.sigterm'),
  async () => {
    const server = await serve({
      VITRINE_DATABASE_URL: `sqlite:${join(folder, 'term.db')}`,
      VITRINE_ACCOUNT_KEY: KEY,
    });
    const slow = httpRequest(`${server.url}/v2/stores`, {
      method: 'POST',
      headers: { authorization: `Bearer ${KEY}`, 'content-type': 'application/json' },
    });
    const answered = new Promise<number | undefined>((resolve, reject) => {
      slow.on('response', (response) => {
        response.resume();
        resolve(response.statusCode);
      });
      slow.on('error', reject);
    });
    const [start, rest] = [JSON.stringify(store).slice(0, 10), JSON.stringify(store).slice(10)];
    await new Promise((resolve) => slow.write(start, resolve));
    expect((await send(server, KEY, '/v2/whoami')).status).toBe(200);
    const ended = server.end('SIGTERM');
    await expect
      .poll(() =>
        fetch(`${server.url}/healthz`).then(
          () => 'taken',
          () => 'refused',
        ),
      )
      .toBe('refused');
    slow.end(rest);
    expect(await answered).toBe(201);
    expect(await ended).toEqual({ code: 0, signal: null });
    const again = await serve({ VITRINE_DATABASE_URL: `sqlite:${join(folder, 'term.db')}` });
    expect((await send<Page<StoreSummary>>(again, KEY, '/v2/stores')).body.items).toHaveLength(1);
  },
);
