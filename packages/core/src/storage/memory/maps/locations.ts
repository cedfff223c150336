import { nearest } from '../../../geo/nearest.ts';
import type { Millis } from '../../../ground/rows.ts';
import { fold } from '../../../query/fold.ts';
import { changeLocation, hasValues, isWaiting, placingOf } from '../../maps/location-change.ts';
import type { LocationRow, LocationStorage, NewLocation } from '../../maps/locations.ts';
import type { MapRef } from '../../maps/maps.ts';
import type { UnderKey } from '../ground/idempotency-keys.ts';
import { takePage } from '../ground/seq-page.ts';

/** A location with its state in the geocoding queue. */
export interface KeptLocation {
  readonly row: LocationRow;
  /** When the location may be claimed: its time to be geocoded, or the end of the lease. Null: never. */
  readonly dueAt: Millis | null;
  readonly tries: number;
  /**
   * Increases with each claim and with each change that ends a claim. A claim is current while its number is the
   * latest.
   */
  readonly claim: number;
}

interface KeptMap {
  readonly locationsById: Map<string, KeptLocation>;
  lastSeq: number;
  deleted: boolean;
}

/** The facet, with synchronous methods for maps and for the geocoding queue. */
export interface MemoryLocations {
  readonly storage: LocationStorage;
  addMap(ref: MapRef): void;
  closeMap(ref: MapRef): void;
  removeMap(ref: MapRef): void;
  /** Returns the locations of maps that are not deleted. */
  all(): Iterable<KeptLocation>;
  find(accountId: string, mapId: number, id: string): KeptLocation | null;
  keep(location: KeptLocation): void;
}

export function memoryLocations(underKey: UnderKey): MemoryLocations {
  const mapsByKey = new Map<string, KeptMap>();

  function open({ accountId, id }: MapRef): KeptMap | null {
    const map = mapsByKey.get(keyOf(accountId, id));
    return map === undefined || map.deleted ? null : map;
  }

  function rowsOf(ref: MapRef): LocationRow[] {
    return [...(open(ref)?.locationsById.values() ?? [])].map(({ row }) => row);
  }

  function isTaken(map: KeptMap, uniqueId: string | null, id: string): boolean {
    if (uniqueId === null) return false;
    return map.locationsById.values().some(({ row }) => row.uniqueId === uniqueId && row.id !== id);
  }

  function keep(location: KeptLocation): LocationRow {
    const row = Object.freeze({ ...location.row });
    mapsByKey.get(keyOf(row.accountId, row.mapId))?.locationsById.set(row.id, { ...location, row });
    return row;
  }

  function insert(ref: MapRef, location: NewLocation): LocationRow | 'taken' | null {
    const map = open(ref);
    if (map === null) return null;
    if (isTaken(map, location.uniqueId, location.id)) return 'taken';
    const placing = placingOf(location);
    const row = { ...location, ...placing, accountId: ref.accountId, mapId: ref.id, seq: ++map.lastSeq };
    return keep({ row, dueAt: isWaiting(placing.status) ? row.createdAt : null, tries: 0, claim: 0 });
  }

  const storage: LocationStorage = {
    async insert(ref, location, options) {
      return underKey(
        options,
        () => insert(ref, location),
        (row) => row !== null && row !== 'taken',
      );
    },
    async get(ref, id) {
      return open(ref)?.locationsById.get(id)?.row ?? null;
    },
    async list(ref, { uniqueId, addressContains, fields, ...page }) {
      const rows = rowsOf(ref).filter(
        (row) =>
          (uniqueId === null || row.uniqueId === uniqueId) &&
          (addressContains === null ||
            (row.address !== null && fold(row.address).includes(addressContains))) &&
          hasValues(row, fields),
      );
      return takePage(rows, page);
    },
    async near(ref, { fields, ...surroundings }) {
      const placed = rowsOf(ref).flatMap((row) =>
        row.lat === null || row.lng === null || !hasValues(row, fields)
          ? []
          : [{ ...row, lat: row.lat, lng: row.lng }],
      );
      const found = nearest(placed, surroundings);
      return { rows: found.slice(0, surroundings.limit), more: found.length > surroundings.limit };
    },
    async update(ref, id, change, now) {
      const map = open(ref);
      const location = map?.locationsById.get(id);
      if (map === null || location === undefined) return null;
      const changed = changeLocation(location.row, change);
      if (changed === null) return 'no_place';
      const { queue, ...members } = changed;
      if (isTaken(map, members.uniqueId, id)) return 'taken';
      const row = { ...location.row, ...members, updatedAt: now };
      if (queue === 'stay') return keep({ ...location, row });
      return keep({ row, dueAt: queue === 'enter' ? now : null, tries: 0, claim: location.claim + 1 });
    },
    async delete(ref, id) {
      return open(ref)?.locationsById.delete(id) ?? false;
    },
    async counts(ref) {
      const statuses = rowsOf(ref).map(({ status }) => status);
      const failed = statuses.filter((status) => status === 'failed').length;
      const queued = statuses.filter(isWaiting).length;
      return { located: statuses.length - failed - queued, queued, failed };
    },
    async walk(ref, after, limit) {
      return rowsOf(ref)
        .filter(({ seq }) => after === null || seq > after)
        .sort((a, b) => a.seq - b.seq)
        .slice(0, limit);
    },
    async restore(ref, locations, now) {
      const map = open(ref);
      if (map === null) return null;
      const missing = locations.filter(({ id }) => !map.locationsById.has(id));
      for (const location of missing) {
        const waits = isWaiting(location.status);
        const status = waits ? 'queued' : location.status;
        const row = { ...location, accountId: ref.accountId, mapId: ref.id, status, seq: ++map.lastSeq };
        keep({ row, dueAt: waits ? now : null, tries: 0, claim: 0 });
      }
      return missing.length;
    },
    async purge(ref, limit) {
      const map = mapsByKey.get(keyOf(ref.accountId, ref.id));
      if (!map?.deleted) return 0;
      const ids = [...map.locationsById.keys()].slice(0, limit);
      for (const id of ids) map.locationsById.delete(id);
      return ids.length;
    },
  };

  return {
    storage,
    addMap({ accountId, id }) {
      mapsByKey.set(keyOf(accountId, id), { locationsById: new Map(), lastSeq: 0, deleted: false });
    },
    closeMap({ accountId, id }) {
      const map = mapsByKey.get(keyOf(accountId, id));
      if (map !== undefined) map.deleted = true;
    },
    removeMap({ accountId, id }) {
      mapsByKey.delete(keyOf(accountId, id));
    },
    all: () =>
      mapsByKey
        .values()
        .filter((map) => !map.deleted)
        .flatMap((map) => map.locationsById.values()),
    find: (accountId, mapId, id) => open({ accountId, id: mapId })?.locationsById.get(id) ?? null,
    keep,
  };
}

function keyOf(accountId: string, mapId: number): string {
  return `${mapId} ${accountId}`;
}
