import type { GeocodePrecision } from '@vitrine/core';
import { type GeocodeMatch, GeocoderBusyError } from '@vitrine/core';
import { DOUBTFUL } from '../address/candidates/confidence.ts';
import { isSamePlace } from '../same-place.ts';
import { matchWords } from './match-words.ts';

/** A validated result of node-geocoder. */
export interface ProviderResult {
  readonly lat: number;
  readonly lng: number;
  readonly label: string;
  readonly precision: GeocodePrecision;
  /** Words that the provider has for the place: its label and the parts of its address. */
  readonly names: readonly string[];
  /** From 0 to 1. Null: the provider gives none. */
  readonly confidence: number | null;
  /** ISO 3166-1 alpha-2; null if the provider does not give it. */
  readonly country: string | null;
}

type Members = Readonly<Record<string, unknown>>;

const PARTS = ['streetNumber', 'streetName', 'zipcode', 'city', 'state', 'country'];
const MORE_PARTS = [
  'stateCode',
  'countryCode',
  'county',
  'district',
  'neighbourhood',
  'neighborhood',
  'suburb',
  'building',
];

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
    .map(({ result, source }) => ({
      ...readResult(result, source),
      confidence: WITH_CONFIDENCE.has(provider) ? confidenceOf(result) : null,
    }))
    .filter(({ confidence }) => confidence === null || confidence >= MIN_CONFIDENCE);
}

/**
 * Returns the first result, which is the likeliest one, or null if there is none. It is ambiguous if another one with
 * the same precision is far away, or if the words of the address match nothing of it but its country.
 */
export function chooseResult(address: string, results: readonly ProviderResult[]): GeocodeMatch | null {
  const [best, ...others] = results;
  if (best === undefined) return null;
  const { lat, lng, precision, label } = best;
  const { matched, share, isMatch } = matchWords(address, best);
  const ambiguous =
    !isMatch || others.some((other) => other.precision === precision && !isSamePlace(other, best));
  const sure = Math.min(best.confidence ?? 1, 0.5 + share / 2);
  const confidence = ambiguous ? Math.min(DOUBTFUL, share) : Math.max(sure, DOUBTFUL + 0.01);
  return { lat, lng, precision, label, ambiguous, confidence: Math.round(confidence * 100) / 100, matched };
}

function readResult(result: Members, source: Members): Omit<ProviderResult, 'confidence'> {
  const lat = Number(result.latitude ?? Number.NaN);
  const lng = Number(result.longitude ?? Number.NaN);
  if (!(Math.abs(lat) <= 90 && Math.abs(lng) <= 180)) throw malformed();
  const country = textOf(result.countryCode).toUpperCase();
  const parts = PARTS.map((name) => textOf(result[name]));
  const label = textOf(result.formattedAddress) || parts.filter((part) => part !== '').join(' ');
  return {
    lat,
    lng,
    label,
    names: [label, textOf(source.display_name), ...MORE_PARTS.map((name) => textOf(result[name])), ...parts],
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
