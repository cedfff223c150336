import type { RateLimits } from '@vitrine/core';
import type { Backend } from '@vitrine/storage-postgres';
import { type BlobPlace, readBlobPlace } from './blob-place.ts';

/** Levels of pino, most severe first. */
const LOG_LEVELS = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const;
export type LogLevel = (typeof LOG_LEVELS)[number];

/** Where everything is kept, as `VITRINE_DATABASE_URL` names it. */
export type DatabaseUrl =
  | { readonly kind: 'sqlite'; readonly path: string }
  /** The URL may hold a password: `describeDatabase` says what may be shown of it. */
  | { readonly kind: 'postgres'; readonly url: string }
  | { readonly kind: 'memory' };

/** Engines behind `postgres://`, as `postgresStorage` knows them. */
const BACKENDS = ['postgres', 'citus', 'cockroachdb', 'yugabytedb'] as const satisfies readonly Backend[];

const POOL = 20;

/** What `vitrine serve` runs with (decisions section 1, "Environment"). */
export interface ServeConfig {
  readonly databaseUrl: DatabaseUrl;
  readonly databaseBackend: Backend;
  /** Connections to PostgreSQL at most. */
  readonly databasePool: number;
  /** Where the bytes of pictures and fonts are kept. */
  readonly blobs: BlobPlace;
  readonly host: string;
  /** 0: any free one. */
  readonly port: number;
  /** Without a slash at its end. Undefined: the address that the server listens on. */
  readonly baseUrl: string | undefined;
  readonly accountKey: string | undefined;
  readonly secret: string | undefined;
  readonly previousSecret: string | undefined;
  /** Undefined: none. */
  readonly rateLimit: RateLimits | undefined;
  readonly logLevel: LogLevel;
  /** `offline`, `nominatim:<base url>`, or a provider that `@vitrine/geocoder` knows; that package reads it. */
  readonly geocoder: string;
  readonly geocoderKey: string | undefined;
  readonly geocoderContact: string | undefined;
  readonly geocoderRate: number | undefined;
  /** Whether fonts may be fetched from addresses that are not public. */
  readonly allowPrivateFetch: boolean;
}

/** A setting that can't be used. The message is one line, names the setting, and repeats no secret. */
export class ConfigError extends Error {
  override readonly name = 'ConfigError';
}

/** An environment variable and the flag of the same name, which wins over it. */
export interface Setting<Value> {
  readonly variable: string;
  readonly flag: string;
  readonly placeholder: string;
  readonly description: string;
  /** What holds when neither is given; undefined: nothing. */
  readonly fallback: string | undefined;
  /** True: its flag alone, without a value, switches it on. */
  readonly isSwitch?: true;
  /** @throws Error whose message goes behind the setting's name. */
  readonly read: (text: string) => Value;
}

/** Given as text, by the setting's name. */
export type Flags = { readonly [Name in keyof ServeConfig]?: string | true | undefined };
export type Environment = Readonly<Record<string, string | undefined>>;

