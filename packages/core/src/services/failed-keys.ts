import { LRUCache } from 'lru-cache';
import { clientOf } from '../addresses.ts';
import { RateLimitedError } from '../errors.ts';
import type { Metric } from '../metric.ts';
import type { Clock } from '../ports.ts';

/** Limits clients that send invalid keys, so that they can neither guess keys nor flood the storage and the logs. */
export interface FailedKeys {
  /**
   * Throws `rate_limited` for a client that has reached its limit of failures a minute, unless the key has been valid
   * in this process before. Uses only counts of this process, before the storage is queried. Concurrent requests are
   * counted when they fail, so a client may exceed its limit by the number of requests in flight.
   */
  check(address: string, hash: string): void;
  failed(address: string, hash: string): void;
  worked(hash: string): void;
  metrics(): Metric[];
}

interface Failures {
  readonly endsAt: number;
  count: number;
}

const WINDOW = 60_000;
/** Upper bounds of cached clients and keys. The least recently used ones are evicted. */
const CLIENTS_MAX = 10_000;
const KEYS_MAX = 10_000;

/**
 * Creates the limits.
 * @param perMinute failures that a client may have in a minute from its first one. Null: no limit.
 */
export function failedKeys(perMinute: number | null, clock: Clock): FailedKeys {
  const failuresByClient = new LRUCache<string, Failures>({ max: CLIENTS_MAX });
  const working = new LRUCache<string, true>({ max: KEYS_MAX });
  let [failed, refused] = [0, 0];

  function failuresOf(client: string, now: number): Failures | null {
    const failures = failuresByClient.get(client);
    return failures === undefined || failures.endsAt <= now ? null : failures;
  }

  return {
    check(address, hash) {
      if (perMinute === null || working.get(hash) === true) return;
      const now = clock();
      const failures = failuresOf(clientOf(address), now);
      if (failures === null || failures.count < perMinute) return;
      refused++;
      throw new RateLimitedError(Math.max(1, Math.ceil((failures.endsAt - now) / 1_000)));
    },
    failed(address, hash) {
      failed++;
      working.delete(hash);
      if (perMinute === null) return;
      const now = clock();
      const client = clientOf(address);
      const failures = failuresOf(client, now);
      if (failures === null) failuresByClient.set(client, { endsAt: now + WINDOW, count: 1 });
      else failures.count++;
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
        help: 'Requests rejected without a lookup, because their client had sent too many invalid keys.',
        kind: 'counter',
        value: refused,
      },
    ],
  };
}
