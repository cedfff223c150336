import type { RateLimits } from '@vitrine/core';
import type { Backend } from '@vitrine/storage-postgres';
import type { MetricsPlace } from '../server.ts';
import type { ConnectionLimits } from '../traffic/connections.ts';
import { type BlobPlace, readBlobPlace } from './blob-place.ts';
import { type DatabaseUrl, readDatabaseUrl } from './database-url.ts';
import {
  BACKENDS,
  LOG_LEVELS,
  type LogLevel,
  RATE_LIMIT,
  readAccountKey,
  readAddressRanges,
  readBackend,
  readBaseUrl,
  readGeocoder,
  readHost,
  readLogLevel,
  readMaxConnections,
  readMetrics,
  readPool,
  readPort,
  readRate,
  readRateLimit,
  readSecret,
  readSwitch,
  readText,
} from './setting-values.ts';

/** Connections of a pool, where nothing says otherwise. */
export const POOL = 20;

/** What `vitrine serve` runs with (docs/rules.md#settings). */
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
  /** False: none. */
  readonly rateLimit: RateLimits | false;
  /** CIDR ranges of the proxies in front. */
  readonly trustedProxies: readonly string[] | undefined;
  /** Undefined: as many as the process may open files for. */
  readonly maxConnections: ConnectionLimits | undefined;
  /** Who may read the metrics, or the port on which they are. */
  readonly metrics: MetricsPlace;
  readonly logLevel: LogLevel;
  /** `offline`, `nominatim:<base url>`, or a provider that `@vitrine/geocoder` knows; that package reads it. */
  readonly geocoder: string;
  readonly geocoderKey: string | undefined;
  readonly geocoderContact: string | undefined;
  readonly geocoderRate: number | undefined;
  /** Whether fonts may be fetched from addresses that are not public. */
  readonly allowPrivateFetch: boolean;
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
  /** True: `<variable>_FILE` may name a file that holds the value, as flags and variables show in process lists. */
  readonly isSecret?: true;
  /** @throws Error whose message goes behind the setting's name. */
  readonly read: (text: string) => Value;
}

/** The variable that names a file with the value of a secret setting. */
export function fileVariableOf({ variable }: Pick<Setting<unknown>, 'variable'>): string {
  return `${variable}_FILE`;
}

export const SETTINGS: { readonly [Name in keyof ServeConfig]: Setting<NonNullable<ServeConfig[Name]>> } = {
  databaseUrl: {
    variable: 'VITRINE_DATABASE_URL',
    flag: '--database-url',
    placeholder: 'url',
    description: 'sqlite:<path>, postgres://…, or memory: which forgets everything at the end',
    fallback: 'sqlite:./data/vitrine.db',
    isSecret: true,
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
    isSecret: true,
    read: readAccountKey,
  },
  secret: {
    variable: 'VITRINE_SECRET',
    flag: '--secret',
    placeholder: 'text',
    description: 'signs cursors and links (default: made once and kept in the database)',
    fallback: undefined,
    isSecret: true,
    read: readSecret,
  },
  previousSecret: {
    variable: 'VITRINE_PREVIOUS_SECRET',
    flag: '--previous-secret',
    placeholder: 'text',
    description:
      'what VITRINE_SECRET was before: what it signed still holds, while new things are signed by the new one',
    fallback: undefined,
    isSecret: true,
    read: readSecret,
  },
  rateLimit: {
    variable: 'VITRINE_RATE_LIMIT',
    flag: '--rate-limit',
    placeholder: 'requests',
    description:
      'requests a minute of an account, of a key, and with failed keys of an address: 6000, 6000/600 or 6000/600/30; off for none',
    fallback: RATE_LIMIT,
    read: readRateLimit,
  },
  trustedProxies: {
    variable: 'VITRINE_TRUSTED_PROXIES',
    flag: '--trusted-proxies',
    placeholder: 'addresses',
    description:
      'addresses or CIDR ranges, with commas between them, of the proxies whose X-Forwarded-For is believed',
    fallback: undefined,
    read: readAddressRanges,
  },
  maxConnections: {
    variable: 'VITRINE_MAX_CONNECTIONS',
    flag: '--max-connections',
    placeholder: 'number',
    description:
      'connections that may be open, in all or in all and from one address: 5000 or 5000/100 (default: what the system allows, at most 16384)',
    fallback: undefined,
    read: readMaxConnections,
  },
  metrics: {
    variable: 'VITRINE_METRICS',
    flag: '--metrics',
    placeholder: 'place',
    description:
      'who may read /metrics: open, key (needs an account key), or the number of a port of its own',
    fallback: 'open',
    read: readMetrics,
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
    isSecret: true,
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
