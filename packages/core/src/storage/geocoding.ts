import type { Point } from '../geo/distance.ts';
import type { GeocodePrecision } from '../geocoder.ts';
import type { GeocodeError } from './locations.ts';
import type { Millis } from './rows.ts';

/** A location whose address is the caller's to look up, while the lease lasts. */
export interface GeocodeClaim {
  readonly accountId: string;
  readonly mapId: number;
  readonly locationId: string;
  readonly address: string;
  /** How often this address was claimed, this time included. */
  readonly tries: number;
  /** Tells this claim from others of the same location, earlier and later ones. */
  readonly number: number;
}

/** What is known of an address. Null: there is no such place. */
export type GeocodeAnswer =
  | (Point & { readonly precision: GeocodePrecision; readonly ambiguous: boolean })
  | null;

export type GeocodeOutcome =
  | (Point & {
      readonly status: 'located';
      readonly precision: GeocodePrecision;
      readonly error: Extract<GeocodeError, 'ambiguous'> | null;
    })
  | { readonly status: 'failed'; readonly error: Exclude<GeocodeError, 'ambiguous'> };

/** An answer to be remembered. */
export interface NewGeocodeAnswer {
  /** Provider and address; made by core only. */
  readonly key: string;
  readonly answer: GeocodeAnswer;
  readonly expiresAt: Millis;
}

/** The number of waiting locations up to which `GeocodingStorage.counts` counts. */
export const GEOCODING_COUNTED = 100_000;

/** How the queue stands, over all accounts. */
export interface GeocodingCounts {
  /** Waiting for their time or for a worker; with `processing` at most `GEOCODING_COUNTED`. */
  readonly queued: number;
  readonly processing: number;
  /** The earliest time at which a queued location is due, which may be in the future. Null: none is queued. */
  readonly oldestDueAt: Millis | null;
}

/**
 * The queue of addresses over all accounts, which several servers share, and what they share besides: answers, and the pace of
 * the provider.
 *
 * A claim counts until its lease ends and another claims the location, until it is settled, retried or released, or until
 * the location's address or coordinates are changed, or it or its map is deleted. What is said about a claim that counts no
 * more changes nothing: so an answer to a superseded address is dropped.
 */
export interface GeocodingStorage {
  /**
   * Marks at most `limit` due locations as `processing` until `leaseUntil` and answers them, by turns of their accounts: one
   * location of each account in turn, the account first whose last turn is longest ago, over all callers. Of one account,
   * those that are due longest come first. So an account with any number of due locations delays another account by one
   * location at most. Its cost does not grow with the due locations of one account. Exactly one of racing callers obtains
   * a location; it is due again when its lease ends without an answer. `updatedAt` stays.
   */
  claim(limit: number, now: Millis, leaseUntil: Millis): Promise<GeocodeClaim[]>;
  /** Prolongs the leases of those claims that count. */
  extend(claims: readonly GeocodeClaim[], leaseUntil: Millis): Promise<void>;
  /** Ends the claim with an outcome and moves `updatedAt`; false when it counts no more. The answer is remembered in any case. */
  settle(
    claim: GeocodeClaim,
    outcome: GeocodeOutcome,
    answer: NewGeocodeAnswer | null,
    now: Millis,
  ): Promise<boolean>;
  /** `queued` again, due at `at`. `uncount`: nobody was asked, so the try does not count. False: the claim counts no more. */
  retry(claim: GeocodeClaim, at: Millis, options: { readonly uncount: boolean }): Promise<boolean>;
  /** A remembered answer; undefined when there is none that has not expired. */
  findAnswer(key: string, now: Millis): Promise<GeocodeAnswer | undefined>;
  /** Reads indexes of the queue only, at most `GEOCODING_COUNTED` entries. Locations of deleted maps may count until they are purged. */
  counts(): Promise<GeocodingCounts>;
  /** Removes at most `limit` answers that have expired; how many. */
  purgeAnswers(limit: number, now: Millis): Promise<number>;
  /**
   * Takes the next `count` turns of calling a provider, which are `interval` apart, and answers when the first of them is:
   * `now` or later. No two callers obtain the same turn, also of different servers.
   */
  takeTurns(provider: string, count: number, interval: Millis, now: Millis): Promise<Millis>;
}
