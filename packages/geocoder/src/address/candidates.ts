import type { PlaceId, Places } from '../gazetteer/places.ts';
import { isNear } from '../same-place.ts';
import { phrase, segmentsOf, type Word } from './address-words.ts';
import { type CityNames, isForeign } from './city-names.ts';
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
  /** Whether the postcode or the part after it confirms it. */
  readonly isConfirmed: boolean;
  /** Whether another part names another city. */
  readonly isDoubted: boolean;
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
  /** The segment. */
  readonly words: readonly Word[];
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
/** Score of a name with its brackets: Frankfurt (Oder) is not the larger Frankfurt. */
const WITH_ASIDE = 2;
/** A number that may be a postcode: 8010, 24103, 3512AE, CH8001. */
const POSTCODE = /^[a-z]{0,2}\d{4,6}(?:[a-z]{2})?$/;
/** A city gives its name to a province whose towns are at most this far from it, as a rule. */
const PROVINCE_MILES = 60;
const MAX_NAME_WORDS = 7;
const MAX_SEGMENTS = 6;

/** Returns the places that a reading may name. Includes those with the name of its region or country (Luxembourg). */
export function findCandidates(reading: Reading, names: CityNames): Candidate[] {
  const { places } = names;
  const candidates: Candidate[] = [];
  for (const span of cityNames(reading.rest)) {
    for (const place of names.called(span.name)) {
      if (!isIn(place, reading, places)) continue;
      const isWhole = span.isWhole || isInPart(place, span, names);
      if (
        !isPlausible(place, { ...span, isWhole }, reading, places) &&
        !isInCity(place, span, candidates, places)
      )
        continue;
      candidates.push(
        candidate(place, reading, { ...span, isWhole }, coverageOf({ ...span, isWhole }), places),
      );
    }
  }
  if (reading.hint.length > 3 || isForeign(reading.hint)) {
    const span: Span = {
      name: reading.hint,
      from: 0,
      to: 0,
      isWhole: false,
      distance: 0,
      words: [],
    };
    for (const place of names.called(reading.hint)) {
      if (!isIn(place, reading, places) || places.population(place) < (reading.region ? 100_000 : 1_000))
        continue;
      candidates.push({ ...candidate(place, reading, span, HINT_ITSELF, places), distance: null });
    }
  }
  return candidates;
}

/**
 * Returns the candidates whose name is known in another language only, or has words that the data lacks: everywhere in
 * the stated country or region, and large cities elsewhere.
 */
export function findElsewhere(reading: Reading, names: CityNames): Candidate[] {
  const { places } = names;
  const isKnown = (place: PlaceId, { name, distance }: Span) =>
    reading.country !== null || (distance === 0 && name.length > 5 && places.population(place) >= 100_000);
  return cityNames(reading.rest)
    .filter(({ isWhole }) => isWhole)
    .flatMap((span) =>
      names
        .calledElsewhere(span.name)
        .filter((place) => isIn(place, reading, places) && isKnown(place, span))
        .map((place) => candidate(place, reading, span, coverageOf(span), places)),
    );
}

function coverageOf({ isWhole, from, to, distance, words }: Span): number {
  const hasAside = words.slice(from, to).some(({ isAside }) => isAside);
  return (isWhole ? WHOLE : PART) + 0.3 * (to - from - 1) - 0.5 * distance + (hasAside ? WITH_ASIDE : 0);
}

/** Returns whether the other words of the segment name a district of the city, or its city: Wien-Floridsdorf. */
function isInPart(place: PlaceId, { name, from, to, words }: Span, names: CityNames): boolean {
  const other =
    from === 0 ? phrase(words.slice(to)) : to === words.length ? phrase(words.slice(0, from)) : '';
  return (
    other.length > 3 &&
    name.length > 3 &&
    names.called(other).some((each) => isNear(each, place, names.places))
  );
}

/** Returns whether the part after a place names a larger city of its region near it: `Mérida, Badajoz`. */
function isInCity(
  place: PlaceId,
  { isWhole, distance }: Span,
  candidates: readonly Candidate[],
  places: Places,
): boolean {
  return (
    isWhole &&
    distance === 1 &&
    candidates.some((city) => city.distance === 0 && city.isWhole && isProvince(city.place, place, places))
  );
}

/** Returns whether the province of a city may be meant as that of a place. */
export function isProvince(city: PlaceId, place: PlaceId, places: Places): boolean {
  return (
    city !== place &&
    places.region(city) === places.region(place) &&
    isNear(city, place, places, PROVINCE_MILES)
  );
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
    isConfirmed: false,
    isDoubted: false,
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
  // Other scripts write a name with fewer letters, and it is no common word of another language.
  const letters = isForeign(span.name) ? Math.max(span.name.length, 5) : span.name.length;
  if (reading.country !== null) {
    // The last word of `Call us` is not a country.
    if (reading.strength === BY_CODE && population < 1_000 && !isByPostcode(span)) return false;
    return span.isWhole || (letters >= 4 && population >= 15_000);
  }
  if (!span.isWhole || span.distance > 0) return letters >= 5 && population >= 500_000;
  if (span.to - span.from > 1) return population >= 5_000;
  if (isByPostcode(span)) return letters >= 4 && population >= 15_000;
  return population >= (letters >= 5 || span.isPosted ? 50_000 : 250_000);
}

/** Returns whether the other words of the segment are a postcode, and not a year: `8010 Graz`, `Vichy 03200`. */
function isByPostcode({ words, from, to }: Span): boolean {
  return [words.slice(0, from), words.slice(to)].some((beside) => {
    const text = phrase(beside);
    return POSTCODE.test(text) && !/^(?:19|20)\d\d$/.test(text);
  });
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
  const isPlain = words.some(({ isAside }) => !isAside);
  const isSignificant = words.map(
    ({ text, isNumber, isAside }) => !isNumber && !isFillWord(text) && !(isAside && isPlain),
  );
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
          : (isWhole && !isHouseNumber(words[0])) || (start > street && end > last && distance === 0);
      if (!allowed) continue;
      spans.push({ name: phrase(words.slice(start, end)), from: start, to: end, words, isWhole, distance });
    }
  }
  return spans;
}

function isHouseNumber(word: Word | undefined): boolean {
  return word?.isNumber === true && !POSTCODE.test(word.text);
}

/** Returns whether a word means a street. `St` means a street after a name, and a saint before one. */
export function isStreet(word: string, before: Word | undefined): boolean {
  if (word !== 'st') return isStreetWord(word);
  return before !== undefined && !before.isNumber && !isStreetWord(before.text) && before.text !== 'st';
}
