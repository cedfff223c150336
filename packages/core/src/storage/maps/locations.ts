import type { Point } from '../../geo/distance.ts';
import type { Surroundings } from '../../geo/nearest.ts';
import type { Millis, SeqPage, Slice } from '../../ground/rows.ts';
import type { GeocodePrecision } from '../../ports/geocoder.ts';
import type { CallOptions } from '../../turns/caller.ts';
import type { KeyedWrite } from '../writes/write-options.ts';
import type { MapRef } from './maps.ts';

/**
 * The source of the coordinates, or the progress of geocoding: `queued` → `processing` → `located` or `failed`.
 * `manual`: the coordinates were given.
 */
export type GeocodeStatus = 'queued' | 'processing' | 'located' | 'failed' | 'manual';

/**
 * - `no_match`: the geocoder knows no such place. The location is `failed`.
 * - `unavailable`: the geocoder failed on each try. The location is `failed`.
 * - `ambiguous`: other places match the address as well. The location is `located` at the most likely one.
 */
export type GeocodeError = 'no_match' | 'unavailable' | 'ambiguous';

export type FieldValue = string | number | boolean;

/** The values of a location by the `key` of their field. May contain keys of fields that the map no longer has. */
export type FieldValues = Readonly<Record<string, FieldValue>>;

export interface LocationRow {
  /** Unique in its map. */
  readonly id: string;
  readonly accountId: string;
  readonly mapId: number;
  /** The id that the account gives the location, unique within its map. Null: none. */
  readonly uniqueId: string | null;
  readonly name: string | null;
  readonly address: string | null;
  /** Degrees. Null while the place is unknown. `lat` and `lng` are both null or both set. */
  readonly lat: number | null;
  readonly lng: number | null;
  readonly status: GeocodeStatus;
  /** Null unless `located`. */
  readonly precision: GeocodePrecision | null;
  readonly error: GeocodeError | null;
  /** The confidence of the geocoder in the coordinates, from 0 to 1. Null unless `located`, or if it is unknown. */
  readonly confidence: number | null;
  /** The parts of the address that the geocoder used. Null unless `located`, or if they are unknown. */
  readonly matched: readonly string[] | null;
  readonly fields: FieldValues;
  /** Insertion number, rising within the map: the order of lists. */
  readonly seq: number;
  readonly createdAt: Millis;
  readonly updatedAt: Millis;
}

/** A location with coordinates is `manual`. One without them has an address and is `queued`, due at `createdAt`. */
export type NewLocation = Pick<
  LocationRow,
  'id' | 'uniqueId' | 'name' | 'address' | 'lat' | 'lng' | 'fields' | 'createdAt' | 'updatedAt'
>;

/** The requested change of a location. `changeLocation` derives its new place. */
export type LocationChange = Partial<Pick<LocationRow, 'uniqueId' | 'name' | 'address'>> & {
  /** Coordinates, or null to use the address again. */
  readonly place?: Point | null;
  /** Values to set, and null for those to remove. The other values stay. */
  readonly fields?: Readonly<Record<string, FieldValue | null>>;
};

export type LocatedRow = LocationRow & Point & { readonly distanceMiles: number };

export interface LocationCounts {
  /** `located` and `manual`. */
  readonly located: number;
  /** `queued` and `processing`. */
  readonly queued: number;
  readonly failed: number;
}

/** The condition that a location has exactly this value. */
export interface FieldFilter {
  readonly key: string;
  readonly value: FieldValue;
}

export interface LocationQuery extends SeqPage {
  /** The exact unique id. Null: any. */
  readonly uniqueId: string | null;
  /**
   * Folded (`fold`) and literal. Compared with the folded address. Null: any, including locations without an address.
   */
  readonly addressContains: string | null;
  /** All of them are true. Omitted: none. */
  readonly fields?: readonly FieldFilter[];
}

export type NearQuery = Surroundings & Pick<LocationQuery, 'fields'>;

/** Locations of one map. Reads of a map that is unknown, deleted or of another account find nothing. */
export interface LocationStorage {
  /** When two inserts with one uniqueId race, one returns `'taken'`. Null: no such map. */
  insert(map: MapRef, location: NewLocation, options?: KeyedWrite): Promise<LocationRow | 'taken' | null>;
  get(map: MapRef, id: string): Promise<LocationRow | null>;
  /** Newest first. */
  list(map: MapRef, query: LocationQuery, options?: CallOptions): Promise<Slice<LocationRow>>;
  /**
   * Returns the locations with coordinates within the radius after `after` for which all of `fields` are true, nearest
   * first, equal distances by `id`.
   * Distances equal those of `distanceMiles` to the last bit on every storage.
   */
  near(map: MapRef, query: NearQuery, options?: CallOptions): Promise<Slice<LocatedRow>>;
  /**
   * Changes the location as `changeLocation` computes, in one step with reading it, so that racing calls apply one
   * after the other. `'no_place'`: it would have neither coordinates nor an address. `'taken'`: another location has
   * the uniqueId. Nothing changes in both cases.
   */
  update(
    map: MapRef,
    id: string,
    change: LocationChange,
    now: Millis,
  ): Promise<LocationRow | 'taken' | 'no_place' | null>;
  /** Permanent. False: no such location. */
  delete(map: MapRef, id: string): Promise<boolean>;
  counts(map: MapRef, options?: CallOptions): Promise<LocationCounts>;
  /** Oldest first, after the insertion number `after`. For copies. */
  walk(map: MapRef, after: number | null, limit: number): Promise<LocationRow[]>;
  /**
   * Inserts locations of another storage, numbered in the given order. For copies. Locations that are `queued` or
   * `processing` are queued, due at `now`. Skips ids that exist. Returns the number of inserted locations. Null: no
   * such map.
   */
  restore(map: MapRef, locations: readonly LocationRow[], now: Millis): Promise<number | null>;
  /**
   * Permanently removes at most `limit` locations of a deleted map. Returns their number; 0 for a map that is not
   * deleted.
   */
  purge(map: MapRef, limit: number): Promise<number>;
}
