import type { Millis } from '../ground/rows.ts';

/** `exact`: the address is coordinates. The others are the precision of the place that a geocoder found. */
export type GeocodePrecision = 'exact' | 'rooftop' | 'street' | 'postcode' | 'city' | 'region' | 'country';

export interface GeocodeMatch {
  readonly lat: number;
  readonly lng: number;
  readonly precision: GeocodePrecision;
  /** A description of the match. */
  readonly label: string;
  /** Other places, at least 30 miles away, match the address nearly as well; this one is the most likely. */
  readonly ambiguous: boolean;
  /** How likely the place is the one that is meant, from 0 to 1. Omitted: unknown. */
  readonly confidence?: number;
  /**
   * The parts of the address that name the place, in the order and spelling of the address. Omitted: unknown.
   */
  readonly matched?: readonly string[];
}

/** The provider is temporarily unavailable. The address is retried, not before `retryAfter` milliseconds if given. */
export class GeocoderBusyError extends Error {
  override readonly name = 'GeocoderBusyError';
  readonly retryAfter: Millis | null;

  constructor(message: string, retryAfter: Millis | null = null, options?: ErrorOptions) {
    super(message, options);
    this.retryAfter = retryAfter;
  }
}

/** Finds the place of an address. `@vitrine/geocoder` implements it. Calls may be repeated and may run concurrently. */
export interface Geocoder {
  /** Distinguishes cached answers of different providers: `offline`, `nominatim:https://…`. */
  readonly name: string;
  /** Maximum calls to the provider in a second, over all servers of a database. Null: no limit. */
  readonly callsPerSecond: number | null;
  /**
   * Returns the place of an address, or null if there is none. An address is any text, including an empty one. Takes at
   * most 10 s; the first call of the offline geocoder takes about a second, because it loads its data.
   *
   * @throws GeocoderBusyError for temporary problems: timeouts, 429, 5xx, a broken network, an unreadable response.
   * Other errors are treated the same. Once `signal` has aborted, rejects with its reason.
   */
  geocode(address: string, options: { readonly signal: AbortSignal }): Promise<GeocodeMatch | null>;
}
