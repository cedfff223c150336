import {
  type RateLimitedError,
  UnauthorizedError,
  UnavailableError,
  type VitrineError,
} from '../../ground/errors.ts';
import type { Metric } from '../../ground/metric.ts';
import { clientOf } from '../../ground/network/addresses.ts';
import type { MaybePromise } from '../../ground/promises.ts';
import { recentEntries } from '../../ground/recent-entries.ts';
import type { Millis } from '../../ground/rows.ts';
import type { Clock } from '../../ports/ports.ts';
import { createTurns, type Turn } from '../../turns/turns.ts';
import { clientCounts, rateLimitedUntil } from './client-counts.ts';

/**
 * Limits clients that send invalid keys, so that they can't flood the storage and the logs. A client over its limit still
 * gets in with every valid key, because others may share its address. Uses only counts of this process. Concurrent
 * requests are counted when they fail, so a client may exceed its limit by the number of requests in flight.
 */
export interface FailedKeys {
  /**
   * Looks a key up. For a client over its limit, a key that has not been valid in this process before is looked up in a
   * turn of the client, and not at all if it has failed within the minute.
   * @throws RateLimitedError if there is no look-up.
   */
  lookUp<Row>(address: string, hash: string, find: () => MaybePromise<Row>): MaybePromise<Row>;
  /** Counts a failure. Returns its error: `unauthorized`, or `rate_limited` for a client over its limit. */
  failed(address: string, hash: string): VitrineError;
  worked(hash: string): void;
  metrics(): Metric[];
}

const WINDOW: Millis = 60_000;
/** Upper bound of cached keys. */
const KEYS_MAX = 10_000;

/**
 * Creates the limits.
 * @param perMinute failures that a client may have in a minute from its first one. Null: no limit.
 */
export function failedKeys(perMinute: number | null, clock: Clock): FailedKeys {
  const failures = clientCounts(WINDOW, clock);
  const working = recentEntries<string, true>(KEYS_MAX);
  /** The ends of the minutes in which keys have failed. */
  const failing = recentEntries<string, number>(KEYS_MAX);
  const turns = createTurns({
    queue: 'keys',
    atOnce: 4,
    reserved: 2,
    perAccount: 1,
    waiting: 1_000,
    waitingPerAccount: 100,
    waitMax: 5_000,
    refusal: 'Too many unknown keys at once.',
  });
  let [failed, refused] = [0, 0];

  /** Returns when the minute of a client over its limit ends. Null: it is not over it. */
  function overUntil(address: string): Millis | null {
    const minute = failures.of(address);
    return minute === null || perMinute === null || minute.count < perMinute ? null : minute.endsAt;
  }

  function refuse(endsAt: Millis): RateLimitedError {
    refused++;
    return rateLimitedUntil(endsAt, clock());
  }

  async function takeTurn(address: string): Promise<Turn> {
    try {
      return await turns.take({ account: clientOf(address) });
    } catch (error) {
      throw error instanceof UnavailableError ? refuse(clock()) : error;
    }
  }

  async function lookUpInTurn<Row>(address: string, find: () => MaybePromise<Row>): Promise<Row> {
    const turn = await takeTurn(address);
    try {
      return await find();
    } finally {
      // Rows in memory are found at once. Look-ups that wait must not keep the event loop from other requests.
      setImmediate(() => turn.end());
    }
  }

  return {
    lookUp(address, hash, find) {
      if (perMinute === null || working.get(hash) === true) return find();
      const until = overUntil(address);
      if (until === null) return find();
      if ((failing.get(hash) ?? 0) > clock()) throw refuse(until);
      return lookUpInTurn(address, find);
    },
    failed(address, hash) {
      working.delete(hash);
      if (perMinute !== null) failing.set(hash, clock() + WINDOW);
      const until = overUntil(address);
      if (until !== null) return refuse(until);
      failed++;
      if (perMinute !== null) failures.add(address);
      return new UnauthorizedError();
    },
    worked(hash) {
      if (perMinute !== null && !working.has(hash)) working.set(hash, true);
    },
    metrics: () => [
      {
        name: 'vitrine_keys_failed_total',
        help: 'Requests with a key that is unknown, revoked or expired.',
        kind: 'counter',
        value: failed,
      },
      {
        name: 'vitrine_keys_refused_total',
        help: 'Requests with such a key whose client had sent too many of them.',
        kind: 'counter',
        value: refused,
      },
      ...turns.metrics(),
    ],
  };
}
