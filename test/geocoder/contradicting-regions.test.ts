import { distanceMiles } from '@vitrine/core/adapter';
import { expect, test } from 'vitest';
import { locate } from '../../packages/geocoder/src/address/locate.ts';
import { Countries } from '../../packages/geocoder/src/address/names/countries.ts';
import { loadGazetteer } from '../../packages/geocoder/src/gazetteer/gazetteer.ts';
import { readOtherNames } from '../../packages/geocoder/src/gazetteer/other-names.ts';
import { foldName } from '../../packages/geocoder/src/gazetteer/place-names.ts';
import type { PlaceId } from '../../packages/geocoder/src/gazetteer/places.ts';
import { verifies } from '../requirements.ts';
import { seeded } from '../seeded.ts';
import { readRegionNames } from './bulk-addresses.ts';

const COUNTRIES = 'US CA AU DE FR IT ES GB BR MX IN JP AT CH NL BE AR TR PL'.split(' ');
const ADDRESSES = 600;
const TOWN = 5_000;
/** The centre of a postcode is that of no town. */
const NEAR_MILES = 30;

test(
  'a town with a region that it is not in is located in that region or not at all',
  verifies('geocode.hints'),
  async () => {
    const gazetteer = await loadGazetteer();
    const others = await readOtherNames();
    const regionNames = await readRegionNames();
    const { places } = gazetteer;
    const { regions } = places;
    const countries = new Countries(regions.countries());
    const random = seeded(33);
    const pick = <Item>(items: readonly Item[]) => items[Math.floor(random() * items.length)];
    const towns = Map.groupBy(
      Array.from({ length: places.count }, (_, place) => place).filter(
        (place) => places.population(place) >= TOWN,
      ),
      (place) => places.country(place),
    );
    const isIn = (place: PlaceId, country: string, region: string) =>
      places.country(place) === country && regions.code(places.region(place)) === region;
    const english = new Intl.DisplayNames('en', { type: 'region' });
    const wrong: string[] = [];
    let tried = 0;
    while (tried < ADDRESSES) {
      const country = pick(COUNTRIES) ?? '';
      const town = pick(towns.get(country) ?? []) ?? 0;
      const [key = '', region = ''] =
        pick([...regionNames].filter(([each]) => each.startsWith(`${country}/`))) ?? [];
      const code = key.slice(country.length + 1);
      const name = places.name(town);
      const isContradiction = !places.named(foldName(name)).some((place) => isIn(place, country, code));
      if (!isContradiction || countries.named(region) !== null) continue;
      const address =
        pick([
          `${name}, ${region}`,
          `${name}, ${region}, ${english.of(country)}`,
          `12 Main Street, ${name}, ${region}, ${english.of(country)}`,
          ...(country === 'US' ? [`${name}, ${code}`, `${name}, ${code}, USA`] : []),
        ]) ?? '';
      tried++;
      const match = locate(address, gazetteer, countries, others);
      if (match === null || match.ambiguous) continue;
      const isInside = (towns.get(country) ?? []).some(
        (place) =>
          isIn(place, country, code) && distanceMiles(match, places.coordinates(place)) <= NEAR_MILES,
      );
      if (!isInside) wrong.push(`${address}: ${match.label}`);
    }
    expect(wrong).toEqual([]);
  },
);
