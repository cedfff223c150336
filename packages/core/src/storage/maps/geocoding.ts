import type { Point } from '../../geo/distance.ts';
import type { Millis } from '../../ground/rows.ts';
import type { GeocodePrecision } from '../../ports/geocoder.ts';
import type { GeocodeError } from './locations.ts';

/** A location whose address the caller geocodes while the lease lasts. */
export interface GeocodeClaim {
  readonly accountId: string;
  readonly mapId: number;
  readonly locationId: string;
  readonly address: string;
  /** How often this address was claimed, including this claim. */
  readonly tries: number;
  /** Distinguishes this claim from earlier and later ones of the same location. */
  readonly number: number;
}

/** The known result for an address. Null: there is no such place. */
export type GeocodeAnswer =
  | (Point & {
      readonly precision: GeocodePrecision;
      readonly ambiguous: boolean;
      readonly confidence: number | null;
      readonly matched: readonly string[] | null;
    })
  | null;

export type GeocodeOutcome =
  | (Point & {
      readonly status: 'located';
      readonly precision: GeocodePrecision;
      readonly error: Extract<GeocodeError, 'ambiguous'> | null;
      readonly confidence: number | null;
      readonly matched: readonly string[] | null;
    })
  | { readonly status: 'failed'; readonly error: Exclude<GeocodeError, 'ambiguous'> };

/** An answer to cache. */
export interface NewGeocodeAnswer {
  /** The provider and the address. Only core makes keys. */
  readonly key: string;
  readonly answer: GeocodeAnswer;
  readonly expiresAt: Millis;
}

/** The number of waiting locations up to which `GeocodingStorage.counts` counts. */
export const GEOCODING_COUNTED = 100_000;

/** The state of the queue over all accounts. */
export interface GeocodingCounts {
  /** Locations that wait for their time or for a worker. With `processing` at most `GEOCODING_COUNTED`. */
  readonly queued: number;
  readonly processing: number;
  /** The earliest time at which a queued location is due; it may be in the future. Null: none is queued. */
  readonly oldestDueAt: Millis | null;
}

/**
 * The queue of addresses of all accounts. Several servers share it, and with it the cached answers and the request rate
 * of each provider.
 *
 * A claim is current until its lease ends and another caller claims the location; until it is settled, retried or
 * released; until the address or the coordinates of the location change; or until the location or its map is deleted.
 * Calls with a claim that is not current change nothing, so an answer for a superseded address is dropped.
 */
export interface GeocodingStorage {
  /**
   * Marks at most `limit` due locations as `processing` until `leaseUntil` and returns them, by turns of their accounts
   * over all callers: one location of each account in turn, first the account whose last turn is longest ago. Within an
   * account, those that are due longest come first. So an account with any number of due locations delays another
   * account by one location at most. The cost does not grow with the due locations of one account. Exactly one of
   * racing callers obtains a location; it is due again if its lease ends without an answer. `updatedAt` stays.
   */
  claim(limit: number, now: Millis, leaseUntil: Millis): Promise<GeocodeClaim[]>;
  /** Extends the leases of claims that are current. */
  extend(claims: readonly GeocodeClaim[], leaseUntil: Millis): Promise<void>;
  /**
   * Ends the claim with an outcome and moves `updatedAt`. False: the claim is not current. The answer is cached in both
   * cases.
   */
  settle(
    claim: GeocodeClaim,
    outcome: GeocodeOutcome,
    answer: NewGeocodeAnswer | null,
    now: Millis,
  ): Promise<boolean>;
  /**
   * Queues the location again, due at `at`. `uncount`: no request was made, so the try does not count. False: the claim
   * is not current.
   */
  retry(claim: GeocodeClaim, at: Millis, options: { readonly uncount: boolean }): Promise<boolean>;
  /** Returns a cached answer. Undefined if there is none or it has expired. */
  findAnswer(key: string, now: Millis): Promise<GeocodeAnswer | undefined>;
  /**
   * Reads only indexes of the queue, at most `GEOCODING_COUNTED` entries. May count locations of deleted maps until
   * they are purged.
   */
  counts(): Promise<GeocodingCounts>;
  /** Removes at most `limit` expired answers. Returns their number. */
  purgeAnswers(limit: number, now: Millis): Promise<number>;
  /**
   * Reserves the next `count` turns to call a provider, which are `interval` apart, and returns the time of the first
   * one: `now` or later. No two callers get the same turn, also on different servers.
   */
  takeTurns(provider: string, count: number, interval: Millis, now: Millis): Promise<Millis>;
}
