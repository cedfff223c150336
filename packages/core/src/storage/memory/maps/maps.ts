import type { NewJob } from '../../../ground/rows.ts';
import type { MapRef, MapRow, MapStorage } from '../../maps/maps.ts';
import type { MemoryAccountNumbers } from '../ground/account-numbers.ts';
import type { UnderKey } from '../ground/idempotency-keys.ts';
import type { MemoryLocations } from './locations.ts';

/** What the maps facet needs of other facets, so that a change and its consequences are one step. */
export interface MapNeighbours {
  readonly numbers: MemoryAccountNumbers;
  readonly locations: Pick<MemoryLocations, 'addMap' | 'closeMap' | 'removeMap'>;
  readonly underKey: UnderKey;
  enqueue(jobs: readonly NewJob[]): void;
}

export function memoryMaps({ numbers, locations, underKey, enqueue }: MapNeighbours): MapStorage {
  const deletedByKey = new Map<string, MapRef>();
  const mapsByAccount = new Map<string, Map<number, MapRow>>();

  function mapsOf(accountId: string): Map<number, MapRow> {
    const maps = mapsByAccount.get(accountId) ?? new Map<number, MapRow>();
    mapsByAccount.set(accountId, maps);
    return maps;
  }

  function get({ accountId, id }: MapRef): MapRow | null {
    return mapsByAccount.get(accountId)?.get(id) ?? null;
  }

  function keep(map: MapRow): MapRow {
    const kept = Object.freeze({ ...map });
    mapsOf(kept.accountId).set(kept.id, kept);
    return kept;
  }

  return {
    async insert(map, options) {
      return underKey(options, () => {
        const id = numbers.reserve(map.accountId, 'maps');
        locations.addMap({ accountId: map.accountId, id });
        return keep({ ...map, id });
      });
    },
    async restore(map) {
      if (numbers.isTaken(map.accountId, 'maps', map.id)) return false;
      numbers.take(map.accountId, 'maps', map.id);
      locations.addMap(map);
      keep(map);
      return true;
    },
    async get(ref) {
      return get(ref);
    },
    async list(accountId, { before, limit }) {
      const rows = [...mapsOf(accountId).values()]
        .filter((map) => before === null || map.id < before)
        .sort((a, b) => b.id - a.id);
      return { rows: rows.slice(0, limit), more: rows.length > limit };
    },
    async update(ref, change, now) {
      const map = get(ref);
      return map === null ? null : keep({ ...map, ...change, updatedAt: now });
    },
    async markDeleted(ref, _now, jobs) {
      if (!mapsOf(ref.accountId).delete(ref.id)) return false;
      locations.closeMap(ref);
      deletedByKey.set(keyOf(ref), { accountId: ref.accountId, id: ref.id });
      enqueue(jobs);
      return true;
    },
    async removeDeleted(ref) {
      if (get(ref) !== null) return;
      deletedByKey.delete(keyOf(ref));
      locations.removeMap(ref);
    },
    async listDeleted(after, limit) {
      return [...deletedByKey.values()]
        .filter((ref) => after === null || compare(ref, after) > 0)
        .sort(compare)
        .slice(0, limit);
    },
  };
}

function keyOf({ accountId, id }: MapRef): string {
  return JSON.stringify([accountId, id]);
}

function compare(a: MapRef, b: MapRef): number {
  if (a.accountId === b.accountId) return a.id - b.id;
  return a.accountId < b.accountId ? -1 : 1;
}
