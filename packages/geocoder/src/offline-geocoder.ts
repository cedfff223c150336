import type { Geocoder } from '@vitrine/core';
import { Countries } from './address/countries.ts';
import { locate } from './address/locate.ts';
import { type Gazetteer, loadGazetteer } from './gazetteer/gazetteer.ts';

/**
 * Finds the centre of the postcode (United States, Canada) or of the city that an address names, from data packaged with
 * npm; nothing leaves the process. `docs/geocoding.md` says how precise that is and how an address is read.
 *
 * The data is loaded with the first address, in steps, and stays: some 30 MB. An address then takes less than a
 * millisecond, whatever stands in it. A failed load is tried again with the next address.
 */
export function offlineGeocoder(): Geocoder {
  let loading: Promise<{ gazetteer: Gazetteer; countries: Countries }> | null = null;
  async function load() {
    const gazetteer = await loadGazetteer();
    return { gazetteer, countries: new Countries(gazetteer.places.regions.countries()) };
  }
  return {
    name: 'offline',
    callsPerSecond: null,
    async geocode(address, { signal }) {
      loading ??= load().catch((error: unknown) => {
        loading = null;
        throw error;
      });
      const { gazetteer, countries } = await loading;
      signal.throwIfAborted();
      return locate(address, gazetteer, countries);
    },
  };
}
