import type { Point } from '../geo/distance.ts';
import { recentEntries } from '../ground/recent-entries.ts';
import { type Geocoder, GeocoderBusyError } from '../ports/geocoder.ts';
import { callGeocoder } from './call-geocoder.ts';

/** Places that are kept, found or not. */
const PLACES_MAX = 10_000;

/** Finds the coordinates of a text without the network. Null: there is no such place, or it can't be found now. */
export type FindPlace = (address: string, signal: AbortSignal) => Promise<Point | null>;

/** @param geocoder null: no place is found. */
export function placeFinder(geocoder: Geocoder | null): FindPlace {
  const places = recentEntries<string, { readonly point: Point | null }>(PLACES_MAX);
  return async (address, signal) => {
    const known = places.get(address);
    if (known !== undefined || geocoder === null) return known?.point ?? null;
    try {
      const answer = await callGeocoder(geocoder, address, signal);
      const point = answer === null ? null : { lat: answer.lat, lng: answer.lng };
      places.set(address, { point });
      return point;
    } catch (error) {
      if (error instanceof GeocoderBusyError) return null;
      throw error;
    }
  };
}
