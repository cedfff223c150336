import type { PlaceId } from '../../gazetteer/places.ts';
import { isNear, isSamePlace } from '../../same-place.ts';
import type { CityNames } from '../names/city-names.ts';
import { localRegionsCoded } from '../names/local-regions.ts';
import { regionsNamed } from '../names/region-names.ts';
import { isIn, type Reading } from '../readings/reading.ts';
import { phrase, segmentsOf, type Word } from '../words/address-words.ts';
import { isStreet } from '../words/spans.ts';
import { isFillWord } from '../words/street-words.ts';
import type { Candidate } from './candidates.ts';

/** Without a country, one word that names a smaller place may mean something else, though a postcode is beside it. */
const KNOWN_ALONE = 50_000;
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
export function doubtOf(candidate: Candidate, names: CityNames): Doubt {
  const { reading, distance, place } = candidate;
  const parts = segmentsOf(reading.rest);
  if (distance === null) return parts.some((part) => isUnknown(part, names)) ? 'ambiguous' : 'none';
  const at = parts.length - 1 - distance;
  if (hasUnknownAside(candidate, parts[at] ?? [], names)) return 'ambiguous';
  if (reading.country !== null) return contradictsCountry(candidate, parts, names) ? 'ambiguous' : 'none';
  const isTown = names.places.population(place) < KNOWN_ALONE && candidate.to - candidate.from === 1;
  if (isTown || isLoose(candidate, parts[at] ?? [], names)) return 'ambiguous';
  const isElsewhere = (part: readonly Word[]) => !isNearby(part, place, names);
  if (parts.slice(at + 1).some((part) => isName(part) && isElsewhere(part))) return 'ambiguous';
  if (!parts.slice(0, at).some((part) => isUnknown(part, names))) return 'none';
  const population = names.places.population(place);
  if (population < KNOWN_BY_NAME) return 'no match';
  const isAsWritten = phrase(parts[at] ?? []).includes(candidate.name);
  return population >= KNOWN_TO_ALL && isAsWritten ? 'none' : 'ambiguous';
}

/** A place with fewer people is seldom meant if its name is the first of two names: George Washington. */
const KNOWN_WITHOUT_COMMA = 1_000;

/** Returns whether the words contradict a place in the stated country. */
function contradictsCountry(
  candidate: Candidate,
  parts: readonly (readonly Word[])[],
  names: CityNames,
): boolean {
  const { reading, name, place, distance } = candidate;
  const { country, region } = reading;
  const population = names.places.population(place);
  const at = parts.length - 1 - (distance ?? 0);
  // Ohio, USA: a village has the name of the region.
  if (region === null && population < KNOWN_BY_NAME && isRegionOf(name, (code) => code === country))
    return true;
  if (region !== null && reading.isJoined && population < KNOWN_WITHOUT_COMMA) {
    return !(parts[at] ?? []).some(({ isNumber }) => isNumber);
  }
  return population < KNOWN_TO_ALL && isLoose(candidate, parts[at] ?? [], names);
}

function isRegionOf(text: string, isMeant: (code: string) => boolean): boolean {
  const regions = text.length > 3 ? regionsNamed(text) : [];
  return regions.length > 0 && regions.every((named) => isMeant(named.country));
}

/**
 * Returns whether a region of another country than the stated one follows the city: `Berlin, Texas, Germany`; `Paris, TX
 * 75460, France`. No postcode confirms such a city, because the other country may have it, too.
 */
export function namesRegionElsewhere(candidate: Candidate, names: CityNames): boolean {
  const { reading, distance, to } = candidate;
  if (reading.country === null || distance === null) return false;
  const [city = [], ...others] = segmentsOf(reading.rest).slice(-1 - distance);
  const isElsewhere = (part: readonly Word[]) => isRegionOf(phrase(part), (code) => code !== reading.country);
  const after = [city.slice(to), ...others].map(withoutNumbers);
  return others.some(isElsewhere) || after.some((part) => isRegionOfNamesake(phrase(part), candidate, names));
}

/**
 * Returns whether a text is a region of other countries in which a town has the same name: `Rome, Lazio, Georgia`. It may be
 * its abbreviation, unless the country of the place has one like it (`Venezia, VE`) or is abbreviated so.
 */
function isRegionOfNamesake(text: string, { name, place }: Candidate, names: CityNames): boolean {
  const { places } = names;
  const own = places.country(place);
  const regions = [...places.regions.named(text), ...regionsNamed(text)];
  const known = [...regions, ...localRegionsCoded(text)];
  if (text === own.toLowerCase() || known.some(({ country }) => country === own)) return false;
  return regions.some((region) =>
    names.called(name).some((town) => isIn(town, { country: region.country, region }, places)),
  );
}

/**
 * Returns whether the name is among other words in its segment: `Paris Hilton`, `see you in Rome`. Streets and numbers
 * may precede the name of a city, and nearby places may precede or follow it.
 */
