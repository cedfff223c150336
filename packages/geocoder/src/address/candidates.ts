import type { PlaceId, Places } from '../gazetteer/places.ts';
import { phrase, segmentsOf, type Word } from './address-words.ts';
import { placesCalled } from './city-names.ts';
import { BY_CODE, type Reading } from './hints.ts';
import { isFillWord, isStreetWord } from './street-words.ts';

/** A place that an address may mean, under one reading. */
export interface Candidate {
  readonly place: PlaceId;
  readonly reading: Reading;
  /** The folded words that name it. */
  readonly name: string;
  /** Whether a whole part between commas is its name. */
  readonly isWhole: boolean;
  /** Parts between it and the region or country; null: it is named by the region or country itself. */
  readonly distance: number | null;
  readonly score: number;
}

/** Words of a part between commas that may be a city's name. */
export interface Span {
  readonly name: string;
  readonly words: number;
  readonly isWhole: boolean;
  /** Parts between it and the region or country. */
  readonly distance: number;
}

/** In tenfold populations: what else speaks for a candidate is weighed against ten times the people. */
const TENFOLD = 0.6;
export const SAME_SIZE = TENFOLD;
const WHOLE = 4;
const PART = 1.5;
const HINT_ITSELF = 0.5;
const MAX_NAME_WORDS = 7;
const MAX_SEGMENTS = 6;

/** The places that the spans of a reading name, the name of the region or country itself included (Luxembourg). */
export function findCandidates(reading: Reading, places: Places): Candidate[] {
  const candidates: Candidate[] = [];
  for (const span of cityNames(reading.rest)) {
    for (const place of placesCalled(places, span.name)) {
      if (!isIn(place, reading, places) || !isPlausible(place, span, reading, places)) continue;
      const coverage = (span.isWhole ? WHOLE : PART) + 0.3 * (span.words - 1) - 0.5 * span.distance;
      candidates.push(candidate(place, reading, span, coverage, places));
    }
  }
  if (reading.hint.length > 3) {
    const span = { name: reading.hint, words: 1, isWhole: false, distance: 0 };
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
  { name, isWhole, distance }: Span,
  coverage: number,
  places: Places,
): Candidate {
  const size = Math.log10(Math.max(places.population(place), 100)) - (places.isDistrict(place) ? 1 : 0);
  return { place, reading, name, isWhole, distance, score: coverage + reading.strength + TENFOLD * size };
}

export function isIn(place: PlaceId, { country, region }: Reading, places: Places): boolean {
  if (country !== null && places.country(place) !== country) return false;
  return region === null || places.regions.code(places.region(place)) === region.code;
}

/**
 * Whether a name is taken for this place at all. Many small places are called like common words (None, Best, Police):
 * where nothing says which country is meant, one word must be a town of some size, and a piece of a longer text, or a
 * name with something not understood behind it (Atlantis, Ruritania), a large city.
 */
function isPlausible(place: PlaceId, span: Span, reading: Reading, places: Places): boolean {
  const population = places.population(place);
  const letters = span.name.length;
  if (reading.country !== null) {
    // `Call us` is in no country.
    if (reading.strength === BY_CODE && population < 1_000) return false;
    return span.isWhole || (letters >= 4 && population >= 15_000);
  }
  if (!span.isWhole || span.distance > 0) return letters >= 5 && population >= 500_000;
  if (span.words > 1) return population >= 5_000;
  return population >= (letters >= 5 ? 50_000 : 250_000);
}

/** The spans that may name a city, by the parts of the address from the last one on. */
export function cityNames(rest: readonly Word[]): Span[] {
  return segmentsOf(rest)
    .slice(-MAX_SEGMENTS)
    .reverse()
    .flatMap((words, distance) => spansOf(words, distance));
}

function spansOf(words: readonly Word[], distance: number): Span[] {
  const street = words.findLastIndex(({ text }, index) => isStreet(text, words[index - 1]));
  const counts = words.map(({ text, isNumber }) => !isNumber && !isFillWord(text));
  const first = counts.indexOf(true);
  const last = counts.lastIndexOf(true);
  const spans: Span[] = [];
  for (let start = 0; start < words.length; start++) {
    for (let end = start + 1; end <= Math.min(words.length, start + MAX_NAME_WORDS); end++) {
      if (words[end - 1]?.isNumber) break;
      const isWhole = start <= first && end > last;
      // A town may be called Broadway; 12 Broadway is a street. Behind a street its town may follow without a comma.
      const allowed =
        street === -1
          ? isWhole || start <= first || end > last || !words.some(({ isNumber }) => isNumber)
          : (isWhole && words[0]?.isNumber !== true) || (start > street && end > last && distance === 0);
      if (!allowed) continue;
      spans.push({ name: phrase(words.slice(start, end)), words: end - start, isWhole, distance });
    }
  }
  return spans;
}

/** `St` is a street behind a name, and a saint before one. */
export function isStreet(word: string, before: Word | undefined): boolean {
  if (word !== 'st') return isStreetWord(word);
  return before !== undefined && !before.isNumber && !isStreetWord(before.text) && before.text !== 'st';
}
