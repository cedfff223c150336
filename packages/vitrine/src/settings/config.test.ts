import { describe, expect, test } from 'vitest';
import { ConfigError, findConfigWarnings, readServeConfig } from './config.ts';
import { SETTINGS, type ServeConfig } from './settings.ts';

type Name = keyof ServeConfig;

const GOOD: readonly [Name, text: string, value: unknown][] = [
  ['databaseUrl', 'sqlite:./a/b.db', { kind: 'sqlite', path: './a/b.db' }],
  ['databaseUrl', 'sqlite:/srv/a.db', { kind: 'sqlite', path: '/srv/a.db' }],
  ['databaseUrl', 'sqlite:///srv/a.db', { kind: 'sqlite', path: '/srv/a.db' }],
  [
    'databaseUrl',
    'postgres://user:hunter2@db/vitrine',
    { kind: 'postgres', url: 'postgres://user:hunter2@db/vitrine' },
  ],
  ['databaseUrl', 'postgresql://db/vitrine', { kind: 'postgres', url: 'postgresql://db/vitrine' }],
  ['databaseUrl', 'sqlite::memory:', { kind: 'sqlite', path: ':memory:' }],
  ['databaseUrl', 'memory:', { kind: 'memory' }],
  ['databaseBackend', 'citus', 'citus'],
  ['databasePool', '5', 5],
  ['databaseStandbyReads', '1', true],
  ['columns', '1', 2 ** 20],
  ['columns', 'off', 0],
  [
    'blobs',
    's3://pictures/of-us?region=eu-west-1',
    { kind: 's3', bucket: 'pictures', prefix: 'of-us/', endpoint: undefined, region: 'eu-west-1' },
  ],
  ['host', '0.0.0.0', '0.0.0.0'],
  ['host', '::1', '::1'],
  ['host', 'localhost', 'localhost'],
  ['port', '0', 0],
  ['port', '65535', 65_535],
  ['baseUrl', 'https://img.example.com', 'https://img.example.com'],
  ['baseUrl', 'https://example.com/vitrine/', 'https://example.com/vitrine'],
  ['accountKey', 'any.token_of~mine+/==', 'any.token_of~mine+/=='],
  ['secret', 'blanks inside a long one are fine', 'blanks inside a long one are fine'],
  ['rateLimit', '6000', { account: 6000, key: 6000, failedKeys: 30 }],
  ['rateLimit', '6000/600', { account: 6000, key: 600, failedKeys: 30 }],
  ['rateLimit', '6000/600/5', { account: 6000, key: 600, failedKeys: 5 }],
  ['rateLimit', 'off', false],
  [
    'corsOrigins',
    'https://a.example, http://b.example:8081/',
    ['https://a.example', 'http://b.example:8081'],
  ],
  ['searchTools', '1', true],
  ['trustedProxies', '10.0.0.0/8, ::1', ['10.0.0.0/8', '::1/128']],
  ['maxConnections', '5000', { all: 5000 }],
  ['maxConnections', '5000/100', { all: 5000, perAddress: 100 }],
  ['oauth', 'on', true],
  ['oauth', 'off', false],
  ['oauth', '1', true],
  ['metrics', 'open', 'open'],
  ['metrics', 'key', 'key'],
  ['metrics', '9464', 9_464],
  ['logLevel', 'silent', 'silent'],
  ['geocoder', 'nominatim:https://nominatim.example.com', 'nominatim:https://nominatim.example.com'],
  ['geocoderContact', 'ops@example.com', 'ops@example.com'],
  ['geocoderRate', '0.066', 0.066],
  ['geocoderRate', '1000', 1_000],
  ['allowPrivateFetch', '1', true],
  ['allowPrivateFetch', 'true', true],
  ['allowPrivateFetch', '0', false],
  ['allowPrivateFetch', 'false', false],
];

