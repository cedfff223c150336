import type { RateLimits } from '@vitrine/core';
import { isBearerToken, readAddressRange } from '@vitrine/core/server';
import type { ConnectionLimits, MetricsPlace } from '@vitrine/http';
import { quote } from '@vitrine/http/program';
import { BACKENDS, type Backend } from '@vitrine/storage-postgres/options';

// Parses the text of each setting. Messages are printed after the setting's name and never contain a secret.

/** The levels of pino, most severe first. */
export const LOG_LEVELS = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const;
export type LogLevel = (typeof LOG_LEVELS)[number];

/** Minimum length. Shorter secrets can be guessed. */
export const SECRET_LENGTH = 32;

export function readBackend(text: string): Backend {
  const backend = BACKENDS.find((known) => known === text);
  if (backend === undefined) throw new Error(`Expected one of ${BACKENDS.join(', ')}, not ${quote(text)}.`);
  return backend;
}

export function readPool(text: string): number {
  const pool = /^\d{1,4}$/.test(text) ? Number(text) : Number.NaN;
  if (!(pool >= 5)) throw new Error(`Expected a whole number from 5 to 9999, not ${quote(text)}.`);
  return pool;
}

/** The most megabytes of columns: what 32-bit addresses reach, without the memory that is used at all times. */
const COLUMNS_MAX = 4_095;

/** Returns bytes. 0: off. */
export function readColumns(text: string): number {
  if (text === 'off') return 0;
  const megabytes = /^\d{1,4}$/.test(text) ? Number(text) : Number.NaN;
  if (!(megabytes >= 1 && megabytes <= COLUMNS_MAX)) {
    throw new Error(`Expected megabytes from 1 to ${COLUMNS_MAX}, or off, not ${quote(text)}.`);
  }
  return megabytes * 1024 * 1024;
}

export function readHost(text: string): string {
  if (!/^[A-Za-z0-9._:%-]+$/.test(text) || /^[^:]*:\d*$/.test(text)) {
    throw new Error(
      `Expected a host name or IP address without scheme, port and brackets, not ${quote(text)}.`,
    );
  }
  return text;
}

export function readPort(text: string): number {
  const port = /^\d{1,5}$/.test(text) ? Number(text) : Number.NaN;
  if (!(port <= 65_535)) throw new Error(`Expected a whole number from 0 to 65535, not ${quote(text)}.`);
  return port;
}

export function readBaseUrl(text: string): string {
  const url = URL.canParse(text) ? new URL(text) : null;
  if (url === null || !/^https?:\/\//i.test(text) || /\s/.test(text)) {
    throw new Error(`Expected an absolute http or https URL, not ${quote(text)}.`);
  }
  // A password would appear in every URL that the server returns.
  if (url.username !== '' || url.password !== '')
    throw new Error('Expected a URL without user name and password.');
  if (/[?#]/.test(text)) throw new Error(`Expected a URL without query and fragment, not ${quote(text)}.`);
  return `${url.origin}${url.pathname}`.replace(/\/+$/, '');
}

export function readAccountKey(text: string): string {
  if (!isBearerToken(text)) {
    throw new Error(
      'Expected letters, digits and - . _ ~ + / only: other characters are not allowed in a Bearer token.',
    );
  }
  if (text.startsWith('store-'))
    throw new Error('Expected an account key. Keys that begin with "store-" are store keys.');
  return text;
}

export function readText(text: string): string {
  if (text.trim() === '') throw new Error('Expected text that is not blank.');
  return text;
}

export function readSecret(text: string): string {
  // With a guessed secret, anyone can sign links and cursors for every account.
  if (text.length < SECRET_LENGTH) {
    throw new Error(
      `Expected ${SECRET_LENGTH} random characters or more, not ${text.length} (openssl rand -base64 32).`,
    );
  }
  return text;
}

/**
 * The default limits of requests per minute: of an account, of a key, and with failed keys. The first two are far above
 * the needs of clients and only stop runaway loops, at 10,000 requests per second.
 */
export const RATE_LIMIT = '600000/600000/30';
const FAILED_KEYS = 30;

/** Parses `off` as false. */
export function readRateLimit(text: string): RateLimits | false {
  if (text === 'off') return false;
  const [account, key = account, failedKeys = FAILED_KEYS, ...more] = text.split('/').map(readCount);
  if (
    account === undefined ||
    key === undefined ||
    more.length > 0 ||
    [account, key, failedKeys].includes(0)
  ) {
    throw new Error(
      'Expected requests per minute, such as 6000, 6000/600 (account/key) or ' +
        `6000/600/30 (account/key/failed keys of an address), or off, not ${quote(text)}.`,
    );
  }
  return { account, key, failedKeys };
}

/** Returns a positive integer, or 0 if the text is not one. */
function readCount(text: string): number {
  return /^[1-9]\d{0,8}$/.test(text) ? Number(text) : 0;
}

export function readAddressRanges(text: string): readonly string[] {
  return text.split(',').map((given) => {
    const range = readAddressRange(given.trim());
    if (range !== null) return range;
    throw new Error(`Expected comma-separated IP addresses or CIDR ranges, not ${quote(given)}.`);
  });
}

/** Reads origins as browsers send them: scheme, host and port, without a path. */
export function readOrigins(text: string): readonly string[] {
  return text.split(',').map((given) => {
    const origin = given.trim().replace(/\/$/, '');
    const isOrigin = /^https?:/i.test(origin) && URL.canParse(origin) && new URL(origin).origin === origin;
    if (isOrigin) return origin;
    throw new Error(`Expected comma-separated origins such as https://shop.example, not ${quote(given)}.`);
  });
}

export function readMaxConnections(text: string): ConnectionLimits {
  const [, all, perAddress] = /^([1-9]\d{0,5})(?:\/([1-9]\d{0,5}))?$/.exec(text) ?? [];
  if (all === undefined) {
    throw new Error(
      `Expected a number such as 5000, or 5000/100 (in total/per address), not ${quote(text)}.`,
    );
  }
  return { all: Number(all), ...(perAddress === undefined ? {} : { perAddress: Number(perAddress) }) };
}

export function readMetrics(text: string): MetricsPlace {
  if (text === 'open' || text === 'key') return text;
  const port = /^\d{1,5}$/.test(text) ? Number(text) : Number.NaN;
  if (!(port <= 65_535)) throw new Error(`Expected open, key or a port from 0 to 65535, not ${quote(text)}.`);
  return port;
}

/** The value of a switch that is given without one. */
export const ON = '1';
/** The text that turns a switch off. */
export const OFF = '0';

export function readSwitch(text: string): boolean {
  if (text === ON || text === 'true' || text === 'on') return true;
  if (text === OFF || text === 'false' || text === 'off') return false;
  throw new Error(`Expected 1, true, 0 or false, not ${quote(text)}.`);
}

export function readLogLevel(text: string): LogLevel {
  const level = LOG_LEVELS.find((known) => known === text);
  if (level === undefined) throw new Error(`Expected one of ${LOG_LEVELS.join(', ')}, not ${quote(text)}.`);
  return level;
}

export function readGeocoder(text: string): string {
  if (text.trim() !== text || text === '') throw new Error(`Expected a name, not ${quote(text)}.`);
  return text;
}

export function readRate(text: string): number {
  const rate = /^\d{1,4}(\.\d{1,6})?$/.test(text) ? Number(text) : Number.NaN;
  if (!(rate > 0 && rate <= 1_000)) {
    throw new Error(`Expected calls per second, above 0 and at most 1000, not ${quote(text)}.`);
  }
  return rate;
}
