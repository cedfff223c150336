import type { Point } from '../geo/distance.ts';
import type { Surroundings } from '../geo/nearest.ts';
import type { GeocodePrecision } from '../geocoder.ts';
import type { CallOptions } from '../turns/caller.ts';
import type { MapRef } from './maps.ts';
import type { Millis, SeqPage, Slice } from './rows.ts';

/**
 * How a location came by its coordinates, or where it is on the way: `queued` → `processing` → `located` or `failed`;
 * `manual` where they were given.
 */
export type GeocodeStatus = 'queued' | 'processing' | 'located' | 'failed' | 'manual';

/**
 * - `no_match`: the geocoder knows no such place; the location is `failed`.
 * - `unavailable`: the geocoder could not answer in any of its tries; the location is `failed`.
 * - `ambiguous`: other places fit the address as well; the location is `located` at the likeliest.
 */
export type GeocodeError = 'no_match' | 'unavailable' | 'ambiguous';

export interface LocationRow {
  /** Unique in its map. */
  readonly id: string;
  readonly accountId: string;
  readonly mapId: number;
  /** What the account calls it; unique in its map. Null: nothing. */
  readonly uniqueId: string | null;
  readonly name: string | null;
  readonly address: string | null;
  /** Degrees; null while the place is not known. Both or neither. */
  readonly lat: number | null;
  readonly lng: number | null;
  readonly status: GeocodeStatus;
  /** Null unless `located`. */
  readonly precision: GeocodePrecision | null;
  readonly error: GeocodeError | null;
  /** Insertion number, rising in the map: the order of lists. */
  readonly seq: number;
  readonly createdAt: Millis;
  readonly updatedAt: Millis;
}

/** With coordinates it is `manual`; without, it has an address and is `queued`, due at `createdAt`. */
export type NewLocation = Pick<
  LocationRow,
  'id' | 'uniqueId' | 'name' | 'address' | 'lat' | 'lng' | 'createdAt' | 'updatedAt'
>;

/** What was asked of an existing location; what follows for its place is decided by `changeLocation`. */
export type LocationChange = Partial<Pick<LocationRow, 'uniqueId' | 'name' | 'address'>> & {
  /** Coordinates that were given, or null to go by the address again. */
  readonly place?: Point | null;
};

export type LocatedRow = LocationRow & Point & { readonly distanceMiles: number };

export interface LocationCounts {
  /** `located` and `manual`. */
  readonly located: number;
  /** `queued` and `processing`. */
  readonly queued: number;
  readonly failed: number;
}

export interface LocationQuery extends SeqPage {
  /** Exactly this one; null: any. */
  readonly uniqueId: string | null;
  /** Folded (`fold`) and literal; the address is compared folded. Null: any, and without an address too. */
  readonly addressContains: string | null;
}

/** Locations of one map. Of a map that is unknown, deleted or another account's, every read finds nothing. */
export interface LocationStorage {
  /** Of two racing inserts of one uniqueId, one is `'taken'`. Null: no such map. */
  insert(map: MapRef, location: NewLocation): Promise<LocationRow | 'taken' | null>;
  get(map: MapRef, id: string): Promise<LocationRow | null>;
  /** Newest first. */
  list(map: MapRef, query: LocationQuery, options?: CallOptions): Promise<Slice<LocationRow>>;
  /**
   * Those with coordinates within the radius, nearest first, equal distances by `id`, behind `after`. Distances are those of
   * `distanceMiles` to the last bit, on every storage.
   */
  near(map: MapRef, surroundings: Surroundings, options?: CallOptions): Promise<Slice<LocatedRow>>;
  /**
   * Changes the location as `changeLocation` says, in one step with reading it, so that two racing calls are applied one after
   * the other. `'no_place'`: it would have neither coordinates nor an address; `'taken'`: another has the uniqueId. Then nothing
   * is changed.
   */
  update(
    map: MapRef,
    id: string,
    change: LocationChange,
    now: Millis,
  ): Promise<LocationRow | 'taken' | 'no_place' | null>;
  /** For good. False: no such location. */
  delete(map: MapRef, id: string): Promise<boolean>;
  counts(map: MapRef, options?: CallOptions): Promise<LocationCounts>;
  /** Oldest first, behind the insertion number `after`. For copies. */
  walk(map: MapRef, after: number | null, limit: number): Promise<LocationRow[]>;
  /**
   * Inserts locations as another storage has them, numbered in the order given; for copies. Those that wait or are being
   * worked on are queued, due at `now`. An id that is there already is passed over. Answers how many were inserted; null: no
   * such map.
   */
  restore(map: MapRef, locations: readonly LocationRow[], now: Millis): Promise<number | null>;
  /** Removes for good at most `limit` locations of a deleted map; the number removed, 0 for a map that is not deleted. */
  purge(map: MapRef, limit: number): Promise<number>;
}
