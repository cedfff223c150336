import { type GeocodeMatch, type Geocoder, GeocoderBusyError } from '@vitrine/core';

/** A geocoder whose result is written in the address, and which records its calls. */
export interface FakeGeocoder extends Geocoder {
  readonly calls: readonly string[];
  /** Delays every result until `release` is called. */
  hold(): { release(): void };
}

/**
 * Returns these coordinates for `Here 48.2 16.37`, and for `Both …` an ambiguous match. Returns no match for `Nowhere
 * …`, throws for `Broken …`, and asks for a retry in 60 seconds at the first call with `Busy 60 …`.
 */
export function fakeGeocoder(): FakeGeocoder {
  const calls: string[] = [];
  let gate: Promise<void> = Promise.resolve();
  return {
    name: 'fake',
    callsPerSecond: null,
    calls,
    hold() {
      const { promise, resolve } = Promise.withResolvers<void>();
      gate = promise;
      return { release: resolve };
    },
    async geocode(address) {
      calls.push(address);
      await gate;
      const [kind = '', first = '', second = ''] = address.split(' ');
      const isFirst = calls.filter((call) => call === address).length === 1;
      if (kind === 'Busy' && isFirst) throw new GeocoderBusyError('busy', Number(first) * 1_000);
      if (kind === 'Broken') throw new Error('broken');
      if (kind === 'Nowhere') return null;
      const match: GeocodeMatch = {
        lat: kind === 'Busy' ? 1 : Number(first),
        lng: kind === 'Busy' ? 1 : Number(second),
        precision: 'street',
        label: address,
        ambiguous: kind === 'Both',
      };
      return match;
    },
  };
}
