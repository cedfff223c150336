import type { PlaceId, Places } from '../gazetteer/places.ts';
import { phrase, segmentsOf, type Word } from './address-words.ts';
import { placesCalled } from './city-names.ts';
import { BY_CODE, type Reading } from './hints.ts';
import { isFillWord, isStreetWord } from './street-words.ts';

/** A place that an address may mean, in one reading. */
export interface Candidate {
  readonly place: PlaceId;
  readonly reading: Reading;
  /** Folded words of the address that name it. */
  readonly name: string;
  /** Where the name is in the words of its segment: from the first word up to and without the last. */
  readonly from: number;
  readonly to: number;
  /** Whether its name is a whole segment. */
  readonly isWhole: boolean;
  /** Whether the address has one wrong letter. Then `name` is the right spelling. */
  readonly isMisspelt: boolean;
  /** Number of segments between it and the region or country. Null: the region or country has its name. */
  readonly distance: number | null;
  readonly score: number;
}

/** Consecutive words of a segment that may be the name of a city. */
export interface Span {
  readonly name: string;
  /** Where they are in the words of the segment: from the first word up to and without the last. */
  readonly from: number;
  readonly to: number;
  readonly isWhole: boolean;
  /** Number of segments between it and the region or country. */
  readonly distance: number;
  /** Whether a street and a postcode precede it: Herrengasse 16, 8010 Graz. */
  readonly isPosted?: boolean;
}

/** Score of a tenfold population. */
const TENFOLD = 0.6;
/** Two scores that differ by at most this are close. */
export const SAME_SIZE = TENFOLD;
/** Score of a name that is a whole segment, a part of one, or the name of the region or country. */
export const WHOLE = 4;
const PART = 1.5;
const HINT_ITSELF = 0.5;
/** A number that may be a postcode: 8010, 24103, 3512AE, CH8001. */
const POSTCODE = /^[a-z]{0,2}\d{4,6}(?:[a-z]{2})?$/;
const MAX_NAME_WORDS = 7;
const MAX_SEGMENTS = 6;

/** Returns the places that a reading may name. Includes those with the name of its region or country (Luxembourg). */
export function findCandidates(reading: Reading, places: Places): Candidate[] {
  const candidates: Candidate[] = [];
  for (const span of cityNames(reading.rest)) {
    for (const place of placesCalled(places, span.name)) {
      if (!isIn(place, reading, places) || !isPlausible(place, span, reading, places)) continue;
      const coverage = (span.isWhole ? WHOLE : PART) + 0.3 * (span.to - span.from - 1) - 0.5 * span.distance;
      candidates.push(candidate(place, reading, span, coverage, places));
    }
  }
  if (reading.hint.length > 3) {
    const span: Span = { name: reading.hint, from: 0, to: 0, isWhole: false, distance: 0 };
    for (const place of placesCalled(places, reading.hint)) {
      if (!isIn(place, reading, places) || places.population(place) < (reading.region ? 100_000 : 1_000))
        continue;
      candidates.push({ ...candidate(place, reading, span, HINT_ITSELF, places), distance: null });
    }
  }
  return candidates;
}

export function candidate(
  place: PlaceId,
  reading: Reading,
  { name, from, to, isWhole, distance }: Span,
  coverage: number,
  places: Places,
): Candidate {
  const size = Math.log10(Math.max(places.population(place), 100)) - (places.isDistrict(place) ? 1 : 0);
  return {
    place,
    reading,
    name,
    from,
    to,
    isWhole,
    isMisspelt: false,
    distance,
    score: coverage + reading.strength + TENFOLD * size,
  };
}

export function isIn(place: PlaceId, { country, region }: Reading, places: Places): boolean {
  if (country !== null && places.country(place) !== country) return false;
  return region === null || places.regions.code(places.region(place)) === region.code;
}

/**
 * Returns whether a name can mean this place at all. Many small places have the name of a common word (None, Best,
 * Police). Without a country, a single word must therefore be the name of a town (a city if it is short and has no
 * postcode), and a part of a longer text, or a
 * name that is followed by unknown words (Atlantis, Ruritania), that of a large city.
 */
function isPlausible(place: PlaceId, span: Span, reading: Reading, places: Places): boolean {
  const population = places.population(place);
  const letters = span.name.length;
  if (reading.country !== null) {
    // The last word of `Call us` is not a country.
    if (reading.strength === BY_CODE && population < 1_000) return false;
    return span.isWhole || (letters >= 4 && population >= 15_000);
  }
  if (!span.isWhole || span.distance > 0) return letters >= 5 && population >= 500_000;
  if (span.to - span.from > 1) return population >= 5_000;
  return population >= (letters >= 5 || span.isPosted ? 50_000 : 250_000);
}

/** Returns the spans that may name a city, from the last segment to the first. */
export function cityNames(rest: readonly Word[]): Span[] {
  const segments = segmentsOf(rest).slice(-MAX_SEGMENTS).reverse();
  return segments.flatMap((words, distance) => {
    const isPosted = hasPostcode(words, segments.slice(distance + 1));
    return spansOf(words, distance).map((span) => ({ ...span, isPosted }));
  });
}

/** Returns whether a segment, or the one before it, begins with a postcode that follows a street. */
function hasPostcode(
  words: readonly Word[],
  [before = [], ...earlier]: readonly (readonly Word[])[],
): boolean {
  const isAfterStreet = (segments: readonly (readonly Word[])[]) =>
    segments.some((segment) => segment.some(({ text, isNumber }) => isNumber || isStreetWord(text)));
  if (POSTCODE.test(words[0]?.text ?? '')) return isAfterStreet([before, ...earlier]);
  const whole = before.map(({ text }) => text).join('');
  return POSTCODE.test(whole) && isAfterStreet(earlier);
}

function spansOf(words: readonly Word[], distance: number): Span[] {
  const street = words.findLastIndex(({ text }, index) => isStreet(text, words[index - 1]));
  const isSignificant = words.map(({ text, isNumber }) => !isNumber && !isFillWord(text));
  const first = isSignificant.indexOf(true);
  const last = isSignificant.lastIndexOf(true);
  const spans: Span[] = [];
  for (let start = 0; start < words.length; start++) {
    for (let end = start + 1; end <= Math.min(words.length, start + MAX_NAME_WORDS); end++) {
      if (words[end - 1]?.isNumber) break;
      const isWhole = start <= first && end > last;
      // Broadway may be a town, but 12 Broadway is a street. The town may follow the street without a comma.
      const allowed =
        street === -1
          ? isWhole || start <= first || end > last || !words.some(({ isNumber }) => isNumber)
          : (isWhole && words[0]?.isNumber !== true) || (start > street && end > last && distance === 0);
      if (!allowed) continue;
      spans.push({ name: phrase(words.slice(start, end)), from: start, to: end, isWhole, distance });
    }
  }
  return spans;
}

/** Returns whether a word means a street. `St` means a street after a name, and a saint before one. */
export function isStreet(word: string, before: Word | undefined): boolean {
  if (word !== 'st') return isStreetWord(word);
  return before !== undefined && !before.isNumber && !isStreetWord(before.text) && before.text !== 'st';
}
