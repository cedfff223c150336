import type { Geocoder } from '@vitrine/core';
import { locate } from './address/locate.ts';
import { isForeign } from './address/names/city-names.ts';
import { Countries } from './address/names/countries.ts';
import { type Gazetteer, loadGazetteer } from './gazetteer/gazetteer.ts';
import { type OtherNames, readOtherNames } from './gazetteer/other-names.ts';

/**
 * Creates a geocoder that finds the centre of the postcode (United States, Canada) or of the city that an address
 * names. Its data comes from npm packages, and no address leaves the process. `docs/geocoding.md` describes the
 * precision and how an address is read.
 *
 * Loads the data in steps with the first address and keeps it in memory; names in other scripts and languages only with
 * the first address that needs them. The time for an address is bounded. Loads again with the next address if loading
 * fails.
 */
export function offlineGeocoder(): Geocoder {
  const load = loadOnce(async (): Promise<{ gazetteer: Gazetteer; countries: Countries }> => {
    const gazetteer = await loadGazetteer();
    return { gazetteer, countries: await Countries.load(gazetteer.places.regions.countries()) };
  });
  const loadOthers = loadOnce<OtherNames>(readOtherNames);
  return {
    name: 'offline',
    callsPerSecond: null,
    async geocode(address, { signal }) {
      const { gazetteer, countries } = await load();
      signal.throwIfAborted();
      const match = isForeign(address) ? null : locate(address, gazetteer, countries);
      if (match !== null && !match.ambiguous) return match;
      const others = await loadOthers();
      signal.throwIfAborted();
      return locate(address, gazetteer, countries, others) ?? match;
    },
  };
}

/** Returns a function that loads once, and again if that failed. */
function loadOnce<Loaded>(load: () => Promise<Loaded>): () => Promise<Loaded> {
  let loading: Promise<Loaded> | null = null;
  return () => {
    loading ??= load().catch((error: unknown) => {
      loading = null;
      throw error;
    });
    return loading;
  };
}
