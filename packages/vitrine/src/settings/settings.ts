import type { RateLimits } from '@vitrine/core';
import type { ConnectionLimits, MetricsPlace } from '@vitrine/http';
import { BACKENDS, type Backend } from '@vitrine/storage-postgres/options';
import { type BlobPlace, readBlobPlace } from './blob-place.ts';
import { type DatabaseUrl, readDatabaseUrl } from './database-url.ts';
import type { Setting } from './setting.ts';
import {
  LOG_LEVELS,
  type LogLevel,
  ON,
  RATE_LIMIT,
  readAccountKey,
  readAddressRanges,
  readBackend,
  readBaseUrl,
  readColumns,
  readGeocoder,
  readHost,
  readLogLevel,
  readMaxConnections,
  readMetrics,
  readOrigins,
  readPool,
  readPort,
  readRate,
  readRateLimit,
  readSecret,
  readSwitch,
  readText,
} from './setting-values.ts';

/** The default number of connections to PostgreSQL. */
const POOL = 20;

/** The values of the settings of `vitrine serve` (docs/rules.md#settings). */
export interface ServeConfig {
  readonly databaseUrl: DatabaseUrl;
  readonly databaseBackend: Backend;
  /** Maximum number of connections to PostgreSQL. */
  readonly databasePool: number;
  /** Whether long searches run on standbys of PostgreSQL. */
  readonly databaseStandbyReads: boolean;
  /** Bytes of memory for columns of stores. 0: none. */
  readonly columns: number;
  /** Where the bytes of pictures and fonts are stored. */
  readonly blobs: BlobPlace;
  readonly host: string;
  /** 0 takes any free port. */
  readonly port: number;
  /** Without a trailing slash. Undefined: the address that the server listens on. */
  readonly baseUrl: string | undefined;
  readonly accountKey: string | undefined;
  readonly secret: string | undefined;
  readonly previousSecret: string | undefined;
  readonly linksSecret: string | undefined;
  readonly previousLinksSecret: string | undefined;
  /** False for no limits. */
  readonly rateLimit: RateLimits | false;
  /** CIDR ranges of the trusted proxies. */
  readonly trustedProxies: readonly string[] | undefined;
  /** The origins whose pages may use read-only store keys and the tools. */
  readonly corsOrigins: readonly string[] | undefined;
  /** Whether the store tools have `search` and `fetch`. */
  readonly searchTools: boolean;
  /** Undefined: limited by the number of files that the process may open. */
  readonly maxConnections: ConnectionLimits | undefined;
  readonly metrics: MetricsPlace;
  /** Whether clients get access tokens by OAuth. Undefined: if the base URL is https. */
  readonly oauth: boolean | undefined;
  /** Whether the console is served. */
  readonly console: boolean;
  readonly logLevel: LogLevel;
  /** `offline`, `nominatim:<base url>`, or a provider. Parsed by `@vitrine/geocoder`. */
  readonly geocoder: string;
  readonly geocoderKey: string | undefined;
  readonly geocoderContact: string | undefined;
  readonly geocoderRate: number | undefined;
  /** Whether fonts may be fetched from non-public addresses. */
  readonly allowPrivateFetch: boolean;
}

