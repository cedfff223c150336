import { type GeocodeMatch, type Geocoder, GeocoderBusyError } from '../geocoder.ts';
import type { GeocodeAnswer, Millis } from '../storage/index.ts';

/** What a provider may take for one address, whatever time-outs it has of its own. */
const CALL_MAX: Millis = 30_000;

/**
 * Asks the provider. Ends with the signal or when the time is up, also when the provider does not.
 * @throws GeocoderBusyError for whatever goes wrong: an answer that is no place on the globe, too.
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
  const { lat, lng, precision, ambiguous } = match;
  if (!(Math.abs(lat) <= 90) || !(Math.abs(lng) <= 180)) {
    throw new GeocoderBusyError('The geocoder answered with coordinates that do not exist.');
  }
  // -0 is 0: the engines disagree on whether it survives.
  return { lat: lat + 0, lng: lng + 0, precision, ambiguous };
}
