import type { Places } from '../../gazetteer/places.ts';
import { BY_NAME } from '../readings/reading.ts';
import type { Candidate } from './candidates.ts';

/** The confidence of a match that may be another place is at most this; that of any other match is higher. */
export const DOUBTFUL = 0.5;
const LARGE_CITY = 500_000;

/**
 * Returns how likely the city is the one that is meant, from 0 to 1: more if the address names its country or region, if
 * the name is a part of its own, and if the city is large; less if it is misspelt. At most 0.9, because the centre of the
 * city is not the address. Not a measured probability.
 */
export function cityConfidence(
  { reading, isWhole, isMisspelt, place }: Candidate,
  places: Places,
  ambiguous: boolean,
): number {
  const isLarge = places.population(place) >= LARGE_CITY;
  const country = reading.country === null ? 0 : reading.strength >= BY_NAME ? 0.2 : 0.15;
  const evidence = country + (isWhole ? 0.1 : 0) + (isLarge ? 0.05 : 0) - (isMisspelt ? 0.1 : 0);
  return round(ambiguous ? Math.min(DOUBTFUL, 0.2 + evidence) : 0.55 + evidence);
}

/** Returns how likely the postcode is the one that is meant, from 0 to 0.95. */
export function postcodeConfidence({
  ambiguous,
  hasCity,
}: {
  readonly ambiguous: boolean;
  readonly hasCity: boolean;
}): number {
  if (ambiguous) return 0.3;
  return hasCity ? 0.95 : 0.8;
}

function round(confidence: number): number {
  return Math.round(confidence * 100) / 100;
}
