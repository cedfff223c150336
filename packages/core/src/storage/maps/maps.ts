import type { DistanceUnit } from '../../geo/units.ts';
import type { Millis, NewJob, SeqPage, Slice } from '../../ground/rows.ts';
import type { KeyedWrite } from '../writes/write-options.ts';

export type MapFieldType = 'string' | 'number' | 'boolean';

/** A field that the account adds to the locations of a map. */
export interface MapField {
  readonly name: string;
  readonly type: MapFieldType;
  /**
   * The name of its values in the rows of locations: letters and digits. Differs from the keys of all earlier fields of
   * the map, so that a field which is removed and added again starts without values.
   */
  readonly key: string;
}

export interface MapRow {
  /**
   * From 1, rising within the account and never reused there. Two accounts may have the same id. The order of lists.
   */
  readonly id: number;
  readonly accountId: string;
  readonly name: string;
  /** The default radius of a search around a point, in `unit`. */
  readonly searchRadius: number;
  /** The maximum number of locations that a search around a point finds. */
  readonly maxResults: number;
  readonly unit: DistanceUnit;
  readonly fields: readonly MapField[];
  readonly createdAt: Millis;
  readonly updatedAt: Millis;
}

export type MapRef = Pick<MapRow, 'id' | 'accountId'>;
export type NewMap = Omit<MapRow, 'id'>;
export type MapChange = Partial<Pick<MapRow, 'name' | 'searchRadius' | 'maxResults' | 'unit' | 'fields'>>;

/** Deleted maps are invisible to all methods except `removeDeleted` and `listDeleted`. */
export interface MapStorage {
  insert(map: NewMap, options?: KeyedWrite): Promise<MapRow>;
  /**
   * Inserts a map of another storage with its id. Later ids of the account are higher. For copies. False: the account
   * has or had a map with this id; nothing changes.
   */
  restore(map: MapRow): Promise<boolean>;
  get(ref: MapRef): Promise<MapRow | null>;
  /** Newest first; `before` and the order are by `id`. */
  list(accountId: string, page: SeqPage): Promise<Slice<MapRow>>;
  /** Changes the given members and moves `updatedAt`. The last of two racing calls wins for each member. */
  update(ref: MapRef, change: MapChange, now: Millis): Promise<MapRow | null>;
  /**
   * Deletes the map and its locations for all readers at once, removes the locations from the geocoding queue, and
   * enqueues the cleanup in the same step. False: no such map.
   */
  markDeleted(ref: MapRef, now: Millis, enqueue: readonly NewJob[]): Promise<boolean>;
  /** Permanently removes the row of a deleted map. Its id is not reused. Ignores maps that are not deleted. */
  removeDeleted(ref: MapRef): Promise<void>;
  /**
   * Returns at most `limit` deleted maps of all accounts that are not removed yet, sorted by account and id, after
   * `after`.
   */
  listDeleted(after: MapRef | null, limit: number): Promise<MapRef[]>;
}