function isLoose(
  { place, from, to, isWhole }: Candidate,
  segment: readonly Word[],
  names: CityNames,
): boolean {
  if (isWhole) return false;
  const [before, after] = [segment.slice(0, from), segment.slice(to)];
  // A code of a province may follow: Firenze FI.
  if (isName(after) && after.some(({ text }) => text.length > 2) && !isNearby(after, place, names))
    return true;
  const isAddress =
    before.at(-1)?.isNumber === true || before.some(({ text }, index) => isStreet(text, before[index - 1]));
  return before.some(({ text }) => !isFillWord(text)) && !isAddress && !isNearby(before, place, names);
}

/** Returns whether words name a place near the city, which confirms it: Tokyo, Shibuya. */
function isNearby(part: readonly Word[], place: PlaceId, names: CityNames): boolean {
  return names.called(phrase(part)).some((other) => isNear(other, place, names.places));
}

/** A smaller place before a city is likelier a shop with the name of a village. */
const KNOWN_TOWN = 1_000;

/**
 * Returns whether a part before the city names a town of its country that is far away: `Tostedt, Berlin, Germany`. If the
 * city is named as a region, the town may be anywhere in the country, otherwise it is in the stated region.
 */
export function namesOtherTown({ place, reading, distance }: Candidate, names: CityNames): boolean {
  const { places } = names;
  const parts = segmentsOf(reading.rest);
  const before = distance === null ? parts : parts.slice(0, parts.length - 1 - distance);
  const isMeant = (other: PlaceId) =>
    places.country(other) === places.country(place) &&
    places.population(other) >= KNOWN_TOWN &&
    (distance === null || isIn(other, reading, places));
  return before.some((part) => {
    const towns = isName(part) ? names.called(phrase(part)).filter(isMeant) : [];
    return towns.length > 0 && !towns.some((town) => isNear(town, place, places));
  });
}

/** A place with so many times the people of an American town of its name is meant, whatever the code behind it is. */
const TENFOLD = 10;

/**
 * Returns whether a code was read as another region or country than the American state, in which the name is unknown
 * though another state has a town of that name: `Salem, TN` is perhaps not in Tamil Nadu. The code of a country counts for
 * a city that is larger than the American ones: `Berlin, DE`.
 */
export function isCodeOfState(
  { place, reading, name, distance }: Candidate,
  readings: readonly Reading[],
  names: CityNames,
): boolean {
  const { places } = names;
  const isState = ({ hint, named, region }: Reading) =>
    region?.country === 'US' && named.includes(reading.named[0] ?? hint);
  if (reading.named[0]?.length !== 2 || isState(reading) || !readings.some(isState)) return false;
  // Unknown Village, MO is not Macau.
  if (distance === null) return true;
  const least = places.population(place) / (reading.region === null ? 1 : TENFOLD);
  return names
    .called(name)
    .some((town) => places.country(town) === 'US' && places.population(town) >= Math.max(least, KNOWN_TOWN));
}

/** Returns whether a part names towns that are all far from a postcode: `Houston, CA 90210`. */
export function namesTownsFarFrom(
  point: Parameters<typeof isSamePlace>[0],
  { rest }: Reading,
  names: CityNames,
): boolean {
  return segmentsOf(rest).some((part) => {
    const towns = isName(part) ? names.called(phrase(part)) : [];
    const isTown = towns.some((town) => names.places.population(town) >= KNOWN_TOWN);
    return isTown && !towns.some((town) => isSamePlace(point, names.places.coordinates(town)));
  });
}

/** Returns whether unknown words follow the city, which may be its region: `Newport, Isle of Wonders, UK`. */
export function hasUnknownRegion({ reading, distance }: Candidate, names: CityNames): boolean {
  if (distance === null) return false;
  const parts = segmentsOf(reading.rest);
  return parts.slice(parts.length - distance).some((part) => isUnknown(withoutNumbers(part), names));
}

/**
 * Returns whether words in brackets tell the city from another one of its country: unknown ones, as in `Halle
 * (Westfalen)`, or the name of a town far from it, as in `Essen (Oldenburg)`.
 */
function hasUnknownAside(
  { name, place, to }: Candidate,
  segment: readonly Word[],
  names: CityNames,
): boolean {
  const { places } = names;
  const aside = segment.slice(to).filter(({ isAside }) => isAside);
  if (!isName(aside) || isNearby(aside, place, names)) return false;
  if (places.population(place) >= KNOWN_TO_ALL && !names.isTown(phrase(aside), places.country(place)))
    return false;
  return names
    .called(name)
    .some((other) => places.country(other) === places.country(place) && !isNear(other, place, places));
}

/** Returns whether a segment of the reading is unknown: not a place and not a street. Ignores numbers. */
export function hasUnknown(reading: Reading, names: CityNames): boolean {
  return segmentsOf(reading.rest).some((part) => isUnknown(withoutNumbers(part), names));
}

function withoutNumbers(part: readonly Word[]): Word[] {
  return part.filter(({ isNumber }) => !isNumber);
}

function isUnknown(part: readonly Word[], names: CityNames): boolean {
  const isPlain = part.filter(({ isAside }) => !isAside);
  return isName(part) && [part, isPlain].every((words) => names.called(phrase(words)).length === 0);
}

/** Returns whether words could name a place: they have no street word and no number. */
export function isName(part: readonly Word[]): boolean {
  if (part.some(({ text, isNumber }, index) => isNumber || isStreet(text, part[index - 1]))) return false;
  return part.some(({ text }) => !isFillWord(text));
}
