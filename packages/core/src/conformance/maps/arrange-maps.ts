import type { LocationRow, NewLocation } from '../../storage/maps/locations.ts';
import type { MapRef, MapRow, NewMap } from '../../storage/maps/maps.ts';
import type { Storage } from '../../storage/storage.ts';
import { NOW, present } from '../fixtures/arrange.ts';

let lastId = 0;

export function newMap(change: Partial<NewMap> = {}): NewMap {
  return {
    accountId: `account ${++lastId}`,
    name: 'A map',
    searchRadius: 50,
    maxResults: 10,
    unit: 'mi',
    fields: [],
    createdAt: NOW,
    updatedAt: NOW,
    ...change,
  };
}

/** Returns a location, by default at 0°, 0°. */
export function newLocation(change: Partial<NewLocation> = {}): NewLocation {
  return {
    id: `01900000-0000-7000-9000-${(++lastId).toString(16).padStart(12, '0')}`,
    uniqueId: null,
    name: null,
    address: null,
    lat: 0,
    lng: 0,
    fields: {},
    createdAt: NOW,
    updatedAt: NOW,
    ...change,
  };
}

/** Returns `count` locations at 0°, 0°. */
export function newLocations(count: number): NewLocation[] {
  return Array.from({ length: count }, () => newLocation());
}

/** Returns a location with an address and without coordinates, which is queued for geocoding. */
export function addressed(address: string, change: Partial<NewLocation> = {}): NewLocation {
  return newLocation({ address, lat: null, lng: null, ...change });
}

/** Inserts a map of a new account. */
export function arrangeMap(storage: Storage): Promise<MapRow> {
  return storage.maps.insert(newMap());
}

/** Inserts the locations. @throws Error if one is rejected. */
export async function arrangeLocations(
  storage: Storage,
  map: MapRef,
  locations: readonly NewLocation[],
): Promise<LocationRow[]> {
  const rows: LocationRow[] = [];
  for (const location of locations) {
    rows.push(present<LocationRow>(requireFree(await storage.locations.insert(map, location))));
  }
  return rows;
}

function requireFree(row: LocationRow | 'taken' | null): LocationRow | null {
  if (row === 'taken') throw new Error('a free uniqueId is taken');
  return row;
}

/** Returns the locations of a map, newest first. */
export async function listLocations(
  storage: Storage,
  map: MapRef,
  query: { uniqueId?: string; addressContains?: string } = {},
): Promise<LocationRow[]> {
  const { uniqueId = null, addressContains = null } = query;
  return (await storage.locations.list(map, { uniqueId, addressContains, before: null, limit: 1000 })).rows;
}