export const SETTINGS: { readonly [Name in keyof ServeConfig]: Setting<NonNullable<ServeConfig[Name]>> } = {
  databaseUrl: {
    variable: 'VITRINE_DATABASE_URL',
    flag: '--database-url',
    placeholder: 'url',
    description: 'sqlite:<path>, postgres://…, or memory: which forgets everything at the end',
    fallback: 'sqlite:./data/vitrine.db',
    read: readDatabaseUrl,
  },
  databaseBackend: {
    variable: 'VITRINE_DATABASE_BACKEND',
    flag: '--database-backend',
    placeholder: 'name',
    description: `which engine answers at postgres://…: ${BACKENDS.join(', ')}`,
    fallback: 'postgres',
    read: readBackend,
  },
  databasePool: {
    variable: 'VITRINE_DATABASE_POOL',
    flag: '--database-pool',
    placeholder: 'number',
    description: 'connections to PostgreSQL at most, 5 or more',
    fallback: String(POOL),
    read: readPool,
  },
  blobs: {
    variable: 'VITRINE_BLOBS',
    flag: '--blobs',
    placeholder: 'place',
    description:
      'where new pictures and fonts are kept: database, or s3://bucket[/prefix][?endpoint=…&region=…]',
    fallback: 'database',
    read: readBlobPlace,
  },
  host: {
    variable: 'VITRINE_HOST',
    flag: '--host',
    placeholder: 'address',
    description: 'address to listen on; 0.0.0.0 for every IPv4 one',
    fallback: '127.0.0.1',
    read: readHost,
  },
  port: {
    variable: 'VITRINE_PORT',
    flag: '--port',
    placeholder: 'number',
    description: 'port to listen on; 0 for any free one',
    fallback: '8080',
    read: readPort,
  },
  baseUrl: {
    variable: 'VITRINE_BASE_URL',
    flag: '--base-url',
    placeholder: 'url',
    description:
      'how clients reach this server; every URL it gives out begins with it (default http://HOST:PORT)',
    fallback: undefined,
    read: readBaseUrl,
  },
  accountKey: {
    variable: 'VITRINE_ACCOUNT_KEY',
    flag: '--account-key',
    placeholder: 'key',
    description: 'an account key that works after the start; it belongs to the first account',
    fallback: undefined,
    read: readAccountKey,
  },
  secret: {
    variable: 'VITRINE_SECRET',
    flag: '--secret',
    placeholder: 'text',
    description: 'signs cursors and links (default: made once and kept in the database)',
    fallback: undefined,
    read: readSecret,
  },
  previousSecret: {
    variable: 'VITRINE_PREVIOUS_SECRET',
    flag: '--previous-secret',
    placeholder: 'text',
    description:
      'what VITRINE_SECRET was before: what it signed still holds, while new things are signed by the new one',
    fallback: undefined,
    read: readSecret,
  },
  rateLimit: {
    variable: 'VITRINE_RATE_LIMIT',
    flag: '--rate-limit',
    placeholder: 'requests',
    description:
      'requests a minute that an account may make, or an account and a key: 6000 or 6000/600; off without it',
    fallback: undefined,
    read: readRateLimit,
  },
  logLevel: {
    variable: 'VITRINE_LOG_LEVEL',
    flag: '--log-level',
    placeholder: 'level',
    description: LOG_LEVELS.join(', '),
    fallback: 'info',
    read: readLogLevel,
  },
  geocoder: {
    variable: 'VITRINE_GEOCODER',
    flag: '--geocoder',
    placeholder: 'name',
    description:
      'who finds the places of addresses: offline, nominatim:<base url>, or a provider such as opencage',
    fallback: 'offline',
    read: readGeocoder,
  },
  geocoderKey: {
    variable: 'VITRINE_GEOCODER_KEY',
    flag: '--geocoder-key',
    placeholder: 'key',
    description: 'what the provider gave you; of two parts, id:secret',
    fallback: undefined,
    read: readText,
  },
  geocoderContact: {
    variable: 'VITRINE_GEOCODER_CONTACT',
    flag: '--geocoder-contact',
    placeholder: 'address',
    description: 'mail address or URL at which the provider reaches you; nominatim needs it',
    fallback: undefined,
    read: readText,
  },
  geocoderRate: {
    variable: 'VITRINE_GEOCODER_RATE',
    flag: '--geocoder-rate',
    placeholder: 'number',
    description:
      'calls a second at most, over all servers of the database (default: what the provider allows)',
    fallback: undefined,
    read: readRate,
  },
  allowPrivateFetch: {
    variable: 'VITRINE_ALLOW_PRIVATE_FETCH',
    flag: '--allow-private-fetch',
    placeholder: 'switch',
    description: '1 or true: fonts may be fetched from private, loopback and link-local addresses too',
    fallback: '0',
    isSwitch: true,
    read: readSwitch,
  },
};

/**
 * Reads every setting; a flag wins over its variable, and an empty variable counts as unset.
 * @throws ConfigError at the first one that can't be used.
 */