const BAD: readonly [Name, text: string, complaint: RegExp][] = [
  ['databaseUrl', 'mysql://localhost/x', /Expected sqlite:<path>, postgres:\/\/… or memory:/],
  ['databaseUrl', 'sqlite:', /Expected sqlite:<path>/],
  ['databaseUrl', 'sqlite://data.db', /write sqlite:data\.db/],
  ['databaseUrl', './vitrine.db', /Expected sqlite:<path>/],
  ['databaseUrl', 'postgres:user:hunter2@db/vitrine', /Expected postgres:\/\/user:password@host/],
  ['databaseUrl', 'postgresql://user:hunter2@db:port/vitrine', /Expected postgres:\/\/user:password@host/],
  ['databaseBackend', 'mysql', /one of postgres, citus/],
  ['databasePool', '4', /5 to 9999/],
  ['columns', '0', /1 to 4095, or off/],
  ['columns', '4096', /1 to 4095, or off/],
  ['databasePool', 'many', /5 to 9999/],
  ['blobs', 's3://key:hunter2@pictures', /without keys/],
  ['maxConnections', '0', /5000\/100/],
  ['maxConnections', '100/', /5000\/100/],
  ['oauth', 'yes', /Expected 1, true, 0 or false/],
  ['metrics', 'closed', /open, key or a port/],
  ['metrics', '70000', /open, key or a port/],
  ['host', 'http://localhost', /without scheme/],
  ['host', 'localhost:8080', /without scheme, port/],
  ['host', '[::1]', /brackets/],
  ['host', 'two words', /host name/],
  ['port', '-1', /0 to 65535/],
  ['port', '65536', /0 to 65535/],
  ['port', '80.5', /0 to 65535/],
  ['port', '0x50', /0 to 65535/],
  ['port', 'http', /0 to 65535/],
  ['baseUrl', 'example.com', /absolute http or https URL/],
  ['baseUrl', 'ftp://example.com', /absolute http or https URL/],
  ['baseUrl', 'https://user:hunter2@example.com', /without user name and password/],
  ['baseUrl', 'https://example.com/?a=1', /without query/],
  ['accountKey', 'store-abc', /account key/],
  ['accountKey', 'with blank', /Bearer token/],
  ['accountKey', 'ümlaut', /Bearer token/],
  ['allowPrivateFetch', 'yes', /Expected 1, true, 0 or false/],
  ['allowPrivateFetch', 'TRUE', /Expected 1, true, 0 or false/],
  ['allowPrivateFetch', ' ', /Expected 1, true, 0 or false/],
  ['secret', '   ', /32 random characters/],
  ['secret', 'hunter2', /32 random characters or more, not 7/],
  ['previousSecret', 'short', /32 random/],
  ['rateLimit', '0', /6000\/600/],
  ['rateLimit', '60/', /6000\/600/],
  ['rateLimit', '60/0', /6000\/600/],
  ['rateLimit', '60/60/60/60', /6000\/600/],
  ['rateLimit', 'on', /or off/],
  ['trustedProxies', '10.0.0.1/8', /CIDR/],
  ['trustedProxies', 'proxy.example', /CIDR/],
  ['corsOrigins', '*', /origins/],
  ['corsOrigins', 'https://a.example/path', /origins/],
  ['corsOrigins', 'shop.example', /origins/],
  ['rateLimit', '1e3', /6000\/600/],
  ['logLevel', 'verbose', /one of fatal, error/],
  ['geocoder', ' offline', /Expected a name/],
  ['geocoderKey', '   ', /not blank/],
  ['geocoderRate', '0', /above 0/],
  ['geocoderRate', '1001', /at most 1000/],
  ['geocoderRate', 'fast', /calls per second/],
];

