import type { GeocodeMatch } from '@vitrine/core';
import { distanceMiles } from '@vitrine/core/storage';
import type { Gazetteer } from '../gazetteer/gazetteer.ts';
import { foldName } from '../gazetteer/place-names.ts';
import type { PlaceId, Places } from '../gazetteer/places.ts';
import { isSamePlace } from '../same-place.ts';
import { phrase, readWords, segmentsOf, type Word, writtenAs } from './address-words.ts';
import { type Candidate, findCandidates, SAME_SIZE } from './candidates.ts';
import { cityConfidence, postcodeConfidence } from './confidence.ts';
import type { Countries } from './countries.ts';
import { doubtOf, hasUnknown } from './doubts.ts';
import { type Reading, readHints } from './hints.ts';
import { findCanadian, findZip, type PostcodeInAddress, provinceOf } from './postcode-words.ts';
import { regionLabel } from './region-names.ts';
import { findMisspelt } from './typos.ts';

/** A town and a postcode that are further apart contradict each other. */
const CONTRADICTION_MILES = 100;

/**
 * Returns the place of an address: the centre of its postcode in the United States and Canada, otherwise the centre of
 * its city. Returns null if it names no city. A country or region alone is not enough, because its centre may be far
 * away.
 *
 * The match is `ambiguous` if
 * - another place with that name, 30 miles away or more, fits as well and has at least a tenth of the people,
 * - the postcode contradicts the city (then the city is returned) or the region,
 * - only the country confirms the postcode, or
 * - other words leave a doubt (`doubtOf`).
 */
export function locate(address: string, gazetteer: Gazetteer, countries: Countries): GeocodeMatch | null {
  const words = readWords(address);
  if (words.length === 0) return null;
  const { places } = gazetteer;
  const readings = readHints(words, places, countries);
  const found = readings.flatMap((reading) => findCandidates(reading, places));
  const candidates = found.filter((each) => doubtOf(each, places) !== 'no match');
  if (!candidates.some(({ isWhole }) => isWhole)) {
    // A name that is spelt correctly is meant rather than an earlier one that is not.
    const nearest = Math.min(...candidates.map(({ distance }) => distance ?? 0));
    const misspelt = readings.flatMap((reading) => findMisspelt(reading, places));
    candidates.push(...misspelt.filter(({ distance }) => (distance ?? 0) < nearest));
  }
  const best = candidates.reduce<Candidate | null>(
    (leader, each) => (leader === null || each.score > leader.score ? each : leader),
    null,
  );

  const postcode = findPostcode(words, best === null ? readings : [best.reading], gazetteer);
  if (postcode !== null && (best === null || fits(postcode, best, gazetteer))) {
    const { lat, lng, code } = postcode;
    const ambiguous = best === null && readings.every((reading) => isUnconfirmed(postcode, reading, places));
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
    postcode !== null ||
    doubtOf(best, places) === 'ambiguous' ||
    candidates.some((other) => rivals(other, best));
  return {
    ...places.coordinates(best.place),
    precision: 'city',
    label: placeLabel(best.place),
    ambiguous,
    confidence: cityConfidence(best, places, ambiguous),
    matched: inOrder(address, partsOf(best)),
  };

  /** Returns the parts of the address that name the city, the region and the country, as they are written. */
  function partsOf(read: Candidate | Reading | null): string[] {
    if (read === null) return [];
    const { reading, city } =
      'reading' in read ? { reading: read.reading, city: cityWords(read) } : { reading: read, city: '' };
    return [city, ...reading.named].filter((part) => part !== '').map((part) => writtenAs(address, part));
  }

  function rivals(other: Candidate, leader: Candidate): boolean {
    return (
      other.name === leader.name &&
      other.score >= leader.score - SAME_SIZE &&
      !isSamePlace(places.coordinates(other.place), places.coordinates(leader.place))
    );
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

/** Returns the postcode of an address that also names its country or its town. A full Canadian code needs neither. */
function findPostcode(
  words: readonly Word[],
  readings: readonly Reading[],
  { places, postcodes }: Gazetteer,
): PostcodeInAddress | null {
  const named = (country: string) => readings.some((reading) => reading.country === country);
  if (named('CA') || readings.every(({ country }) => country === null)) {
    const canadian = findCanadian(words, postcodes, named('CA'));
    if (canadian !== null) return canadian;
  }
  const zip = findZip(words, postcodes);
  if (zip === null || zip.place === null) return null;
  const town = zip.place;
  const isMeant = readings.some(({ country }) =>
    country === null
      ? ` ${phrase(words)} `.includes(` ${foldName(places.name(town))} `)
      : country === 'US' || country === places.country(town),
  );
  return isMeant ? zip : null;
}

/** Returns whether a postcode may belong to the city. Without a country it does, because the address names its town. */
function fits(postcode: PostcodeInAddress, { place, reading }: Candidate, { places }: Gazetteer): boolean {
  return (
    reading.country === null || distanceMiles(postcode, places.coordinates(place)) <= CONTRADICTION_MILES
  );
}

/**
 * Returns whether a postcode without its town is outside the stated region, or next to unknown words if there is none.
 */
function isUnconfirmed({ place, code }: PostcodeInAddress, reading: Reading, places: Places): boolean {
  if (reading.region === null) return hasUnknown(reading, places);
  const region = place === null ? provinceOf(code) : places.regions.code(places.region(place));
  return region !== reading.region.code;
}