/** All settings of `vitrine serve`, by name. */
export const SETTINGS: { readonly [Name in keyof ServeConfig]: Setting<NonNullable<ServeConfig[Name]>> } = {
  databaseUrl: {
    variable: 'VITRINE_DATABASE_URL',
    flag: '--database-url',
    placeholder: 'url',
    description: 'sqlite:<path>, postgres://…, or memory: (nothing is kept after exit)',
    fallback: 'sqlite:./data/vitrine.db',
    isSecret: true,
    read: readDatabaseUrl,
  },
  databaseBackend: {
    variable: 'VITRINE_DATABASE_BACKEND',
    flag: '--database-backend',
    placeholder: 'name',
    description: `the engine behind postgres://…: ${BACKENDS.join(', ')}`,
    fallback: 'postgres',
    read: readBackend,
  },
  databasePool: {
    variable: 'VITRINE_DATABASE_POOL',
    flag: '--database-pool',
    placeholder: 'number',
    description: 'maximum number of connections to PostgreSQL, at least 5',
    fallback: String(POOL),
    read: readPool,
  },
  databaseStandbyReads: {
    variable: 'VITRINE_DATABASE_STANDBY_READS',
    flag: '--database-standby-reads',
    placeholder: 'switch',
    description:
      '1 or true: long searches run on a standby among the hosts of postgres://… that is up to date',
    fallback: '0',
    isSwitch: true,
    read: readSwitch,
  },
  columns: {
    variable: 'VITRINE_COLUMNS',
    flag: '--columns',
    placeholder: 'megabytes',
    description: 'memory for columns of the stores that are searched most; off for none',
    fallback: '256',
    read: readColumns,
  },
  blobs: {
    variable: 'VITRINE_BLOBS',
    flag: '--blobs',
    placeholder: 'place',
    description:
      'where new pictures and fonts are stored: database, or s3://bucket[/prefix][?endpoint=…&region=…]',
    fallback: 'database',
    read: readBlobPlace,
  },
  host: {
    variable: 'VITRINE_HOST',
    flag: '--host',
    placeholder: 'address',
    description: 'address to listen on; 0.0.0.0 for all IPv4 addresses',
    fallback: '127.0.0.1',
    read: readHost,
  },
  port: {
    variable: 'VITRINE_PORT',
    flag: '--port',
    placeholder: 'number',
    description: 'port to listen on; 0 for any free port',
    fallback: '8080',
    read: readPort,
  },
  baseUrl: {
    variable: 'VITRINE_BASE_URL',
    flag: '--base-url',
    placeholder: 'url',
    description:
      'URL by which clients reach this server, and start of every URL it returns (default http://HOST:PORT)',
    fallback: undefined,
    read: readBaseUrl,
  },
  accountKey: {
    variable: 'VITRINE_ACCOUNT_KEY',
    flag: '--account-key',
    placeholder: 'key',
    description: 'an account key that is valid after the start; it belongs to the first account',
    fallback: undefined,
    isSecret: true,
    read: readAccountKey,
  },
  secret: {
    variable: 'VITRINE_SECRET',
    flag: '--secret',
    placeholder: 'text',
    description: 'signs cursors and links (default: generated once and stored in the database)',
    fallback: undefined,
    isSecret: true,
    read: readSecret,
  },
  previousSecret: {
    variable: 'VITRINE_PREVIOUS_SECRET',
    flag: '--previous-secret',
    placeholder: 'text',
    description: 'the previous VITRINE_SECRET: cursors and links that it signed remain valid',
    fallback: undefined,
    isSecret: true,
    read: readSecret,
  },
  linksSecret: {
    variable: 'VITRINE_LINKS_SECRET',
    flag: '--links-secret',
    placeholder: 'text',
    description: 'signs the URLs of live images (default: generated once and stored in the database)',
    fallback: undefined,
    isSecret: true,
    read: readSecret,
  },
  previousLinksSecret: {
    variable: 'VITRINE_PREVIOUS_LINKS_SECRET',
    flag: '--previous-links-secret',
    placeholder: 'text',
    description: 'the previous VITRINE_LINKS_SECRET: URLs of live images that it signed remain valid',
    fallback: undefined,
    isSecret: true,
    read: readSecret,
  },
  rateLimit: {
    variable: 'VITRINE_RATE_LIMIT',
    flag: '--rate-limit',
    placeholder: 'requests',
    description:
      'requests per minute of an account, of a key, and with invalid keys from one address: 6000, 6000/600 or 6000/600/30; off for no limits',
    fallback: RATE_LIMIT,
    read: readRateLimit,
  },
  trustedProxies: {
    variable: 'VITRINE_TRUSTED_PROXIES',
    flag: '--trusted-proxies',
    placeholder: 'addresses',
    description: 'comma-separated addresses or CIDR ranges of the proxies whose X-Forwarded-For is trusted',
    fallback: undefined,
    read: readAddressRanges,
  },
  corsOrigins: {
    variable: 'VITRINE_CORS_ORIGINS',
    flag: '--cors-origins',
    placeholder: 'origins',
    description:
      'comma-separated origins, such as https://shop.example, whose pages may use read-only store keys and the store tools',
    fallback: undefined,
    read: readOrigins,
  },
  searchTools: {
    variable: 'VITRINE_SEARCH_TOOLS',
    flag: '--search-tools',
    placeholder: 'switch',
    description: '1 or true: the store tools have search and fetch, which ChatGPT demands of some connectors',
    fallback: '0',
    isSwitch: true,
    read: readSwitch,
  },
  maxConnections: {
    variable: 'VITRINE_MAX_CONNECTIONS',
    flag: '--max-connections',
    placeholder: 'number',
    description:
      'maximum number of open connections, in total or in total and per address: 5000 or 5000/100 (default: what the system allows, at most 16384, and a quarter of it per address)',
    fallback: undefined,
    read: readMaxConnections,
  },
  metrics: {
    variable: 'VITRINE_METRICS',
    flag: '--metrics',
    placeholder: 'place',
    description: 'who may read /metrics: open, key (needs an account key), or a port only for metrics',
    fallback: 'open',
    read: readMetrics,
  },
  oauth: {
    variable: 'VITRINE_OAUTH',
    flag: '--oauth',
    placeholder: 'switch',
    description:
      'on: agents such as Claude and ChatGPT connect by signing in at /console; off: only with keys (default: on if the base URL is https)',
    fallback: undefined,
    isSwitch: true,
    read: readSwitch,
  },
  console: {
    variable: 'VITRINE_CONSOLE',
    flag: '--console',
    placeholder: 'switch',
    description: '0 or false: the console is not served at /console',
    fallback: ON,
    isSwitch: true,
    read: readSwitch,
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
      'finds the coordinates of addresses: offline, nominatim:<base url>, or a provider such as opencage',
    fallback: 'offline',
    read: readGeocoder,
  },
  geocoderKey: {
    variable: 'VITRINE_GEOCODER_KEY',
    flag: '--geocoder-key',
    placeholder: 'key',
    description: 'your key of the provider; id:secret if it has two parts',
    fallback: undefined,
    isSecret: true,
    read: readText,
  },
  geocoderContact: {
    variable: 'VITRINE_GEOCODER_CONTACT',
    flag: '--geocoder-contact',
    placeholder: 'address',
    description: 'e-mail address or URL by which the provider can reach you; required for nominatim',
    fallback: undefined,
    read: readText,
  },
  geocoderRate: {
    variable: 'VITRINE_GEOCODER_RATE',
    flag: '--geocoder-rate',
    placeholder: 'number',
    description:
      'maximum calls per second, over all servers of the database (default: what the provider allows)',
    fallback: undefined,
    read: readRate,
  },
  allowPrivateFetch: {
    variable: 'VITRINE_ALLOW_PRIVATE_FETCH',
    flag: '--allow-private-fetch',
    placeholder: 'switch',
    description:
      '1 or true: fonts and pictures may also be fetched from private, loopback and link-local addresses',
    fallback: '0',
    isSwitch: true,
    read: readSwitch,
  },
};
