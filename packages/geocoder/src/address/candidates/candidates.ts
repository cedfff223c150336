import type { PlaceId, Places } from '../../gazetteer/places.ts';
import { isNear } from '../../same-place.ts';
import { type CityNames, isForeign } from '../names/city-names.ts';
import { BY_CODE, isIn, type Reading } from '../readings/reading.ts';
import { phrase } from '../words/address-words.ts';
import { cityNames, isByPostcode, type Span } from '../words/spans.ts';

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
/** A city gives its name to a province whose towns are at most this far from it, as a rule. */
const PROVINCE_MILES = 60;

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
  // Without its country the name of a region is no city: Île-de-France is not Paris.
  const isRegion = ({ name }: Span) => reading.country === null && places.regions.named(name).length > 0;
  return (
    cityNames(reading.rest)
      // Bruck an der Leitha is not the Bruck in another region.
      .filter((span) => span.isWhole && !isRegion(span) && !names.isTown(span.name, reading.country))
      .flatMap((span) =>
        names
          .calledElsewhere(span.name)
          .filter((place) => isIn(place, reading, places) && isKnown(place, span))
          .map((place) => candidate(place, reading, span, coverageOf(span), places)),
      )
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

/**
 * Returns whether a name can mean this place at all. Many small places have the name of a common word (None, Best,
 * Police). Without a country, a single word must therefore be the name of a town (a city if it is short and has no
 * postcode), and a part of a longer text, or a name that is followed by unknown words (Atlantis, Ruritania), that of a
 * large city.
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
