import type { Geocoder } from '@vitrine/core';
import { Countries } from './address/countries.ts';
import { locate } from './address/locate.ts';
import { type Gazetteer, loadGazetteer } from './gazetteer/gazetteer.ts';

/**
 * Creates a geocoder that finds the centre of the postcode (United States, Canada) or of the city that an address
 * names. Its data comes from npm packages, and no address leaves the process. `docs/geocoding.md` describes the
 * precision and how an address is read.
 *
 * Loads the data in steps with the first address and keeps it in memory. The time for an address is bounded. Loads
 * again with the next address if loading fails.
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
