import { distanceMiles } from '@vitrine/core/storage';
import type { Places } from '../gazetteer/places.ts';
import { phrase, segmentsOf, type Word } from './address-words.ts';
import { type Candidate, isStreet } from './candidates.ts';
import { placesCalled } from './city-names.ts';
import type { Reading } from './hints.ts';
import { isFillWord } from './street-words.ts';

/** A part of an address that names a place this near to the city is explained by it: Tokyo, Shibuya. */
const NEARBY_MILES = 30;
/** Where no country is named, a smaller place beside words that are not understood is taken for a word like them. */
const KNOWN_BY_NAME = 100_000;
/** A city of this size, written right, is meant whatever stands before it: Shibuya, Tokyo. */
const KNOWN_TO_ALL = 500_000;

/** How far the words of an address speak against a place that some of them name. */
export type Doubt = 'none' | 'ambiguous' | 'no match';

/**
 * The doubt that the other words leave. `Nowhereville, Atlantis` names no country and a part of it is not understood, so the
 * town of Atlantis is no match; `Berlin, Ruritania` names something behind the city that is no country, so it is
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

/** Whether a part of the reading is not understood: no place, no street, nothing with a number. */
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

/** Words that could name a place: no street, and no number among them. */
function isName(part: readonly Word[]): boolean {
  if (part.some(({ text, isNumber }, index) => isNumber || isStreet(text, part[index - 1]))) return false;
  return part.some(({ text }) => !isFillWord(text));
}
