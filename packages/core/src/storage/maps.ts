import type { Millis, NewJob, SeqPage, Slice } from './rows.ts';

export interface MapRow {
  /** From 1, rising in the account and never used again there; two accounts may have the same. The order of lists. */
  readonly id: number;
  readonly accountId: string;
  readonly name: string;
  /** Miles: what a search around a point uses when it names no radius. */
  readonly searchRadius: number;
  /** The most locations that a search around a point finds. */
  readonly maxResults: number;
  readonly createdAt: Millis;
  readonly updatedAt: Millis;
}

export type MapRef = Pick<MapRow, 'id' | 'accountId'>;
export type NewMap = Omit<MapRow, 'id'>;
export type MapChange = Partial<Pick<MapRow, 'name' | 'searchRadius' | 'maxResults'>>;

/** Deleted maps are invisible to every method here but `removeDeleted` and `listDeleted`. */
export interface MapStorage {
  insert(map: NewMap): Promise<MapRow>;
  /**
   * Inserts a map as another storage has it, with its own id; later ids of the account are higher. For copies. False: the
   * account has, or had, a map of this id, which stays as it is.
   */
  restore(map: MapRow): Promise<boolean>;
  get(ref: MapRef): Promise<MapRow | null>;
  /** Newest first; `before` and the order are by `id`. */
  list(accountId: string, page: SeqPage): Promise<Slice<MapRow>>;
  /** Changes what is given and moves `updatedAt`. The last of two racing calls wins, per member. */
  update(ref: MapRef, change: MapChange, now: Millis): Promise<MapRow | null>;
  /**
   * Deletes the map and its locations for every reader at once, takes the locations from the geocoding queue, and enqueues
   * the clean-up in the same step. False: already gone.
   */
  markDeleted(ref: MapRef, now: Millis, enqueue: readonly NewJob[]): Promise<boolean>;
  /** Removes the row of a deleted map for good; its id is not used again. A map that is not deleted stays. */
  removeDeleted(ref: MapRef): Promise<void>;
  /** The deleted maps of all accounts that were not removed yet, by account and id, at most `limit`, those behind `after`. */
  listDeleted(after: MapRef | null, limit: number): Promise<MapRef[]>;
}
