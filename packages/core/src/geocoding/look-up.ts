import { type Geocoder, GeocoderBusyError } from '../geocoder.ts';
import type { WorkContext } from '../jobs/work-context.ts';
import type { GeocodeAnswer, GeocodeClaim, GeocodeOutcome, Millis } from '../storage/index.ts';
import { createSharedWork } from '../turns/shared-work.ts';
import { answerKey } from './answer-key.ts';
import { callGeocoder } from './call-geocoder.ts';
import { turnTaker } from './turn-taker.ts';

/** Tries of one address, those included that a killed server did not end. */
const TRIES_MAX = 8;
const BACK_OFF_FIRST: Millis = 30_000;
/** What a provider may ask for at most: its Retry-After is believed no further. */
const RETRY_AFTER_MAX: Millis = 24 * 3_600_000;

const DAY: Millis = 86_400_000;
/** Limits of retries and of the cache (docs/rules.md#geocoding). */
const MATCH_KEPT: Millis = 90 * DAY;
/** Shorter, because maps are added to and typing errors in data are mended. */
const NO_MATCH_KEPT: Millis = DAY;

export interface LookUpSignals {
  /** Nobody is asked any more. */
  readonly stop: AbortSignal;
  /** Calls under way are given up. */
  readonly end: AbortSignal;
}

export interface LookUp {
  /** Finds the place of a claimed address and ends the claim in any case. @throws what the storage throws. */
  (claim: GeocodeClaim): Promise<void>;
  /** The provider has asked to be left alone for a while. */
  isPaused(): boolean;
}

/** The work was stopped before the provider was asked, or before it answered. */
class StoppedError extends Error {
  override readonly name = 'StoppedError';
}

export function lookUp(
  { storage, clock }: WorkContext,
  geocoder: Geocoder,
  { stop, end }: LookUpSignals,
): LookUp {
  const inOneGo = createSharedWork<GeocodeAnswer>();
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
    const key = answerKey(geocoder.name, claim.address);
    let isSettled = false;
    const answer = await inOneGo(key, undefined, async () => {
      const known = await storage.geocoding.findAnswer(key, clock());
      if (known !== undefined) return known;
      const found = await ask(claim.address);
      const expiresAt = clock() + (found === null ? NO_MATCH_KEPT : MATCH_KEPT);
      // Within the flight: whoever asks behind it finds the answer remembered.
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
    const most = BACK_OFF_FIRST * 2 ** (claim.tries - 1);
    const backOff = most * (0.5 + Math.random() / 2);
    await storage.geocoding.retry(claim, clock() + Math.round(Math.max(wanted, backOff)), { uncount: false });
  }

  async function run(claim: GeocodeClaim): Promise<void> {
    try {
      if (claim.tries > TRIES_MAX) await storage.geocoding.settle(claim, UNAVAILABLE, null, clock());
      else await settle(claim);
    } catch (error) {
      if (error instanceof StoppedError) await storage.geocoding.retry(claim, clock(), { uncount: true });
      else if (error instanceof GeocoderBusyError) await tryLater(claim, error);
      // The storage is away: the lease ends by itself.
      else throw error;
    }
  }

  return Object.assign(run, { isPaused: () => clock() < pausedUntil });
}

const UNAVAILABLE: GeocodeOutcome = { status: 'failed', error: 'unavailable' };

function outcomeOf(answer: GeocodeAnswer): GeocodeOutcome {
  if (answer === null) return { status: 'failed', error: 'no_match' };
  const { lat, lng, precision, ambiguous } = answer;
  return { status: 'located', lat, lng, precision, error: ambiguous ? 'ambiguous' : null };
}
