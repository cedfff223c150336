import { createReadStream } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { foldName } from './place-names.ts';
import type { PlaceId, Places } from './places.ts';
import type { Postcodes } from './postcodes.ts';

const { resolve } = createRequire(import.meta.url);

const ROW =
  /\{"zip":"(\w+)","latitude":(-?[\d.]+),"longitude":(-?[\d.]+),"city":"([^"]*)","state":"([^"]*)","country":"([^"]*)"\}/g;

/** Islands that the postal service counts as states, and the other data as countries. */
const OWN_COUNTRY = new Set(['PR', 'VI', 'GU', 'AS', 'MP', 'PW', 'FM', 'MH']);

/**
 * Adds the codes of the package `zipcodes`, read as a stream: the package's own module would make 86 MB of objects of
 * them. Towns that the places don't know yet become places without a population, so read the cities first.
 *
 * @throws when the files are not there.
 */
export async function readPostcodes(postcodes: Postcodes, places: Places): Promise<void> {
  const folder = dirname(resolve('zipcodes'));
  const findTown = townFinder(places);
  for (const file of ['codes.js', 'codesCanada.js']) {
    let text = '';
    for await (const chunk of createReadStream(join(folder, file), 'latin1')) {
      text += chunk;
      text = text.slice(readRows(text, postcodes, findTown));
    }
  }
}

/** Reads the whole rows of a piece of the file; returns where the first broken one begins. */
function readRows(text: string, postcodes: Postcodes, findTown: (town: Town) => PlaceId): number {
  let end = 0;
  for (const match of text.matchAll(ROW)) {
    const [row, code = '', lat, lng, city = '', state = '', country] = match;
    const coordinates = { lat: Number(lat), lng: Number(lng) };
    end = match.index + row.length;
    // Military post offices have none.
    if (coordinates.lat === 0 && coordinates.lng === 0) continue;
    const town = country === 'US' ? { name: city, ...americanRegion(state), ...coordinates } : null;
    postcodes.add(code, { ...coordinates, place: town && findTown(town) });
  }
  return end;
}

interface Town {
  readonly name: string;
  readonly country: string;
  readonly region: string;
  readonly lat: number;
  readonly lng: number;
}

function americanRegion(state: string): { country: string; region: string } {
  return OWN_COUNTRY.has(state) ? { country: state, region: '' } : { country: 'US', region: state };
}

/** Rows come state by state, so only one state's towns need to be remembered. */
function townFinder(places: Places): (town: Town) => PlaceId {
  let region = -1;
  let found = new Map<string, PlaceId>();
  return (town) => {
    const itsRegion = places.regions.intern(town.country, town.region);
    if (itsRegion !== region) {
      region = itsRegion;
      found = new Map();
    }
    const known = found.get(town.name);
    if (known !== undefined) return known;
    const place =
      places
        .named(foldName(town.name))
        .find((id) =>
          town.region === '' ? places.country(id) === town.country : places.region(id) === region,
        ) ?? places.add({ ...town, population: 0, district: false });
    found.set(town.name, place);
    return place;
  };
}
