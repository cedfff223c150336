import type { GeocodeMatch } from '@vitrine/core';
import { distanceMiles } from '@vitrine/core/server';
import type { Gazetteer } from '../gazetteer/gazetteer.ts';
import type { OtherNames } from '../gazetteer/other-names.ts';
import type { PlaceId } from '../gazetteer/places.ts';
import { isSamePlace } from '../same-place.ts';
import { type Candidate, findCandidates, findElsewhere, SAME_SIZE } from './candidates/candidates.ts';
import { cityConfidence, postcodeConfidence } from './candidates/confidence.ts';
import {
  doubtOf,
  hasUnknownRegion,
  isCodeOfState,
  namesOtherTown,
  namesRegionElsewhere,
  namesTownsFarFrom,
} from './candidates/doubts.ts';
import { CONTRADICTION_MILES, finest, isRegionMeant, postcodePoint, weigh } from './candidates/evidence.ts';
import {
  findPostcode,
  fits,
  isOutsidePostcode,
  isUnconfirmed,
  withConfirmed,
} from './candidates/postcodes.ts';
import { findMisspelt } from './candidates/typos.ts';
import { CityNames, isOfRegion, KNOWN_CITY } from './names/city-names.ts';
import type { Countries } from './names/countries.ts';
import { regionLabel } from './names/region-names.ts';
import { readHints, readLastResorts } from './readings/hints.ts';
import { readPostcodeForm } from './readings/postcode-hints.ts';
import type { PostcodeInAddress } from './readings/postcode-words.ts';
import type { Reading } from './readings/reading.ts';
import { phrase, readWords, segmentsOf, writtenAs } from './words/address-words.ts';
import { arrangeEastAsian } from './words/east-asian.ts';

/** The centre of a postcode that is further from a town is that of the country around it. */
const WIDE_POSTCODE_MILES = 15;

/**
 * Returns the place of an address: the centre of its postcode in the United States and Canada, otherwise the centre of
 * its city. Returns null if it names no city. A country or region alone is not enough, because its centre may be far
 * away. Without `others`, the names in other scripts and languages, fewer cities are found,
 * and none that is misspelt.
 *
 * The match is `ambiguous` if
 * - another place with that name, 30 miles away or more, fits as well, and has at least a tenth of the people or the
 *   place is no large city,
 * - the postcode contradicts the city (then the city is returned) or the region,
 * - only the country confirms the postcode,
 * - its name is that of the stated region (`isRegionMeant`), or another part names another city (`weigh`), or
 * - other words leave a doubt (`doubtOf`).
 */
