import { distanceMiles } from '@vitrine/core/server';
import type { Gazetteer } from '../../gazetteer/gazetteer.ts';
import { foldName } from '../../gazetteer/place-names.ts';
import type { Places } from '../../gazetteer/places.ts';
import type { CityNames } from '../names/city-names.ts';
import { regionLabel } from '../names/region-names.ts';
import { regionsOfPostcode } from '../readings/postal-regions.ts';
import { findCanadian, findZip, type PostcodeInAddress, provinceOf } from '../readings/postcode-words.ts';
import type { Reading } from '../readings/reading.ts';
import { phrase, segmentsOf, type Word } from '../words/address-words.ts';
import type { Candidate } from './candidates.ts';
import { hasUnknown } from './doubts.ts';
import { CONTRADICTION_MILES } from './evidence.ts';

/** Returns the postcode of an address that also names its country or its town. A full Canadian code needs neither. */
export function findPostcode(
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

/**
 * Returns the readings without those of other countries, if a ZIP code is in the American state that a code may mean:
 * `Houston, CA 90210` is not in Canada.
 */
export function withConfirmed(
  readings: readonly Reading[],
  words: readonly Word[],
  { places, postcodes }: Gazetteer,
): readonly Reading[] {
  const town = findZip(words, postcodes)?.place ?? null;
  const isState = ({ region }: Reading) =>
    town !== null &&
    region?.country === places.country(town) &&
    region.code === places.regions.code(places.region(town));
  if (!readings.some(isState)) return readings;
  return readings.filter(({ country }) => country === null || country === 'US');
}

/** Returns whether a postcode may belong to the city. Without a country it does, because the address names its town. */
export function fits(
  postcode: PostcodeInAddress,
  { place, reading }: Candidate,
  { places }: Gazetteer,
): boolean {
  return (
    reading.country === null || distanceMiles(postcode, places.coordinates(place)) <= CONTRADICTION_MILES
  );
}

/**
 * Returns whether a postcode without its town is outside the stated region, or next to unknown words if there is none.
 */
export function isUnconfirmed(
  { place, code }: PostcodeInAddress,
  reading: Reading,
  names: CityNames,
): boolean {
  const { places } = names;
  const isOfCountry =
    place === null ? reading.country === 'CA' : ['US', places.country(place)].includes(reading.country ?? '');
  if (reading.country !== null && !isOfCountry) return true;
  if (reading.region === null) return hasUnknown(reading, names);
  const { country, code: stated } = reading.region;
  const region = place === null ? provinceOf(code) : places.regions.code(places.region(place));
  return region !== (place === null ? regionLabel(country, stated) : stated);
}

/** Returns whether the postcode beside a city is that of other regions of its country: `8001 Bern`, `Sydney NSW 3000`. */
export function isOutsidePostcode(
  { place, reading, distance, from, to }: Candidate,
  words: readonly Word[],
  places: Places,
): boolean {
  const { rest } = reading;
  const [segment = []] = distance === null ? [] : segmentsOf(rest).slice(-1 - distance);
  const last = distance === null ? rest.at(-1) : segment[to - 1];
  const end = last === undefined ? 0 : words.indexOf(last) + 1;
  const town = { from: distance === null ? end : end - (to - from), to: end };
  const regions = regionsOfPostcode(words, town, places.country(place));
  return regions !== null && !regions.includes(places.regions.code(places.region(place)));
}
