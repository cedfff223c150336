import { ADDRESS_MAX } from '../ground/limits.ts';
import { canBeStored } from '../ground/stored-text.ts';
import { type GeocodeMatch, type Geocoder, GeocoderBusyError } from '../ports/geocoder.ts';
import type { GeocodeAnswer, Millis } from '../storage/index.ts';

/** The timeout of a call for one address, in addition to any timeouts of the provider itself. */
const CALL_MAX: Millis = 30_000;

const PARTS_MAX = 20;

/**
 * Calls the provider. Rejects when the signal aborts or the time is up, even if the provider ignores its signal.
 * @throws GeocoderBusyError for every failure, including coordinates that do not exist.
 */
export async function callGeocoder(
  geocoder: Geocoder,
  address: string,
  stop: AbortSignal,
): Promise<GeocodeAnswer> {
  const signal = AbortSignal.any([stop, AbortSignal.timeout(CALL_MAX)]);
  const { promise: ended, reject } = Promise.withResolvers<never>();
  const end = () => reject(new GeocoderBusyError('The geocoder did not answer in time.'));
  signal.addEventListener('abort', end, { once: true });
  if (signal.aborted) end();
  try {
    return toAnswer(await Promise.race([geocoder.geocode(address, { signal }), ended]));
  } catch (error) {
    if (error instanceof GeocoderBusyError) throw error;
    throw new GeocoderBusyError('The geocoder failed.', null, { cause: error });
  } finally {
    signal.removeEventListener('abort', end);
  }
}

function toAnswer(match: GeocodeMatch | null): GeocodeAnswer {
  if (match === null) return null;
  const { lat, lng, precision, ambiguous, confidence = null, matched = null } = match;
  if (!(Math.abs(lat) <= 90) || !(Math.abs(lng) <= 180)) {
    throw new GeocoderBusyError('The geocoder returned coordinates that do not exist.');
  }
  // Turns -0 into 0, because databases disagree on whether to preserve it.
  return {
    lat: lat + 0,
    lng: lng + 0,
    precision,
    ambiguous,
    confidence: confidence === null ? null : clamp(confidence),
    matched: matched === null ? null : readParts(matched),
  };
}

/** Clamps to 0…1 and rounds to hundredths. A number that is not one counts as 0. */
function clamp(confidence: number): number {
  return confidence > 0 ? Math.round(Math.min(confidence, 1) * 100) / 100 : 0;
}

/** Returns the parts that can be stored, as many as the longest address may have. */
function readParts(matched: readonly string[]): string[] {
  return matched.filter((part) => part.length <= ADDRESS_MAX && canBeStored(part)).slice(0, PARTS_MAX);
}
