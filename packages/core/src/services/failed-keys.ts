import { LRUCache } from 'lru-cache';
import { clientOf } from '../addresses.ts';
import { RateLimitedError } from '../errors.ts';
import type { Figure } from '../figures.ts';
import type { Clock } from '../ports.ts';

/** Holds back clients that send keys which do not work, so that they can neither guess nor flood storage and logs. */
export interface FailedKeys {
  /**
   * Throws `rate_limited` for a client that has used up its failures of the minute, unless the key has worked here before.
   * Decided by this process alone, before the storage is asked. Requests that are under way at the same time are counted
   * when they fail, so a client may overrun its limit by as many as it sends at once.
   */
  check(address: string, hash: string): void;
  failed(address: string, hash: string): void;
  worked(hash: string): void;
  figures(): Figure[];
}

interface Failures {
  readonly endsAt: number;
  count: number;
}

const WINDOW = 60_000;
/** Clients and keys that are remembered at most; the ones that were used longest ago go first. */
const CLIENTS_MAX = 10_000;
const KEYS_MAX = 10_000;

/** @param perMinute failures that a client may have in a minute from its first one on; null: no limit. */
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
      if (perMinute === null || working.has(hash)) return;
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
      if (perMinute !== null) working.set(hash, true);
    },
    figures: () => [
      {
        name: 'vitrine_keys_failed_total',
        help: 'Requests with a key that is unknown, revoked or expired.',
        kind: 'counter',
        value: failed,
      },
      {
        name: 'vitrine_keys_refused_total',
        help: 'Requests refused without a look-up, because their client had sent too many failed keys.',
        kind: 'counter',
        value: refused,
      },
    ],
  };
}
