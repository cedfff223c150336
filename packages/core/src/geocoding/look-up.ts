import { type ReadPoint, readCoordinates } from '../geo/coordinates.ts';
import { sha256Base64url } from '../ground/crypto.ts';
import type { WorkContext } from '../jobs/work-context.ts';
import { type Geocoder, GeocoderBusyError } from '../ports/geocoder.ts';
import { fold } from '../query/fold.ts';
import type { GeocodeAnswer, GeocodeClaim, GeocodeOutcome, Millis } from '../storage/index.ts';
import { createSharedCalls } from '../turns/shared-calls.ts';
import { callGeocoder } from './call-geocoder.ts';
import { turnTaker } from './turn-taker.ts';

/** The number of tries for one address, including those that a crash interrupted. */
const TRIES_MAX = 8;
const BACK_OFF_FIRST: Millis = 30_000;
/** The upper bound of a provider's Retry-After. */
const RETRY_AFTER_MAX: Millis = 24 * 3_600_000;

const DAY: Millis = 86_400_000;
/** Limits of retries and of the cache (docs/rules.md#geocoding). */
const MATCH_KEPT: Millis = 90 * DAY;
/** Shorter, because providers add places and correct errors in their data. */
const NO_MATCH_KEPT: Millis = DAY;

export interface LookUpSignals {
  /** No new calls are made. */
  readonly stop: AbortSignal;
  /** Calls in flight are aborted. */
  readonly end: AbortSignal;
}

export interface LookUp {
  /** Looks up a claimed address, then settles the claim or queues it again. @throws what the storage throws. */
  (claim: GeocodeClaim): Promise<void>;
  /** True during a pause that the provider requested with Retry-After. */
  isPaused(): boolean;
}

/** Thrown when the work stops before the call, or before the answer. */
class StoppedError extends Error {
  override readonly name = 'StoppedError';
}

/** Creates the lookup of a server. Concurrent lookups of the same address share a call. */
export function lookUp(
  { storage, clock }: WorkContext,
  geocoder: Geocoder,
  { stop, end }: LookUpSignals,
): LookUp {
  const shareAnswer = createSharedCalls<GeocodeAnswer>();
  let pausedUntil: Millis = 0;
  const takeTurn = turnTaker(geocoder, storage.geocoding, clock, stop);

  async function ask(address: string): Promise<GeocodeAnswer> {
    await takeTurn();
    if (stop.aborted) throw new StoppedError();
    try {
      return await callGeocoder(geocoder, address, end);
    } catch (error) {
      throw end.aborted ? new StoppedError() : error;
    }
  }

  async function settle(claim: GeocodeClaim): Promise<void> {
    const point = readCoordinates(claim.address);
    if (point !== null) {
      // The same with every geocoder, and without a call.
      await storage.geocoding.settle(claim, outcomeOf(answerOf(point, claim)), null, clock());
      return;
    }
    const key = answerKey(geocoder.name, claim.address);
    let isSettled = false;
    const answer = await shareAnswer(key, undefined, async () => {
      const known = await storage.geocoding.findAnswer(key, clock());
      if (known !== undefined) return known;
      const found = await ask(claim.address);
      const expiresAt = clock() + (found === null ? NO_MATCH_KEPT : MATCH_KEPT);
      // Within the shared call, so that the answer is cached before the next lookup of the address can begin.
      await storage.geocoding.settle(claim, outcomeOf(found), { key, answer: found, expiresAt }, clock());
      isSettled = true;
      return found;
    });
    if (!isSettled) await storage.geocoding.settle(claim, outcomeOf(answer), null, clock());
  }

  async function tryLater(claim: GeocodeClaim, { retryAfter }: GeocoderBusyError): Promise<void> {
    const wanted = Math.min(Math.max(0, retryAfter ?? 0), RETRY_AFTER_MAX);
    if (wanted > 0) pausedUntil = Math.max(pausedUntil, clock() + wanted);
    if (claim.tries >= TRIES_MAX) {
      await storage.geocoding.settle(claim, UNAVAILABLE, null, clock());
      return;
    }
    const longest = BACK_OFF_FIRST * 2 ** (claim.tries - 1);
    const backOff = longest * (0.5 + Math.random() / 2);
    await storage.geocoding.retry(claim, clock() + Math.round(Math.max(wanted, backOff)), { uncount: false });
  }

  async function run(claim: GeocodeClaim): Promise<void> {
    try {
      if (claim.tries > TRIES_MAX) await storage.geocoding.settle(claim, UNAVAILABLE, null, clock());
      else await settle(claim);
    } catch (error) {
      if (error instanceof StoppedError) await storage.geocoding.retry(claim, clock(), { uncount: true });
      else if (error instanceof GeocoderBusyError) await tryLater(claim, error);
      // The storage is unavailable: the lease expires by itself.
      else throw error;
    }
  }

  return Object.assign(run, { isPaused: () => clock() < pausedUntil });
}

/** Returns the answer for coordinates that are typed as an address. */
function answerOf(point: ReadPoint | 'refused', { address }: GeocodeClaim): GeocodeAnswer {
  if (point === 'refused') return null;
  const { lat, lng, isDoubtful = false } = point;
  const confidence = isDoubtful ? 0.5 : 1;
  return { lat, lng, precision: 'exact', ambiguous: isDoubtful, confidence, matched: [address] };
}

const UNAVAILABLE: GeocodeOutcome = { status: 'failed', error: 'unavailable' };

function outcomeOf(answer: GeocodeAnswer): GeocodeOutcome {
  if (answer === null) return { status: 'failed', error: 'no_match' };
  const { lat, lng, precision, ambiguous, confidence, matched } = answer;
  return {
    status: 'located',
    lat,
    lng,
    precision,
    confidence,
    matched,
    error: ambiguous ? 'ambiguous' : null,
  };
}

/** Raised when geocoders find other places or say more about them, so that cached answers are not used. */
const ANSWERS_VERSION = 3;

/**
 * Returns the key under which a geocoder's answer is cached. Addresses that differ only in case, whitespace or
 * compatible forms of characters have the same key. The key is a hash, so that the cache reveals no address.
 */
function answerKey(provider: string, address: string): string {
  const normalised = fold(address.normalize('NFKC')).replace(/\s+/gu, ' ').trim();
  return sha256Base64url(JSON.stringify([ANSWERS_VERSION, provider, normalised]));
}
