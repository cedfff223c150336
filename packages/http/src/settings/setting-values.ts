import type { RateLimits } from '@vitrine/core';
import { readAddressRange } from '@vitrine/core/addresses';
import type { Backend } from '@vitrine/storage-postgres';
import type { MetricsPlace } from '../server.ts';
import type { ConnectionLimits } from '../traffic/connections.ts';

// How the text of each setting is read. A message goes behind the setting's name and repeats no secret.

/** Levels of pino, most severe first. */
export const LOG_LEVELS = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const;
export type LogLevel = (typeof LOG_LEVELS)[number];

/** Engines behind `postgres://`, as `postgresStorage` knows them. */
export const BACKENDS = [
  'postgres',
  'citus',
  'cockroachdb',
  'yugabytedb',
] as const satisfies readonly Backend[];

/** Shorter ones can be guessed, or were typed by hand. */
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
  // A password in it would end up in every URL given out.
  if (url.username !== '' || url.password !== '')
    throw new Error('Expected a URL without user name and password.');
  if (/[?#]/.test(text)) throw new Error(`Expected a URL without query and fragment, not ${quote(text)}.`);
  return `${url.origin}${url.pathname}`.replace(/\/+$/, '');
}

/** RFC 6750 section 2.1, b64token. */
const BEARER_TOKEN = /^[A-Za-z0-9\-._~+/]+=*$/;

export function readAccountKey(text: string): string {
  if (!BEARER_TOKEN.test(text)) {
    throw new Error(
      'Expected letters, digits and - . _ ~ + / only: other characters can not be sent as a Bearer token.',
    );
  }
  if (text.startsWith('store-'))
    throw new Error('Expected an account key; "store-" is what store keys begin with.');
  return text;
}

export function readText(text: string): string {
  if (text.trim() === '') throw new Error('Expected text that is not blank.');
  return text;
}

export function readSecret(text: string): string {
  // Whoever guesses it can sign links and cursors for every account.
  if (text.length < SECRET_LENGTH) {
    throw new Error(
      `Expected ${SECRET_LENGTH} random characters or more, not ${text.length} (openssl rand -base64 32).`,
    );
  }
  return text;
}

/**
 * Requests a minute of an account, of a key, and with failed keys. Ordinary clients never come near the first two: they
 * stop a loop that has run away, at 10,000 requests a second.
 */
export const RATE_LIMIT = '600000/600000/30';
const FAILED_KEYS = 30;

/** @returns false for `off`. */
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
      `Expected requests a minute, such as 6000, 6000/600 (account/key) or 6000/600/30 (account/key/failed keys of an address), or off, not ${quote(text)}.`,
    );
  }
  return { account, key, failedKeys };
}

/** 0 for what is no whole number from 1. */
function readCount(text: string): number {
  return /^[1-9]\d{0,8}$/.test(text) ? Number(text) : 0;
}

export function readAddressRanges(text: string): readonly string[] {
  return text.split(',').map((given) => {
    const range = readAddressRange(given.trim());
    if (range !== null) return range;
    throw new Error(`Expected IP addresses or CIDR ranges with commas between them, not ${quote(given)}.`);
  });
}

export function readMaxConnections(text: string): ConnectionLimits {
  const [, all, perAddress] = /^([1-9]\d{0,5})(?:\/([1-9]\d{0,5}))?$/.exec(text) ?? [];
  if (all === undefined) {
    throw new Error(
      `Expected a number such as 5000, or 5000/100 (in all/from one address), not ${quote(text)}.`,
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

export const ON = '1';

export function readSwitch(text: string): boolean {
  if (text === ON || text === 'true') return true;
  if (text === '0' || text === 'false') return false;
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
    throw new Error(`Expected calls a second, above 0 and at most 1000, not ${quote(text)}.`);
  }
  return rate;
}

/** One line, whatever is in it. */
export function quote(text: string): string {
  return JSON.stringify(text.length > 100 ? `${text.slice(0, 100)}…` : text);
}
