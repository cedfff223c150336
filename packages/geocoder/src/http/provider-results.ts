import { type GeocodeMatch, GeocoderBusyError } from '@vitrine/core';
import type { GeocodePrecision } from '@vitrine/core/storage';
import { isSamePlace } from '../same-place.ts';

/** A validated result of node-geocoder. */
export interface ProviderResult {
  readonly lat: number;
  readonly lng: number;
  readonly label: string;
  readonly precision: GeocodePrecision;
  /** ISO 3166-1 alpha-2; null if the provider does not give it. */
  readonly country: string | null;
}

type Members = Readonly<Record<string, unknown>>;

/** Providers whose results have a confidence from 0 to 1. */
const WITH_CONFIDENCE = new Set(['here', 'geocodio', 'google']);
const MIN_CONFIDENCE = 0.5;

/**
 * Returns the results of a response in the order of the provider, without those of too little confidence.
 *
 * @param results as the library returns them.
 * @param body of the response, parsed.
 * @throws GeocoderBusyError if they are not a list of places.
 */
export function readResults(results: unknown, body: unknown, provider: string): ProviderResult[] {
  if (!Array.isArray(results)) throw malformed();
  const flat: readonly unknown[] = results.flat();
  return flat
    .map((result, index) => ({ result: readMembers(result), source: membersAt(body, index) }))
    .filter(({ result }) => !WITH_CONFIDENCE.has(provider) || confidenceOf(result) >= MIN_CONFIDENCE)
    .map(({ result, source }) => readResult(result, source));
}

/**
 * Returns the first result, which is the likeliest one, or null if there is none. It is ambiguous if another one with
 * the same precision is far away.
 */
export function chooseResult(results: readonly ProviderResult[]): GeocodeMatch | null {
  const [best, ...others] = results;
  if (best === undefined) return null;
  const { lat, lng, precision, label } = best;
  const ambiguous = others.some((other) => other.precision === precision && !isSamePlace(other, best));
  return { lat, lng, precision, label, ambiguous };
}

function readResult(result: Members, source: Members): ProviderResult {
  const lat = Number(result.latitude ?? Number.NaN);
  const lng = Number(result.longitude ?? Number.NaN);
  if (!(Math.abs(lat) <= 90 && Math.abs(lng) <= 180)) throw malformed();
  const country = textOf(result.countryCode).toUpperCase();
  const parts = ['streetNumber', 'streetName', 'zipcode', 'city', 'state', 'country'].map((name) =>
    textOf(result[name]),
  );
  return {
    lat,
    lng,
    label: textOf(result.formattedAddress) || parts.filter((part) => part !== '').join(' '),
    precision: rankedPrecision(source) ?? precisionOf(result),
    country: /^[A-Z]{2}$/.test(country) ? country : null,
  };
}

/** Returns the precision for the rank that Nominatim and its derivatives give: from 4 (country) to 30 (house). */
function rankedPrecision({ place_rank: rank, type }: Members): GeocodePrecision | null {
  if (type === 'postcode') return 'postcode';
  if (typeof rank !== 'number') return null;
  if (rank >= 28) return 'rooftop';
  if (rank >= 26) return 'street';
  if (rank >= 13) return 'city';
  return rank > 4 ? 'region' : 'country';
}

function precisionOf(result: Members): GeocodePrecision {
  const has = (name: string) => textOf(result[name]) !== '';
  if (has('streetName')) return has('streetNumber') ? 'rooftop' : 'street';
  if (has('zipcode')) return 'postcode';
  if (has('city')) return 'city';
  if (has('state') || textOf(readMembers(result.administrativeLevels ?? {}).level1long) !== '')
    return 'region';
  return has('country') ? 'country' : 'city';
}

function confidenceOf(result: Members): number {
  const { confidence } = readMembers(result.extra ?? {});
  return typeof confidence === 'number' ? confidence : 1;
}

function membersAt(body: unknown, index: number): Members {
  const source: unknown = Array.isArray(body) ? body[index] : undefined;
  return isMembers(source) ? source : {};
}

function readMembers(value: unknown): Members {
  if (!isMembers(value)) throw malformed();
  return value;
}

function isMembers(value: unknown): value is Members {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function textOf(value: unknown): string {
  return typeof value === 'string' || typeof value === 'number' ? String(value) : '';
}

function malformed(): GeocoderBusyError {
  return new GeocoderBusyError('The response of the geocoder is not a list of places.');
}