export function locate(
  address: string,
  gazetteer: Gazetteer,
  countries: Countries,
  others: OtherNames | null = null,
): GeocodeMatch | null {
  const { places } = gazetteer;
  const names = new CityNames(places, others);
  const isName = (folded: string) =>
    countries.named(folded) !== null ||
    places.regions.named(folded).length > 0 ||
    names.called(folded).length > 0;
  const words = readWords(arrangeEastAsian(address, isName));
  if (words.length === 0) return null;
  const hints = withConfirmed(readHints(words, names, countries), words, gazetteer);
  const points = new Map<string, ReturnType<typeof postcodePoint>>();
  const pointOf = ({ place, reading }: Candidate) => {
    const country = places.country(place);
    const key = [reading.country, country, ...reading.named].join('/');
    const known = points.get(key);
    if (known !== undefined) return known;
    const found = postcodePoint(words, { stated: reading.country, country, named: reading.named }, gazetteer);
    points.set(key, found);
    return found;
  };
  const hinted = findAll(hints);
  const readings = hinted.length > 0 ? hints : [...hints, ...readLastResorts(words)];
  const candidates = hinted.length > 0 ? hinted : findAll(readings);
  const likeliest = candidates.reduce<Candidate | null>(
    (leader, each) => (leader === null || each.score > leader.score ? each : leader),
    null,
  );

  const isTown = likeliest !== null && !isRegionMeant(likeliest, readings, places);
  const inRegion = isTown ? null : findPostcode(words, readings, gazetteer);
  // A postcode in the stated region says more than a city with the region's name.
  const best =
    inRegion !== null &&
    readings.some((each) => each.region !== null && !isUnconfirmed(inRegion, each, names))
      ? null
      : likeliest;
  const postcode = findPostcode(words, best === null ? readings : [best.reading], gazetteer);
  if (postcode !== null && (best === null || isMeant(postcode, best))) {
    const { lat, lng, code } = postcode;
    const isDoubtful = (reading: Reading) =>
      isUnconfirmed(postcode, reading, names) || namesTownsFarFrom(postcode, reading, names);
    const ambiguous = best === null && readings.every(isDoubtful);
    return {
      lat,
      lng,
      precision: 'postcode',
      label: postcodeLabel(code),
      ambiguous,
      confidence: postcodeConfidence({ ambiguous, hasCity: best !== null }),
      matched: inOrder(address, [
        ...postcodeParts(postcode, address),
        ...partsOf(best ?? readings[0] ?? null),
      ]),
    };
  }
  if (best === null) return null;
  const ambiguous =
    (postcode !== null && !best.isConfirmed) ||
    best.isDoubted ||
    isFarFromPostcode(best) ||
    isRegionMeant(best, readings, places) ||
    (!best.isConfirmed && doubtOf(best, names) === 'ambiguous') ||
    (!best.isConfirmed && namesOtherTown(best, names)) ||
    namesRegionElsewhere(best, names) ||
    isPartOfOther(best) ||
    isCodeOfState(best, readings, names) ||
    isOfOtherPostcode(best) ||
    isOutsidePostcode(best, words, places) ||
    (!best.isConfirmed &&
      isOfRegion(best.name) &&
      !candidates.some(({ place, name }) => place === best.place && !isOfRegion(name))) ||
    candidates.some((other) => rivals(other, best));
  return {
    ...places.coordinates(best.place),
    precision: 'city',
    label: placeLabel(best.place),
    ambiguous,
    confidence: cityConfidence(best, places, ambiguous),
    matched: inOrder(address, partsOf(best)),
  };

  function findAll(readings: readonly Reading[]): Candidate[] {
    const weighed = (found: readonly Candidate[]) =>
      finest(
        weigh(found, pointOf, names).filter(
          (each) => each.isConfirmed || doubtOf(each, names) !== 'no match',
        ),
      );
    const found = weighed(readings.flatMap((reading) => findCandidates(reading, names)));
    const inside = found.filter((each) => !isRegionMeant(each, readings, places));
    if (inside.some(({ isWhole }) => isWhole)) return found;
    const elsewhere = weighed(readings.flatMap((reading) => findElsewhere(reading, names))).filter(
      (each) => !isRegionMeant(each, readings, places),
    );
    if (elsewhere.length > 0) return elsewhere;
    // A name may be known in another language, so that it is not misspelt.
    if (!names.isComplete) return found;
    // A name that is spelt correctly is meant rather than an earlier one that is not.
    const nearest = Math.min(...inside.map(({ distance }) => distance ?? 0));
    const misspelt = readings.flatMap((reading) => findMisspelt(reading, names));
    return finest([...found, ...misspelt.filter(({ distance }) => (distance ?? 0) < nearest)]);
  }

  /** Returns whether the centre of the postcode is nearer to the address than that of the city. */
  function isMeant(found: PostcodeInAddress, city: Candidate): boolean {
    if (isRegionMeant(city, readings, places) || !fits(found, city, gazetteer)) return false;
    const isWide = distanceMiles(found, places.coordinates(city.place)) > WIDE_POSTCODE_MILES;
    return city.reading.country === null || !isWide || places.population(city.place) >= KNOWN_CITY;
  }

  function isFarFromPostcode(city: Candidate): boolean {
    const point = pointOf(city);
    return point !== null && distanceMiles(point, places.coordinates(city.place)) > CONTRADICTION_MILES;
  }

  /** Returns whether the name is a part of another town's, so that only the postcode is this one's: `60311 Frankfurt (Oder)`. */
  function isPartOfOther({ place, from, to, distance }: Candidate): boolean {
    return candidates.some(
      (other) =>
        other.distance === distance &&
        other.from <= from &&
        other.to >= to &&
        other.to - other.from > to - from &&
        places.country(other.place) === places.country(place) &&
        !isSamePlace(places.coordinates(other.place), places.coordinates(place)),
    );
  }

  /** Returns whether the address has a postcode whose form only another country has: `London, ON SW1A 1AA`. */
  function isOfOtherPostcode({ place }: Candidate): boolean {
    return readPostcodeForm(words).some(
      ({ country }) => !countries.belong(country ?? '', places.country(place)),
    );
  }

  /** Returns the parts of the address that name the city, the region and the country, as they are written. */
  function partsOf(read: Candidate | Reading | null): string[] {
    if (read === null) return [];
    const { reading, city } =
      'reading' in read ? { reading: read.reading, city: cityWords(read) } : { reading: read, city: '' };
    return [city, ...reading.named].filter((part) => part !== '').map((part) => writtenAs(address, part));
  }

  function rivals(other: Candidate, leader: Candidate): boolean {
    if (other.name !== leader.name || (leader.isConfirmed && !other.isConfirmed)) return false;
    if (isSamePlace(places.coordinates(other.place), places.coordinates(leader.place))) return false;
    const isKnown = places.population(leader.place) >= KNOWN_CITY && !hasUnknownRegion(leader, names);
    const isTown = places.population(other.place) >= 1_000;
    const isAlike =
      !isKnown && isTown && other.reading === leader.reading && other.distance === leader.distance;
    return isAlike || other.score >= leader.score - SAME_SIZE;
  }

  function placeLabel(place: PlaceId): string {
    const region = regionLabel(places.country(place), places.regions.code(places.region(place)));
    const parts = [places.name(place), region, countries.englishName(places.country(place))];
    return parts.filter((part) => part !== '').join(', ');
  }

  function postcodeLabel(code: string): string {
    if (code.length === 3) return `${code}, ${countries.englishName('CA')}`;
    const town = gazetteer.postcodes.get(code)?.place ?? null;
    return town === null ? code : `${code} ${placeLabel(town)}`;
  }
}

/** Returns the words that name a city, in the address's spelling without accents. */
function cityWords({ reading, distance, from, to }: Candidate): string {
  if (distance === null) return '';
  return phrase(
    segmentsOf(reading.rest)
      .at(-1 - distance)
      ?.slice(from, to) ?? [],
  );
}

/** Returns parts of an address in its order. Parts in another spelling than the address's come last. */
function inOrder(address: string, parts: readonly string[]): string[] {
  const position = (part: string) => (address.includes(part) ? address.lastIndexOf(part) : address.length);
  return [...new Set(parts)].sort((a, b) => position(a) - position(b));
}

/** Returns the postcode as the address writes it. */
function postcodeParts({ code }: PostcodeInAddress, address: string): string[] {
  const ending = code.length === 3 ? '(?:\\s?\\d[a-z]\\d)?' : '(?:-\\d{4})?';
  return (
    address.match(new RegExp(`(?<![\\p{L}\\p{N}])${code}${ending}(?![\\p{L}\\p{N}])`, 'giu')) ?? []
  ).slice(-1);
}
