import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { parse } from 'yaml';
import { readServeConfig } from '../../packages/vitrine/src/settings/config.ts';
import { SETTINGS } from '../../packages/vitrine/src/settings/settings.ts';
import { startProcess } from '../../test/faults/server-process.ts';
import { createTestDatabase, type TestDatabase } from '../../test/postgres/database.ts';

interface Service {
  readonly environment: Readonly<Record<string, string>>;
  readonly healthcheck: { readonly test: readonly string[] };
  readonly build?: { readonly context: string; readonly dockerfile: string };
  readonly depends_on?: Readonly<Record<string, { readonly condition: string }>>;
  readonly ports?: readonly string[];
  readonly volumes?: readonly string[];
  readonly read_only?: boolean;
  readonly cap_drop?: readonly string[];
  readonly security_opt?: readonly string[];
  readonly mem_limit?: string;
  readonly pids_limit?: number;
}

const here = (path: string) => fileURLToPath(new URL(path, import.meta.url));
const compose: { services: Record<string, Service>; volumes: Record<string, null> } = parse(
  readFileSync(here('compose.yaml'), 'utf8'),
);
const { postgres, vitrine } = compose.services;
if (postgres === undefined || vitrine === undefined) throw new Error('A service is missing.');

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

/** Replaces variables as Compose does: `${NAME}`, `${NAME:-default}`, `${NAME:?message}`. */
function interpolate(text: string, variables: Readonly<Record<string, string>>): string {
  return text.replace(/\$\{(\w+)(?::([-?])([^}]*))?\}/g, (_, name: string, kind?: string, rest = '') => {
    const value = variables[name] ?? '';
    if (value === '' && kind === '?') throw new Error(rest);
    return value === '' && kind === '-' ? rest : value;
  });
}

function settingsOf({ environment }: Service, variables: Readonly<Record<string, string>>) {
  return Object.fromEntries(
    Object.entries(environment).map(([name, text]) => [name, interpolate(text, variables)]),
  );
}

test('uses only existing settings with valid values', () => {
  const known = Object.values(SETTINGS).map(({ variable }) => variable);
  expect(known).toEqual(expect.arrayContaining(Object.keys(vitrine.environment)));
  const settings = settingsOf(vitrine, { POSTGRES_PASSWORD: 'secret' });
  expect(readServeConfig({}, settings)).toMatchObject({
    databaseUrl: { kind: 'postgres', url: 'postgres://vitrine:secret@postgres:5432/vitrine' },
    host: '0.0.0.0',
    port: 8080,
    baseUrl: 'http://localhost:8080',
    accountKey: undefined,
  });
  expect(() => settingsOf(postgres, {})).toThrow('POSTGRES_PASSWORD');
});

test('has services that match each other and refer to existing files', () => {
  const variables = { POSTGRES_PASSWORD: 'secret' };
  const created = settingsOf(postgres, variables);
  const url = new URL(settingsOf(vitrine, variables).VITRINE_DATABASE_URL ?? '');
  expect(compose.services).toHaveProperty(url.hostname);
  expect([url.username, url.password, url.pathname.slice(1)]).toEqual([
    created.POSTGRES_USER,
    created.POSTGRES_PASSWORD,
    created.POSTGRES_DB,
  ]);
  expect(vitrine.depends_on).toEqual({ postgres: { condition: 'service_healthy' } });
  expect(vitrine.ports).toEqual([`127.0.0.1:8080:${vitrine.environment.VITRINE_PORT}`]);
  expect(postgres.volumes?.map((volume) => volume.split(':')[0])).toEqual(Object.keys(compose.volumes));
  const { context = '', dockerfile = '' } = vitrine.build ?? {};
  expect(existsSync(here(`${context}/${dockerfile}`))).toBe(true);
  expect(existsSync(here(`${context}/pnpm-lock.yaml`))).toBe(true);
});

test('runs the server with a read-only root, limits on memory and processes, without privileges, and not as root', () => {
  expect(vitrine).toMatchObject({
    read_only: true,
    cap_drop: ['ALL'],
    security_opt: ['no-new-privileges:true'],
    mem_limit: '2g',
    pids_limit: 256,
  });
  expect(postgres.security_opt).toEqual(['no-new-privileges:true']);
  const image = readFileSync(here('Dockerfile'), 'utf8');
  const last = image.slice(image.lastIndexOf('\nFROM '));
  expect(last).toMatch(/^USER node$/m);
  expect(last).not.toMatch(/^RUN /m);
});

test('starts the server with these settings on PostgreSQL, and the health check succeeds', async () => {
  const settings = settingsOf(vitrine, { POSTGRES_PASSWORD: 'secret' });
  // Unlike in a container, the database has another address and the port may be in use.
  const local = {
    VITRINE_DATABASE_URL: database.url,
    VITRINE_HOST: '127.0.0.1',
    VITRINE_PORT: '0',
    VITRINE_BASE_URL: '',
  };
  const server = await startProcess({ ...settings, ...local });
  try {
    const [kind, command, ...args] = vitrine.healthcheck.test;
    expect([kind, command]).toEqual(['CMD', 'node']);
    const check = (port: string) =>
      execFileSync(
        process.execPath,
        args.map((arg) => arg.replace(':8080/', `:${port}/`)),
        { stdio: 'pipe' },
      );
    check(new URL(server.url).port);
    expect(() => check('1')).toThrow();
  } finally {
    await server.end('SIGTERM');
  }
});
