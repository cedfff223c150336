import { distanceMiles } from '@vitrine/core/storage';
import type { Places } from '../gazetteer/places.ts';
import { phrase, segmentsOf, type Word } from './address-words.ts';
import { type Candidate, isStreet } from './candidates.ts';
import { placesCalled } from './city-names.ts';
import type { Reading } from './hints.ts';
import { isFillWord } from './street-words.ts';

/** A segment that names a place this near to the city confirms it: Tokyo, Shibuya. */
const NEARBY_MILES = 30;
/** Without a country, the name of a smaller place next to unknown words counts as one of them. */
const KNOWN_BY_NAME = 100_000;
/** A city of this size is meant if it is spelt correctly, with any words before it: Shibuya, Tokyo. */
const KNOWN_TO_ALL = 500_000;

/** How much the other words of an address contradict a place. */
export type Doubt = 'none' | 'ambiguous' | 'no match';

/**
 * Returns the doubt that the other words leave. `Nowhereville, Atlantis` names no country and has an unknown segment,
 * so the town of Atlantis is no match. In `Berlin, Ruritania`, the segment after the city is not a country, so it is
 * ambiguous.
 */
export function doubtOf(candidate: Candidate, places: Places): Doubt {
  const { reading, distance, place } = candidate;
  const parts = segmentsOf(reading.rest);
  if (distance === null) return parts.some((part) => isUnknown(part, places)) ? 'ambiguous' : 'none';
  if (reading.country !== null) return 'none';
  const at = parts.length - 1 - distance;
  const isElsewhere = (part: readonly Word[]) => {
    const here = places.coordinates(place);
    const others = placesCalled(places, phrase(part));
    return !others.some((other) => distanceMiles(places.coordinates(other), here) <= NEARBY_MILES);
  };
  if (parts.slice(at + 1).some((part) => isName(part) && isElsewhere(part))) return 'ambiguous';
  if (!parts.slice(0, at).some((part) => isUnknown(part, places))) return 'none';
  const population = places.population(place);
  if (population < KNOWN_BY_NAME) return 'no match';
  const isAsWritten = phrase(parts[at] ?? []).includes(candidate.name);
  return population >= KNOWN_TO_ALL && isAsWritten ? 'none' : 'ambiguous';
}

/** Returns whether a segment of the reading is unknown: not a place and not a street. Ignores numbers. */
export function hasUnknown(reading: Reading, places: Places): boolean {
  return segmentsOf(reading.rest).some((part) =>
    isUnknown(
      part.filter(({ isNumber }) => !isNumber),
      places,
    ),
  );
}

function isUnknown(part: readonly Word[], places: Places): boolean {
  return isName(part) && placesCalled(places, phrase(part)).length === 0;
}

/** Returns whether words could name a place: they have no street word and no number. */
function isName(part: readonly Word[]): boolean {
  if (part.some(({ text, isNumber }, index) => isNumber || isStreet(text, part[index - 1]))) return false;
  return part.some(({ text }) => !isFillWord(text));
}
