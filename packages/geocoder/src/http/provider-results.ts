import { type GeocodeMatch, type GeocodePrecision, GeocoderBusyError } from '@vitrine/core';
import { distanceMiles } from '@vitrine/core/storage';

/** A place as node-geocoder gives it, checked. */
export interface ProviderResult {
  readonly lat: number;
  readonly lng: number;
  readonly label: string;
  readonly precision: GeocodePrecision;
  /** Two capital letters; null where the provider does not say. */
  readonly country: string | null;
}

type Members = Readonly<Record<string, unknown>>;

/** Providers that rate themselves from 0 to 1; what they trust less than half is left out. */
const RATED = new Set(['here', 'geocodio', 'google']);
const TRUSTED = 0.5;
/** Further apart, two results are two places. */
const SAME_PLACE_MILES = 30;

/**
 * The results of an answer, the provider's order kept.
 *
 * @throws GeocoderBusyError when it is no list of places.
 */
export function readResults(results: unknown, raw: unknown, provider: string): ProviderResult[] {
  if (!Array.isArray(results)) throw malformed();
  const flat: readonly unknown[] = results.flat();
  return flat
    .map((result, index) => ({ result: readMembers(result), source: at(raw, index) }))
    .filter(({ result }) => !RATED.has(provider) || confidenceOf(result) >= TRUSTED)
    .map(({ result, source }) => readResult(result, source));
}

/** The first result is the likeliest; another of its precision far away makes it ambiguous. Null when there is none. */
export function chooseResult(results: readonly ProviderResult[]): GeocodeMatch | null {
  const [best, ...others] = results;
  if (best === undefined) return null;
  const { lat, lng, precision, label } = best;
  const ambiguous = others.some(
    (other) => other.precision === precision && distanceMiles(other, best) > SAME_PLACE_MILES,
  );
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

/** Nominatim and its kin rank places from 4 (country) to 30 (house). */
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

function at(raw: unknown, index: number): Members {
  const source: unknown = Array.isArray(raw) ? raw[index] : undefined;
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
  return new GeocoderBusyError('The geocoder answered with JSON that is no list of places.');
}
