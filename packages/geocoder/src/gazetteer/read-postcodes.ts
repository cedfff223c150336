import { distanceMiles } from '@vitrine/core/server';
import { openDataFile } from './data-files.ts';
import { foldName } from './place-names.ts';
import type { PlaceId, Places } from './places.ts';
import type { Postcodes } from './postcodes.ts';

const ROW =
  /\{"zip":"(\w+)","latitude":(-?[\d.]+),"longitude":(-?[\d.]+),"city":"([^"]*)","state":"([^"]*)","country":"([^"]*)"\}/g;

/** Post offices of the armed forces, which move. */
const MILITARY = new Set(['AA', 'AE', 'AP']);

/** Two places of one state with the same name are different towns if they are further apart than this. */
const ANOTHER_TOWN_MILES = 100;

/** Islands that are states in the postal data and countries in the data of cities. */
const OWN_COUNTRY = new Set(['PR', 'VI', 'GU', 'AS', 'MP', 'PW', 'FM', 'MH']);

/**
 * Adds the postcodes of the package `zipcodes`. Streams its files, because the module of the package would build an
 * object for each code. Adds towns that `places` lacks as places without a population, so read the cities first.
 *
 * @throws if a file is missing.
 */
export async function readPostcodes(postcodes: Postcodes, places: Places): Promise<void> {
  const findTown = townFinder(places);
  for (const file of ['codes.js', 'codesCanada.js'] as const) {
    let text = '';
    for await (const chunk of openDataFile(file).setEncoding('latin1')) {
      text += chunk;
      text = text.slice(readRows(text, postcodes, findTown));
    }
  }
}

/** Reads the complete rows of a part of the file. Returns the index of the first incomplete row. */
function readRows(text: string, postcodes: Postcodes, findTown: (town: Town) => PlaceId): number {
  let end = 0;
  for (const match of text.matchAll(ROW)) {
    const [row, code = '', lat, lng, city = '', state = '', country] = match;
    const coordinates = { lat: Number(lat), lng: Number(lng) };
    end = match.index + row.length;
    // The code of Santa Claus is at the North Pole.
    if (coordinates.lat === 90 || MILITARY.has(state)) continue;
    if (country !== 'US') postcodes.add(code, { ...coordinates, place: null });
    else {
      const town = { name: city, ...americanRegion(state), ...coordinates };
      // One code of New York lacks its minus sign and would be in Kyrgyzstan. Wake Island really is at 167° east.
      if (town.country === 'US' && town.lng > 0 && town.lng < 160) continue;
      postcodes.add(code, { ...coordinates, place: findTown(town) });
    }
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

/**
 * Returns a function that finds or adds a town. Caches the towns of one state only, because rows are sorted by state.
 */
function townFinder(places: Places): (town: Town) => PlaceId {
  let region = -1;
  let found = new Map<string, PlaceId[]>();
  return (town) => {
    const itsRegion = places.regions.intern(town.country, town.region);
    if (itsRegion !== region) {
      region = itsRegion;
      found = new Map();
    }
    let known = found.get(town.name);
    if (known === undefined) {
      known = places
        .named(foldName(town.name))
        .filter((id) =>
          town.region === '' ? places.country(id) === town.country : places.region(id) === region,
        );
      found.set(town.name, known);
    }
    const near = known.find((id) => distanceMiles(places.coordinates(id), town) < ANOTHER_TOWN_MILES);
    if (near !== undefined) return near;
    const added = places.add({ ...town, population: 0, district: false });
    known.push(added);
    return added;
  };
}