export function readServeConfig(flags: Flags, environment: Environment): ServeConfig {
  return {
    databaseUrl: required('databaseUrl'),
    databaseBackend: required('databaseBackend'),
    databasePool: required('databasePool'),
    blobs: required('blobs'),
    host: required('host'),
    port: required('port'),
    baseUrl: optional('baseUrl'),
    accountKey: optional('accountKey'),
    secret: optional('secret'),
    previousSecret: optional('previousSecret'),
    rateLimit: optional('rateLimit'),
    logLevel: required('logLevel'),
    geocoder: required('geocoder'),
    geocoderKey: optional('geocoderKey'),
    geocoderContact: optional('geocoderContact'),
    geocoderRate: optional('geocoderRate'),
    allowPrivateFetch: required('allowPrivateFetch'),
  };

  function optional<Name extends keyof ServeConfig>(name: Name): NonNullable<ServeConfig[Name]> | undefined {
    return readSetting(SETTINGS[name], flags[name], environment);
  }

  function required<Name extends keyof ServeConfig>(name: Name): NonNullable<ServeConfig[Name]> {
    const value = optional(name);
    if (value === undefined) throw new ConfigError(`${SETTINGS[name].variable} is not set.`);
    return value;
  }
}

/** The settings of a PostgreSQL database besides its URL, for commands that have no flags for them. @throws ConfigError */
export function readPostgresConfig(
  environment: Environment,
): Pick<ServeConfig, 'databaseBackend' | 'databasePool'> {
  const backend = readSetting(SETTINGS.databaseBackend, undefined, environment);
  const pool = readSetting(SETTINGS.databasePool, undefined, environment);
  return { databaseBackend: backend ?? 'postgres', databasePool: pool ?? POOL };
}

/** One setting alone, for the commands that need no other. Undefined when nothing gives it. @throws ConfigError */
export function readSetting<Value>(
  setting: Setting<Value>,
  flag: string | true | undefined,
  environment: Environment,
): Value | undefined {
  const { variable, fallback } = setting;
  const fromVariable = environment[variable] === '' ? undefined : environment[variable];
  const text = (flag === true ? ON : flag) ?? fromVariable ?? fallback;
  if (text === undefined) return undefined;
  try {
    return setting.read(text);
  } catch (error) {
    const name = flag === undefined ? `${variable} (${setting.flag})` : `${setting.flag} (${variable})`;
    throw new ConfigError(`${name}: ${error instanceof Error ? error.message : String(error)}`);
  }
}

/** What deserves a word at the start, although it stops nothing. Repeats no secret. */
export function findConfigWarnings(config: ServeConfig, environment: Environment): string[] {
  const warnings: string[] = [];
  const { accountKey } = config;
  if (accountKey !== undefined && accountKey.length < SECRET_LENGTH) {
    warnings.push(
      `${SETTINGS.accountKey.variable}: the account key has ${accountKey.length} characters; use ${SECRET_LENGTH} random ones or more.`,
    );
  }
  const known = new Set(Object.values(SETTINGS).map((setting) => setting.variable));
  const unknown = Object.keys(environment).filter((name) => name.startsWith('VITRINE_') && !known.has(name));
  if (unknown.length > 0) {
    warnings.push(`${unknown.join(', ')}: no such setting, ignored. Known: ${[...known].join(', ')}.`);
  }
  return warnings;
}

/** Shorter ones can be guessed, or were typed by hand. */
const SECRET_LENGTH = 32;

function readDatabaseUrl(text: string): DatabaseUrl {
  if (text === 'memory:') return { kind: 'memory' };
  if (/^postgres(ql)?:/i.test(text)) {
    // It may hold a password, so nothing of it is repeated.
    if (!/^postgres(ql)?:\/\//i.test(text) || !URL.canParse(text)) {
      throw new Error('Expected postgres://user:password@host:port/database, special characters as %XX.');
    }
    return { kind: 'postgres', url: text };
  }
  const path = /^sqlite:(.+)$/s.exec(text)?.[1];
  if (path === undefined) {
    throw new Error(`Expected sqlite:<path>, postgres://… or memory:, not ${quote(text)}.`);
  }
  if (path.includes('\0')) throw new Error('Expected a path without U+0000.');
  if (!path.startsWith('//')) return { kind: 'sqlite', path };
  // What other tools write: sqlite:///srv/data.db. Two slashes alone would name a host.
  if (!path.startsWith('///')) {
    throw new Error(
      `Expected sqlite:<path> or sqlite:///<absolute path>, not ${quote(text)}; write sqlite:${path.slice(2)}.`,
    );
  }
  return { kind: 'sqlite', path: path.slice(2) };
}

/** The database as messages name it, without secrets. */
export function describeDatabase(url: DatabaseUrl): string {
  if (url.kind === 'memory') return 'memory:';
  if (url.kind === 'sqlite') return `sqlite:${url.path}`;
  const { host, pathname } = new URL(url.url);
  return `postgres://${host}${pathname}`;
}

