import type { MapRef, MapStorage } from '@vitrine/core/storage';
import type { SqlDriver } from '../driver.ts';

export function sqlMaps(driver: SqlDriver): MapStorage {
  return {
    insert: (map) => driver.run('write', 'insertMap', { map: { ...map } }, { account: map.accountId }),
    restore: (map) => driver.run('write', 'restoreMap', { map: { ...map } }),
    listDeleted: (after, limit) =>
      driver.run('read', 'listDeletedMaps', { after: after === null ? null : mapRefOf(after), limit }),
    get: (mapRef) => driver.run('read', 'getMap', { mapRef: mapRefOf(mapRef) }),
    list: (accountId, { before, limit }) => driver.run('read', 'listMaps', { accountId, before, limit }),
    update: (mapRef, change, now) =>
      driver.run(
        'write',
        'updateMap',
        { mapRef: mapRefOf(mapRef), change: { ...change }, now },
        { account: mapRef.accountId },
      ),
    markDeleted: (mapRef, now, enqueue) =>
      driver.run(
        'write',
        'markMapDeleted',
        { mapRef: mapRefOf(mapRef), now, enqueue },
        { account: mapRef.accountId },
      ),
    async removeDeleted(mapRef) {
      await driver.run('write', 'removeDeletedMap', { mapRef: mapRefOf(mapRef) });
    },
  };
}

/** Callers pass whole rows where a reference is due; only the reference crosses to the writer. */
export function mapRefOf({ id, accountId }: MapRef): MapRef {
  return { id, accountId };
}
