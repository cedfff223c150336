import type { MapRef, MapStorage } from '@vitrine/core/storage';
import type { SqlDriver } from '../driver.ts';
import { runWrite } from '../run-write.ts';

export function sqlMaps(driver: SqlDriver): MapStorage {
  return {
    insert: (map, options) =>
      runWrite(driver, 'insertMap', { map: { ...map } }, { account: map.accountId }, options),
    restore: (map) => driver.run('restoreMap', { map: { ...map } }),
    listDeleted: (after, limit) =>
      driver.run('listDeletedMaps', { after: after === null ? null : mapRefOf(after), limit }),
    get: (mapRef) => driver.run('getMap', { mapRef: mapRefOf(mapRef) }),
    list: (accountId, { before, limit }) => driver.run('listMaps', { accountId, before, limit }),
    update: (mapRef, change, now) =>
      driver.run(
        'updateMap',
        { mapRef: mapRefOf(mapRef), change: { ...change }, now },
        { account: mapRef.accountId },
      ),
    markDeleted: (mapRef, now, enqueue) =>
      driver.run('markMapDeleted', { mapRef: mapRefOf(mapRef), now, enqueue }, { account: mapRef.accountId }),
    async removeDeleted(mapRef) {
      await driver.run('removeDeletedMap', { mapRef: mapRefOf(mapRef) });
    },
  };
}

/** Returns the reference of a row, because callers may pass whole rows. Only the reference crosses to the writer. */
export function mapRefOf({ id, accountId }: MapRef): MapRef {
  return { id, accountId };
}
