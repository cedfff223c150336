import { LRUCache } from 'lru-cache';
import { RateLimitedError } from '../../ground/errors.ts';
import { clientOf } from '../../ground/network/addresses.ts';
import type { Millis } from '../../ground/rows.ts';
import type { Clock } from '../../ports/ports.ts';

const HOUR: Millis = 3_600_000;
/** Upper bound of cached addresses. The least recently used ones are evicted. */
const ADDRESSES_MAX = 10_000;

/** Counts a call from an address. @throws RateLimitedError if the address has made too many in its hour. */
export type HourlyLimit = (address: string | null) => void;

/**
 * Limits the calls of each client in an hour from its first one, in this process. Callers without a known address count as
 * one client.
 */
export function hourlyLimit(perHour: number, clock: Clock): HourlyLimit {
  const hours = new LRUCache<string, { readonly endsAt: Millis; count: number }>({ max: ADDRESSES_MAX });
  return (address) => {
    const client = address === null ? '' : clientOf(address);
    const now = clock();
    let hour = hours.get(client);
    if (hour === undefined || hour.endsAt <= now) {
      hour = { endsAt: now + HOUR, count: 0 };
      hours.set(client, hour);
    }
    if (hour.count >= perHour)
      throw new RateLimitedError(Math.max(1, Math.ceil((hour.endsAt - now) / 1_000)));
    hour.count++;
  };
}
