import type { Millis } from './storage/rows.ts';

export type GeocodePrecision = 'rooftop' | 'street' | 'postcode' | 'city' | 'region' | 'country';

export interface GeocodeMatch {
  readonly lat: number;
  readonly lng: number;
  readonly precision: GeocodePrecision;
  /** What was matched, in words. */
  readonly label: string;
  /** Other places, 30 miles away or more, fit the address nearly as well; this is the likeliest. */
  readonly ambiguous: boolean;
}

/** The provider can't answer now; the address is tried again, not before `retryAfter` milliseconds when given. */
export class GeocoderBusyError extends Error {
  override readonly name = 'GeocoderBusyError';
  readonly retryAfter: Millis | null;

  constructor(message: string, retryAfter: Millis | null = null, options?: ErrorOptions) {
    super(message, options);
    this.retryAfter = retryAfter;
  }
}

/** Turns an address into a place; `@vitrine/geocoder` implements it. Calls are safe to repeat and to run side by side. */
export interface Geocoder {
  /** Tells answers of different providers apart in the cache: `offline`, `nominatim:https://…`. */
  readonly name: string;
  /** The most calls that the provider takes in a second, over all servers of a database; null: no bound. */
  readonly callsPerSecond: number | null;
  /**
   * The place of an address, or null when there is none; an address is any text, the empty one included. It takes 10 s
   * at most, the first offline one about a second while the data loads.
   *
   * @throws GeocoderBusyError for what may pass: time-outs, 429, 5xx, a lost network, an answer that can't be read.
   * Anything else thrown counts as the same; once `signal` is aborted that is its reason.
   */
  geocode(address: string, options: { readonly signal: AbortSignal }): Promise<GeocodeMatch | null>;
}
