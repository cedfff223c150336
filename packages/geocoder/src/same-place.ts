import { distanceMiles } from '@vitrine/core/server';
import type { PlaceId, Places } from './gazetteer/places.ts';

/** Places that are nearer to each other count as one, because the distance does not matter in a search for a shop. */
const SAME_PLACE_MILES = 30;

type Coordinates = Parameters<typeof distanceMiles>[0];

/** Returns whether two places are so near that either one is a right result. */
export function isSamePlace(a: Coordinates, b: Coordinates): boolean {
  return distanceMiles(a, b) <= SAME_PLACE_MILES;
}

/** Returns whether two places are at most so many miles apart. */
export function isNear(one: PlaceId, other: PlaceId, places: Places, miles = SAME_PLACE_MILES): boolean {
  return distanceMiles(places.coordinates(one), places.coordinates(other)) <= miles;
}
