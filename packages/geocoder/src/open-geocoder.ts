import type { Geocoder } from '@vitrine/core';
import { PROVIDERS } from './http/providers.ts';
import { httpGeocoder } from './http-geocoder.ts';
import { offlineGeocoder } from './offline-geocoder.ts';

/** Settings of providers beside their name. */
export interface GeocoderOptions {
  /** What the provider gave the operator; of two parts, `id:secret`. Never repeated in a message. `VITRINE_GEOCODER_KEY` */
  readonly key?: string | undefined;
  /** Mail address or URL of the operator, sent as part of the User-Agent. `VITRINE_GEOCODER_CONTACT` */
  readonly contact?: string | undefined;
  /** The most calls a second over all servers: above 0, at most 1,000. By default 1 for Nominatim, else 5. `VITRINE_GEOCODER_RATE` */
  readonly callsPerSecond?: number | undefined;
  /** Takes the place of the global `fetch`, for a proxy of yours. */
  readonly fetch?: typeof fetch | undefined;
}

/** A setting that no geocoder can be made from. The message is one line, without secrets. */
export class GeocoderSettingError extends Error {
  override readonly name = 'GeocoderSettingError';
}

const PUBLIC_NOMINATIM = 'nominatim.openstreetmap.org';
/** Four a minute, by its usage policy of May 2026 for scripts that run for long. */
const PUBLIC_NOMINATIM_RATE = 4 / 60;
const NOMINATIM_RATE = 1;
const OTHER_RATE = 5;

/**
 * The geocoder that `VITRINE_GEOCODER` names: `offline`, `nominatim:<base url>`, or a provider of node-geocoder
 * (`google`, `opencage`, …; docs/rules.md#geocoding). Nothing is loaded or asked before the first address, so this is
 * quick and a wrong key shows only then.
 *
 * @throws GeocoderSettingError for an unknown provider, a missing key or contact, a rate out of its bounds.
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
      'nominatim needs a mail address or URL at which its operator reaches you: set VITRINE_GEOCODER_CONTACT.',
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
      'VITRINE_GEOCODER_RATE: expected calls a second, above 0 and at most 1000.',
    );
  }
  if (isPublic && given > PUBLIC_NOMINATIM_RATE) {
    throw new GeocoderSettingError(
      'VITRINE_GEOCODER_RATE: the public Nominatim allows 4 calls a minute, 0.066 a second.',
    );
  }
  return given;
}

/** One line, whatever is in it. */
function quote(text: string): string {
  return JSON.stringify(text.length > 100 ? `${text.slice(0, 100)}…` : text);
}
