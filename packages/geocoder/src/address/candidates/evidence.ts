import { distanceMiles } from '@vitrine/core/server';
import type { Gazetteer } from '../../gazetteer/gazetteer.ts';
import type { Places } from '../../gazetteer/places.ts';
import { isNear } from '../../same-place.ts';
import type { CityNames } from '../names/city-names.ts';
import { findBritishTown } from '../readings/british-areas.ts';
import { findPostalTown } from '../readings/postal-towns.ts';
import { findCanadian, findZip } from '../readings/postcode-words.ts';
import { isIn, type Reading } from '../readings/reading.ts';
import { findRegionPart } from '../readings/region-parts.ts';
import { segmentsOf, type Word } from '../words/address-words.ts';
import { type Candidate, isProvince } from './candidates.ts';
import { hasUnknown, isName } from './doubts.ts';

/** A city further than this from its postcode is another one of the same name. */
const POSTCODE_MILES = 45;
/** A city and a postcode that are further apart contradict each other. */
export const CONTRADICTION_MILES = 100;
/** A province is seldom larger. */
const PROVINCE_AT_MOST_MILES = 250;
/** A region with most of its places this near to its capital is little more than the city. */
const REGION_MILES = 30;
const MOST = 0.7;
/** Score of a postcode that is near. */
const POSTCODE = 3;
/** A smaller place before a city may be the name of a shop. */
const CITY = 15_000;

interface Coordinates {
  readonly lat: number;
  readonly lng: number;
}

/** Where an address is by its postcode or by a part of its region. */
export interface Point extends Coordinates {
  /** Whether it is the middle of an area of some thirty miles. */
  readonly isArea: boolean;
}

/**
 * Returns where an address is by its postcode, or by its British county or French department.
 *
 * @param stated the country that a reading has, or null.
 * @param country that of the place: a postcode of five digits is another one in each country.
 * @param named the words that name regions.
 */
export function postcodePoint(
  words: readonly Word[],
  { stated, country, named }: { stated: string | null; country: string; named: readonly string[] },
  gazetteer: Gazetteer,
): Point | null {
  const exact = exactPoint(words, stated, gazetteer);
  if (exact !== null || stated === 'US' || stated === 'CA') return exact && { ...exact, isArea: false };
  const { places } = gazetteer;
  const area = findPostalTown(words, country, places) ?? findRegionPart(named, country, places);
  return area && { ...area, isArea: true };
}

/** Returns where a postcode is in a country whose postcodes are known. */
function exactPoint(
  words: readonly Word[],
  country: string | null,
  { places, postcodes }: Gazetteer,
): Coordinates | null {
  if (country === 'US') return findZip(words, postcodes);
  if (country === 'CA') return findCanadian(words, postcodes, true);
  return country === 'GB' ? findBritishTown(words, places) : null;
}

/**
 * Returns the candidates with what the postcode and the parts of the address say about them:
 * - A city near the postcode is confirmed.
 * - A city before a near one of its region is confirmed, because a province has the name of its capital: `Marbella,
 *   Málaga, España`.
 * - A city before one of its region that is further away is likelier, but doubted, and so is a village that is not very
 *   near, because it may be the name of a shop. Of two cities that have nothing to do with each other the last is doubted.
 */
export function weigh(
  candidates: readonly Candidate[],
  pointOf: (candidate: Candidate) => Point | null,
  names: CityNames,
): Candidate[] {
  const { places } = names;
  return candidates.map((each) => {
    const point = pointOf(each);
    const beside = weighBeside(each, candidates, places);
    if (point === null || distanceMiles(point, places.coordinates(each.place)) > POSTCODE_MILES)
      return beside;
    if (!point.isArea) return { ...each, score: each.score + POSTCODE, isConfirmed: true };
    // The capital of a province is in the area, too.
    const isConfirmed = each.reading.country !== null || !hasUnknown(each.reading, names);
    return { ...beside, score: beside.score + POSTCODE, isConfirmed };
  });
}

function weighBeside(each: Candidate, candidates: readonly Candidate[], places: Places): Candidate {
  const { place, reading, distance } = each;
  if (!isCityOfItsOwn(each) || distance === null) return each;
  const beside = (step: number) =>
    candidates.filter(
      (other) => other.reading === reading && isCityOfItsOwn(other) && other.distance === distance + step,
    );
  const cities = beside(-1).filter((city) => city.place !== place);
  const best = Math.max(...cities.map(({ score }) => score));
  const isProvinceOf = ({ place: city }: Candidate) =>
    isProvince(city, place, places) && (isNear(city, place, places) || places.population(place) >= CITY);
  if (cities.some(isProvinceOf))
    return { ...each, score: Math.max(each.score, best + 0.2), isConfirmed: true };
  const isFar = (city: Candidate) =>
    places.region(city.place) === places.region(place) &&
    isNear(city.place, place, places, PROVINCE_AT_MOST_MILES);
  if (reading.country !== null && reading.region === null && cities.some(isFar))
    return { ...each, score: Math.max(each.score, best + 0.1), isDoubted: true };
  const isOtherCity = ({ place: other }: Candidate) =>
    places.population(other) >= CITY && !isNear(other, place, places);
  const earlier = beside(1);
  const isOther = earlier.length > 0 && earlier.every(({ place: other }) => !isNear(other, place, places));
  return isOther && earlier.some(isOtherCity) ? { ...each, isDoubted: true } : each;
}

/** Returns whether the name of a candidate is a part of the address without street and house number. */
function isCityOfItsOwn({ isWhole, isMisspelt, distance }: Candidate): boolean {
  return isWhole && !isMisspelt && distance !== null;
}

/** Returns the candidates without those of coarser readings, if a finer one finds a city. */
export function finest(candidates: readonly Candidate[]): Candidate[] {
  const refined = new Set<Reading>();
  for (const { distance, reading } of candidates) {
    if (distance === null) continue;
    for (let coarser = reading.refines; coarser !== null; coarser = coarser.refines) refined.add(coarser);
  }
  return candidates.filter(({ reading }) => !refined.has(reading));
}

/**
 * Returns whether a finer reading takes the name of a place for that of a region, so that a part before it names the
 * city: `Unknown Village, Washington, USA`, `Karuizawa, Nagano, Japan`. A region that is hardly larger than its city
 * may be meant as the city: `Some Shop, Berlin, Germany`. Also if the place is named before the region, and is not in it.
 */
export function isRegionMeant(candidate: Candidate, readings: readonly Reading[], places: Places): boolean {
  const { place, reading } = candidate;
  const finer = readings.filter(({ refines, region }) => refines === reading && region !== null);
  const isOutside =
    finer.every((each) => !isIn(place, each, places)) ||
    finer.some((each) => each.country === places.country(place) && !isIn(place, each, places));
  if (isOutside && finer.some(({ rest }) => isBefore(candidate, rest))) return true;
  return (
    finer.some(({ rest }) => segmentsOf(rest).some(isName)) &&
    (isOutside || places.shareAround(place, REGION_MILES) < MOST)
  );
}

/** Returns whether the words that name a place are among those before a region. */
function isBefore({ reading, distance, to }: Candidate, rest: readonly Word[]): boolean {
  if (distance === null) return false;
  const at = segmentsOf(reading.rest).length - 1 - distance;
  const parts = segmentsOf(rest);
  return at < parts.length - 1 || (at === parts.length - 1 && to <= (parts[at]?.length ?? 0));
}
