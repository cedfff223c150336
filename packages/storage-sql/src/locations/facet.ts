import type { Caller, CallOptions } from '@vitrine/core';
import type { LocationRow, LocationStorage, MapRef } from '@vitrine/core/storage';
import type { SqlDriver } from '../driver.ts';
import { mapRefOf } from '../maps/facet.ts';
import { runWrite } from '../run-write.ts';

export function sqlLocations(driver: SqlDriver): LocationStorage {
  return {
    insert: (map, { id, uniqueId, name, address, lat, lng, fields, createdAt, updatedAt }, options) =>
      runWrite(
        driver,
        'insertLocation',
        {
          mapRef: mapRefOf(map),
          location: { id, uniqueId, name, address, lat, lng, fields, createdAt, updatedAt },
        },
        callerOf(map),
        options,
      ),
    get: (map, id) => driver.run('getLocation', { mapRef: mapRefOf(map), id }),
    list(map, { uniqueId, addressContains, fields, before, limit }, options) {
      const query = { uniqueId, addressContains, before, limit, ...(fields === undefined ? {} : { fields }) };
      return driver.run('listLocations', { mapRef: mapRefOf(map), query }, callerOf(map, options));
    },
    near: (map, surroundings, options) =>
      driver.run('findNearLocations', { mapRef: mapRefOf(map), surroundings }, callerOf(map, options)),
    update: (map, id, change, now) =>
      driver.run('updateLocation', { mapRef: mapRefOf(map), id, change: { ...change }, now }, callerOf(map)),
    delete: (map, id) => driver.run('deleteLocation', { mapRef: mapRefOf(map), id }, callerOf(map)),
    counts: (map, options) => driver.run('countLocations', { mapRef: mapRefOf(map) }, callerOf(map, options)),
    walk: (map, after, limit) => driver.run('walkLocations', { mapRef: mapRefOf(map), after, limit }),
    async restore(map, locations: readonly LocationRow[], now) {
      if (locations.length === 0) return 0;
      return driver.run('restoreLocations', { mapRef: mapRefOf(map), locations, now });
    },
    purge: (map, limit) => driver.run('purgeLocations', { mapRef: mapRefOf(map), limit }),
  };
}

function callerOf({ accountId }: MapRef, options: CallOptions = {}): Caller {
  return { account: accountId, signal: options.signal };
}
