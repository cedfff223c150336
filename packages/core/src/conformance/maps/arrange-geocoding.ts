import assert from 'node:assert/strict';
import type { GeocodeClaim, GeocodeOutcome } from '../../storage/maps/geocoding.ts';
import type { LocationRow } from '../../storage/maps/locations.ts';
import type { MapRow } from '../../storage/maps/maps.ts';
import type { Storage } from '../../storage/storage.ts';
import { NOW, SECOND } from '../fixtures/arrange.ts';
import { addressed, arrangeLocations, arrangeMap } from './arrange-maps.ts';

export const LEASE_END = NOW + 10 * SECOND;
export const LATER = NOW + SECOND;

export const FOUND = {
  status: 'located',
  lat: 48.2,
  lng: 16.37,
  precision: 'city',
  error: null,
  confidence: 0.75,
  matched: ['Elm', 'Wien'],
} as const satisfies GeocodeOutcome;
export const NOT_FOUND: GeocodeOutcome = { status: 'failed', error: 'no_match' };

/** Inserts a map with a location for each address, and claims all of them. */
export async function arrangeClaims(
  storage: Storage,
  addresses: readonly string[],
): Promise<{ map: MapRow; rows: LocationRow[]; claims: GeocodeClaim[] }> {
  const map = await arrangeMap(storage);
  const rows = await arrangeLocations(
    storage,
    map,
    addresses.map((address) => addressed(address)),
  );
  return { map, rows, claims: await storage.geocoding.claim(addresses.length, NOW, LEASE_END) };
}

/** Inserts a map with one location and claims it. */
export async function arrangeClaim(storage: Storage) {
  const { map, rows, claims } = await arrangeClaims(storage, ['Elm Street']);
  const [row] = rows;
  const [claim] = claims;
  assert(row !== undefined && claim !== undefined);
  return { map, row, claim, read: () => storage.locations.get(map, row.id) };
}

/** Claims one due location, or none. */
export function claimOne(storage: Storage, now: number): Promise<GeocodeClaim | undefined> {
  return storage.geocoding.claim(1, now, now + 10 * SECOND).then(([claim]) => claim);
}