function readBackend(text: string): Backend {
  const backend = BACKENDS.find((known) => known === text);
  if (backend === undefined) throw new Error(`Expected one of ${BACKENDS.join(', ')}, not ${quote(text)}.`);
  return backend;
}

function readPool(text: string): number {
  const pool = /^\d{1,4}$/.test(text) ? Number(text) : Number.NaN;
  if (!(pool >= 5)) throw new Error(`Expected a whole number from 5 to 9999, not ${quote(text)}.`);
  return pool;
}

function readHost(text: string): string {
  if (!/^[A-Za-z0-9._:%-]+$/.test(text) || /^[^:]*:\d*$/.test(text)) {
    throw new Error(
      `Expected a host name or IP address without scheme, port and brackets, not ${quote(text)}.`,
    );
  }
  return text;
}

function readPort(text: string): number {
  const port = /^\d{1,5}$/.test(text) ? Number(text) : Number.NaN;
  if (!(port <= 65_535)) throw new Error(`Expected a whole number from 0 to 65535, not ${quote(text)}.`);
  return port;
}

function readBaseUrl(text: string): string {
  const url = URL.canParse(text) ? new URL(text) : null;
  if (url === null || !/^https?:\/\//i.test(text) || /\s/.test(text)) {
    throw new Error(`Expected an absolute http or https URL, not ${quote(text)}.`);
  }
  // A password in it would end up in every URL given out.
  if (url.username !== '' || url.password !== '')
    throw new Error('Expected a URL without user name and password.');
  if (/[?#]/.test(text)) throw new Error(`Expected a URL without query and fragment, not ${quote(text)}.`);
  return `${url.origin}${url.pathname}`.replace(/\/+$/, '');
}

/** RFC 6750 section 2.1, b64token. */
const BEARER_TOKEN = /^[A-Za-z0-9\-._~+/]+=*$/;

function readAccountKey(text: string): string {
  if (!BEARER_TOKEN.test(text)) {
    throw new Error(
      'Expected letters, digits and - . _ ~ + / only: other characters can not be sent as a Bearer token.',
    );
  }
  if (text.startsWith('store-'))
    throw new Error('Expected an account key; "store-" is what store keys begin with.');
  return text;
}

function readText(text: string): string {
  if (text.trim() === '') throw new Error('Expected text that is not blank.');
  return text;
}

function readSecret(text: string): string {
  // Whoever guesses it can sign links and cursors for every account.
  if (text.length < SECRET_LENGTH) {
    throw new Error(
      `Expected ${SECRET_LENGTH} random characters or more, not ${text.length} (openssl rand -base64 32).`,
    );
  }
  return text;
}

function readRateLimit(text: string): RateLimits {
  const [, account, key] = /^([1-9]\d{0,8})(?:\/([1-9]\d{0,8}))?$/.exec(text) ?? [];
  if (account === undefined) {
    throw new Error(
      `Expected requests a minute, such as 6000 or 6000/600 (account/key), not ${quote(text)}.`,
    );
  }
  return { account: Number(account), key: Number(key ?? account) };
}

const ON = '1';

function readSwitch(text: string): boolean {
  if (text === ON || text === 'true') return true;
  if (text === '0' || text === 'false') return false;
  throw new Error(`Expected 1, true, 0 or false, not ${quote(text)}.`);
}

function readLogLevel(text: string): LogLevel {
  const level = LOG_LEVELS.find((known) => known === text);
  if (level === undefined) throw new Error(`Expected one of ${LOG_LEVELS.join(', ')}, not ${quote(text)}.`);
  return level;
}

function readGeocoder(text: string): string {
  if (text.trim() !== text || text === '') throw new Error(`Expected a name, not ${quote(text)}.`);
  return text;
}

function readRate(text: string): number {
  const rate = /^\d{1,4}(\.\d{1,6})?$/.test(text) ? Number(text) : Number.NaN;
  if (!(rate > 0 && rate <= 1_000)) {
    throw new Error(`Expected calls a second, above 0 and at most 1000, not ${quote(text)}.`);
  }
  return rate;
}

/** One line, whatever is in it. */
function quote(text: string): string {
  return JSON.stringify(text.length > 100 ? `${text.slice(0, 100)}…` : text);
}
