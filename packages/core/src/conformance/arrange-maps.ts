import type { LocationRow, NewLocation } from '../storage/locations.ts';
import type { MapRef, MapRow, NewMap } from '../storage/maps.ts';
import type { Storage } from '../storage/storage.ts';
import { NOW, present } from './arrange.ts';

let lastId = 0;

export function newMap(change: Partial<NewMap> = {}): NewMap {
  return {
    accountId: `account ${++lastId}`,
    name: 'A map',
    searchRadius: 50,
    maxResults: 10,
    createdAt: NOW,
    updatedAt: NOW,
    ...change,
  };
}

/** A location at 0°, 0°, unless the change says otherwise. */
export function newLocation(change: Partial<NewLocation> = {}): NewLocation {
  return {
    id: `01900000-0000-7000-9000-${(++lastId).toString(16).padStart(12, '0')}`,
    uniqueId: null,
    name: null,
    address: null,
    lat: 0,
    lng: 0,
    createdAt: NOW,
    updatedAt: NOW,
    ...change,
  };
}

/** A location that waits for its address to be looked up. */
export function addressed(address: string, change: Partial<NewLocation> = {}): NewLocation {
  return newLocation({ address, lat: null, lng: null, ...change });
}

/** A map of a new account. */
export function arrangeMap(storage: Storage): Promise<MapRow> {
  return storage.maps.insert(newMap());
}

/** Inserts the locations, which no rule keeps out. */
export async function arrangeLocations(
  storage: Storage,
  map: MapRef,
  locations: readonly NewLocation[],
): Promise<LocationRow[]> {
  const rows: LocationRow[] = [];
  for (const location of locations) {
    rows.push(present<LocationRow>(requireKept(await storage.locations.insert(map, location))));
  }
  return rows;
}

function requireKept(row: LocationRow | 'taken' | null): LocationRow | null {
  if (row === 'taken') throw new Error('a uniqueId that nobody has is taken');
  return row;
}

/** Newest first. */
export async function listLocations(
  storage: Storage,
  map: MapRef,
  query: { uniqueId?: string; addressContains?: string } = {},
): Promise<LocationRow[]> {
  const { uniqueId = null, addressContains = null } = query;
  return (await storage.locations.list(map, { uniqueId, addressContains, before: null, limit: 1000 })).rows;
}
