import type { Geocoder } from '@vitrine/core';
import { PROVIDERS } from './http/providers.ts';
import { httpGeocoder } from './http-geocoder.ts';
import { offlineGeocoder } from './offline-geocoder.ts';

/** The settings of a provider. */
export interface GeocoderOptions {
  /** Key from the provider, or `id:secret` if it has two parts. No message contains it. `VITRINE_GEOCODER_KEY` */
  readonly key?: string | undefined;
  /** Mail address or URL of the operator, for the User-Agent. `VITRINE_GEOCODER_CONTACT` */
  readonly contact?: string | undefined;
  /**
   * Calls per second over all servers: above 0, at most 1,000. Default: 1 for Nominatim, else 5.
   * `VITRINE_GEOCODER_RATE`
   */
  readonly callsPerSecond?: number | undefined;
  /** Replaces the global `fetch`, for example to use a proxy. */
  readonly fetch?: typeof fetch | undefined;
}

/** An invalid setting of the geocoder. The message is one line without secrets. */
export class GeocoderSettingError extends Error {
  override readonly name = 'GeocoderSettingError';
}

const PUBLIC_NOMINATIM = 'nominatim.openstreetmap.org';
/** Calls per second: 4 a minute, from its usage policy of May 2026 for scripts that run for a long time. */
const PUBLIC_NOMINATIM_RATE = 4 / 60;
const NOMINATIM_RATE = 1;
const OTHER_RATE = 5;

/**
 * Returns the geocoder for a value of `VITRINE_GEOCODER`: `offline`, `nominatim:<base url>`, or a provider of
 * node-geocoder (`google`, `opencage`, …; docs/rules.md#geocoding). Loads no data and sends no request before the first
 * address, so a wrong key is not detected here.
 *
 * @throws GeocoderSettingError for an unknown provider, a missing key or contact, or a rate out of range.
 */
export function openGeocoder(setting: string, options: GeocoderOptions = {}): Geocoder {
  if (setting === 'offline') return offlineGeocoder();
  const [name = '', ...rest] = setting.split(':');
  const provider = PROVIDERS.get(name);
  if (provider === undefined) {
    throw new GeocoderSettingError(
      `Expected offline, nominatim:<base url> or one of ${[...PROVIDERS.keys()].join(', ')}, not ${quote(setting)}.`,
    );
  }
  const base = name === 'nominatim' ? readBase(rest.join(':')) : null;
  if (base === null && rest.length > 0) {
    throw new GeocoderSettingError(`Expected ${name} alone; its key is VITRINE_GEOCODER_KEY.`);
  }
  const key = options.key ?? '';
  if (provider.key !== 'none' && key.trim() === '') {
    throw new GeocoderSettingError(`${name} needs a key: set VITRINE_GEOCODER_KEY.`);
  }
  if (provider.key === 'pair' && !/^[^:]+:./.test(key)) {
    throw new GeocoderSettingError(
      `${name} needs a key of two parts: set VITRINE_GEOCODER_KEY to id:secret.`,
    );
  }
  return httpGeocoder({
    name: base === null ? name : `nominatim:${base.origin}${base.pathname}`.replace(/\/+$/, ''),
    provider,
    key,
    searchUrl: base === null ? null : `${base.href.replace(/\/+$/, '')}/search`,
    userAgent: readUserAgent(options.contact, base !== null),
    callsPerSecond: readRate(options.callsPerSecond, base),
    fetch: options.fetch ?? fetch,
  });
}

function readBase(text: string): URL {
  const url = URL.canParse(text) ? new URL(text) : null;
  if (url === null || !/^https?:$/.test(url.protocol)) {
    throw new GeocoderSettingError(
      'nominatim needs the base URL of a server that you may use: nominatim:https://nominatim.example.com',
    );
  }
  if (url.username !== '' || url.search !== '' || url.hash !== '') {
    throw new GeocoderSettingError('Expected a base URL without user name, query and fragment.');
  }
  return url;
}

function readUserAgent(contact: string | undefined, isRequired: boolean): string {
  if (contact === undefined || contact.trim() === '') {
    if (!isRequired) return 'Vitrine';
    throw new GeocoderSettingError(
      'nominatim needs a mail address or URL where its operator can reach you: set VITRINE_GEOCODER_CONTACT.',
    );
  }
  if (!/^[\x21-\x7e]{3,200}$/.test(contact.trim())) {
    throw new GeocoderSettingError('VITRINE_GEOCODER_CONTACT: expected one mail address or URL.');
  }
  return `Vitrine (${contact.trim()})`;
}

function readRate(given: number | undefined, base: URL | null): number {
  const isPublic = base?.hostname === PUBLIC_NOMINATIM;
  if (given === undefined) {
    if (isPublic) return PUBLIC_NOMINATIM_RATE;
    return base === null ? OTHER_RATE : NOMINATIM_RATE;
  }
  if (!(given > 0 && given <= 1_000)) {
    throw new GeocoderSettingError(
      'VITRINE_GEOCODER_RATE: expected calls per second, above 0 and at most 1000.',
    );
  }
  if (isPublic && given > PUBLIC_NOMINATIM_RATE) {
    throw new GeocoderSettingError(
      'VITRINE_GEOCODER_RATE: the public Nominatim allows 4 calls a minute, 0.066 per second.',
    );
  }
  return given;
}

/** Returns the text quoted on one line, shortened to 100 characters. */
function quote(text: string): string {
  return JSON.stringify(text.length > 100 ? `${text.slice(0, 100)}…` : text);
}
