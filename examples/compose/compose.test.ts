import { execFileSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { parse } from 'yaml';
import { readServeConfig } from '../../packages/vitrine/src/settings/config.ts';
import { SETTINGS } from '../../packages/vitrine/src/settings/settings.ts';
import { imageOf } from '../../test/container/dockerfile.ts';
import { startProcess } from '../../test/faults/server-process.ts';
import { createTestDatabase, type TestDatabase } from '../../test/postgres/database.ts';
import { verifies } from '../../test/requirements.ts';

type Variables = Readonly<Record<string, string>>;

interface Service {
  readonly environment: Variables;
  readonly build?: string;
  readonly image?: string;
  readonly depends_on?: Readonly<Record<string, { readonly condition: string }>>;
  readonly ports?: readonly string[];
  readonly volumes?: readonly string[];
}

interface Compose {
  readonly services: Readonly<Record<string, Service>>;
  readonly volumes: Readonly<Record<string, null>>;
  readonly networks?: {
    readonly default: { readonly ipam: { readonly config: readonly { subnet: string }[] } };
  };
}

const here = (path: string) => fileURLToPath(new URL(path, import.meta.url));
const image = imageOf(readFileSync(here('../../Dockerfile'), 'utf8'));
const given = { POSTGRES_PASSWORD: 'secret', DOMAIN: 'img.example.com' };

let database: TestDatabase;
let folder: string;
beforeAll(async () => {
  database = await createTestDatabase();
  folder = mkdtempSync(join(tmpdir(), 'vitrine-compose-'));
});
afterAll(async () => {
  await database.drop();
  rmSync(folder, { recursive: true, force: true });
});

/** Joins files as Compose does: maps member by member, lists one after the other. */
function joined(under: unknown, over: unknown): unknown {
  if (Array.isArray(under) && Array.isArray(over)) return [...under, ...over];
  if (!isMap(under) || !isMap(over)) return over ?? under;
  const names = new Set([...Object.keys(under), ...Object.keys(over)]);
  return Object.fromEntries([...names].map((name) => [name, joined(under[name], over[name])]));
}

function isMap(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function compose(...names: readonly string[]): Compose {
  const files: readonly unknown[] = ['compose.yaml', ...names].map((name) =>
    parse(readFileSync(here(name), 'utf8')),
  );
  return files.reduce((under, over) => joined(under, over)) as Compose;
}

/** Replaces variables as Compose does: `${NAME}`, `${NAME:-default}`, `${NAME:?message}`. */
function interpolate(text: string, variables: Variables): string {
  return text.replace(/\$\{(\w+)(?::([-?])([^}]*))?\}/g, (_, name: string, kind?: string, rest = '') => {
    const value = variables[name] ?? '';
    if (value === '' && kind === '?') throw new Error(rest);
    return value === '' && kind === '-' ? rest : value;
  });
}

/** Returns the environment of a service, over that of the image. */
function settingsOf(service: Service | undefined, variables: Variables): Variables {
  if (service === undefined) throw new Error('A service is missing.');
  const own = Object.entries(service.environment).map(
    ([name, text]) => [name, interpolate(text, variables)] as const,
  );
  return { ...(service.build === undefined ? {} : image.environment), ...Object.fromEntries(own) };
}

const variants: string[][] = [[], ['postgres.yaml'], ['caddy.yaml'], ['postgres.yaml', 'caddy.yaml']];

test.each(variants)('uses only existing settings with valid values: %s %s', (...names: readonly string[]) => {
  const settings = settingsOf(compose(...names).services.vitrine, given);
  const known = new Set<string>(Object.values(SETTINGS).map(({ variable }) => variable));
  const own = Object.keys(settings).filter((name) => name.startsWith('VITRINE_'));
  expect(own.filter((name) => !known.has(name))).toEqual([]);
  expect(readServeConfig({}, settings)).toMatchObject({
    databaseUrl: names.includes('postgres.yaml')
      ? { kind: 'postgres', url: 'postgres://vitrine:secret@postgres:5432/vitrine' }
      : { kind: 'sqlite', path: '/data/vitrine.db' },
    host: '0.0.0.0',
    port: 8080,
    baseUrl: names.includes('caddy.yaml') ? 'https://img.example.com' : 'http://localhost:8080',
    accountKey: undefined,
  });
});

test('stops without the variables that have no default', () => {
  const { postgres, caddy } = compose('postgres.yaml', 'caddy.yaml').services;
  expect(() => settingsOf(postgres, {})).toThrow('POSTGRES_PASSWORD');
  expect(() => settingsOf(caddy, {})).toThrow('DOMAIN');
});

test('has services that match each other and refer to existing files', () => {
  const { services, volumes, networks } = compose('postgres.yaml', 'caddy.yaml');
  const settings = settingsOf(services.vitrine, given);
  const created = settingsOf(services.postgres, given);
  const url = new URL(settings.VITRINE_DATABASE_URL ?? '');
  expect(services).toHaveProperty(url.hostname);
  expect([url.username, url.password, url.pathname.slice(1)]).toEqual([
    created.POSTGRES_USER,
    created.POSTGRES_PASSWORD,
    created.POSTGRES_DB,
  ]);
  expect(services.vitrine?.depends_on).toEqual({ postgres: { condition: 'service_healthy' } });
  expect(services.caddy?.depends_on).toEqual({ vitrine: { condition: 'service_healthy' } });
  expect(readFileSync(here('Caddyfile'), 'utf8')).toContain(
    `reverse_proxy vitrine:${settings.VITRINE_PORT} `,
  );
  expect(settings.VITRINE_TRUSTED_PROXIES).toBe(networks?.default.ipam.config[0]?.subnet);
  expect(services.vitrine?.ports).toEqual([`127.0.0.1:8080:${settings.VITRINE_PORT}`]);
  expect(services.vitrine?.volumes).toEqual(image.volumes.map((path) => `data:${path}`));
  const mounted = Object.values(services).flatMap(({ volumes: own = [] }) =>
    own.map((each) => each.split(':')[0] ?? ''),
  );
  for (const source of mounted) {
    if (source.startsWith('.')) expect(existsSync(here(source))).toBe(true);
    else expect(volumes).toHaveProperty(source);
  }
  expect(existsSync(here(`${services.vitrine?.build}/Dockerfile`))).toBe(true);
});

test('runs the server with a read-only root, limits on memory and processes, and without privileges', () => {
  const { vitrine, postgres, caddy } = compose('postgres.yaml', 'caddy.yaml').services;
  expect(vitrine).toMatchObject({
    read_only: true,
    tmpfs: ['/tmp'],
    cap_drop: ['ALL'],
    security_opt: ['no-new-privileges:true'],
    mem_limit: '2g',
    pids_limit: 256,
  });
  expect(postgres).toMatchObject({ security_opt: ['no-new-privileges:true'] });
  expect(caddy).toMatchObject({ cap_drop: ['ALL'], security_opt: ['no-new-privileges:true'] });
});

test.each([[['compose.yaml']], [['postgres.yaml']]])(
  'starts the server with the settings of %j, and the health check of the image succeeds',
  verifies('container.health'),
  async (names) => {
    const settings = settingsOf(compose(...names).services.vitrine, given);
    const isPostgres = names.includes('postgres.yaml');
    // Unlike in a container, the database has another address and the port may be in use.
    const server = await startProcess({
      ...settings,
      VITRINE_DATABASE_URL: isPostgres ? database.url : `sqlite:${join(folder, 'vitrine.db')}`,
      VITRINE_HOST: '127.0.0.1',
      VITRINE_PORT: '0',
      VITRINE_BASE_URL: '',
    });
    try {
      const [program, ...args] = image.healthCheck;
      expect(program).toBe('node');
      const check = (port: string) =>
        execFileSync(process.execPath, args, { stdio: 'pipe', env: { ...process.env, VITRINE_PORT: port } });
      check(new URL(server.url).port);
      expect(() => check('1')).toThrow();
    } finally {
      await server.end('SIGTERM');
    }
  },
);