describe('settings', () => {
  test.each(GOOD)('%s accepts %j, by variable and by flag', (name, text, value) => {
    expect(readServeConfig({}, { [SETTINGS[name].variable]: text })[name]).toEqual(value);
    expect(readServeConfig({ [name]: text }, {})[name]).toEqual(value);
  });

  test.each(BAD)('%s refuses %j in one line that names variable and flag', (name, text, complaint) => {
    const { variable, flag } = SETTINGS[name];
    for (const [read, start] of [
      [() => readServeConfig({}, { [variable]: text }), `${variable} (${flag}): `],
      [() => readServeConfig({ [name]: text }, {}), `${flag} (${variable}): `],
    ] as const) {
      const message = messageOf(read);
      expect(message.startsWith(start)).toBe(true);
      expect(message).toMatch(complaint);
      expect(message).not.toMatch(/\n|hunter2/);
    }
  });

  test('a flag takes precedence over its variable, and an empty variable counts as unset', () => {
    expect(readServeConfig({ port: '1' }, { VITRINE_PORT: '2' }).port).toBe(1);
    expect(readServeConfig({}, { VITRINE_PORT: '', VITRINE_SECRET: '' })).toMatchObject({
      port: 8080,
      secret: undefined,
    });
  });

  test('an empty flag is refused', () => {
    expect(messageOf(() => readServeConfig({ port: '' }, {}))).toMatch(/^--port/);
    expect(messageOf(() => readServeConfig({ host: '' }, {}))).toMatch(/^--host/);
  });

  test('the defaults are the documented ones', () => {
    expect(readServeConfig({}, {})).toEqual({
      databaseUrl: { kind: 'sqlite', path: './data/vitrine.db' },
      databaseBackend: 'postgres',
      databasePool: 20,
      databaseStandbyReads: false,
      columns: 256 * 2 ** 20,
      blobs: { kind: 'database' },
      host: '127.0.0.1',
      port: 8080,
      baseUrl: undefined,
      accountKey: undefined,
      secret: undefined,
      searchTools: false,
      metrics: 'open',
      rateLimit: { account: 600_000, key: 600_000, failedKeys: 30 },
      console: true,
      logLevel: 'info',
      geocoder: 'offline',
      geocoderKey: undefined,
      geocoderContact: undefined,
      geocoderRate: undefined,
      allowPrivateFetch: false,
    });
  });

  test('a flag without a value turns a switch on', () => {
    expect(readServeConfig({ allowPrivateFetch: true }, {}).allowPrivateFetch).toBe(true);
    const off = readServeConfig({ allowPrivateFetch: '0' }, { VITRINE_ALLOW_PRIVATE_FETCH: '1' });
    expect(off.allowPrivateFetch).toBe(false);
  });

  test('flags are the variables in kebab case', () => {
    for (const { variable, flag } of Object.values(SETTINGS)) {
      expect(flag).toBe(`--${variable.replace('VITRINE_', '').toLowerCase().replaceAll('_', '-')}`);
    }
  });
});

describe('warnings', () => {
  test('warns about a short account key without showing it', () => {
    const env = { VITRINE_ACCOUNT_KEY: 'short-key' };
    const warnings = findConfigWarnings(readServeConfig({}, env), env);
    expect(warnings).toHaveLength(1);
    expect(warnings.join(' ')).not.toContain('short-key');
    const long = { VITRINE_ACCOUNT_KEY: 'k'.repeat(32) };
    expect(findConfigWarnings(readServeConfig({}, long), long)).toEqual([]);
  });

  test('warns about a variable that is not a setting', () => {
    expect(findConfigWarnings(readServeConfig({}, {}), { VITRINE_PROT: '1', PATH: 'x' })).toEqual([
      expect.stringContaining('VITRINE_PROT: no such setting'),
    ]);
  });

  test('does not warn about the variables of programs that use a server', () => {
    const environment = { VITRINE_URL: 'http://127.0.0.1:8080', VITRINE_KEY: 'account-x' };
    expect(findConfigWarnings(readServeConfig({}, environment), environment)).toEqual([]);
  });
});

function messageOf(run: () => unknown): string {
  try {
    run();
  } catch (error) {
    if (error instanceof ConfigError) return error.message;
    throw error;
  }
  throw new Error('Expected a ConfigError.');
}
