import { readPackedLines } from '../packed-text.ts';
import { Places } from './places.ts';
import { Postcodes } from './postcodes.ts';
import { readCities } from './read-cities.ts';
import { readPostcodes } from './read-postcodes.ts';

export interface Gazetteer {
  readonly places: Places;
  readonly postcodes: Postcodes;
}

/**
 * Reads the packaged data in steps, and yields to the event loop between them.
 *
 * @throws if the data packages are missing, or hold far too few rows because the format of their files has changed.
 */
export async function loadGazetteer(): Promise<Gazetteer> {
  const places = new Places();
  const postcodes = new Postcodes();
  await readCities(places);
  await readPostcodes(postcodes, places);
  for (const line of await readPackedLines('regions.br')) {
    const [country = '', code = '', ...names] = line.split('|');
    places.regions.addNames(country, code, names);
  }
  if (places.count < 100_000 || postcodes.count < 40_000) {
    throw new Error(
      `The data of the offline geocoder cannot be read: ${places.count} places and ${postcodes.count} postcodes.`,
    );
  }
  return { places, postcodes };
}
