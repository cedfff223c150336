import type { Millis } from '../../ground/rows.ts';
import type { Clock } from '../../ports/ports.ts';
import { clientCounts, rateLimitedUntil } from '../accounts/client-counts.ts';

const HOUR: Millis = 3_600_000;

/** Counts a call from an address. @throws RateLimitedError if the address has made too many in its hour. */
export type HourlyLimit = (address: string | null) => void;

/**
 * Limits the calls of each client in an hour from its first one, in this process. Callers without a known address count
 * as one client.
 */
export function hourlyLimit(perHour: number, clock: Clock): HourlyLimit {
  const calls = clientCounts(HOUR, clock);
  return (address) => {
    const client = address ?? '';
    const hour = calls.of(client);
    if (hour !== null && hour.count >= perHour) throw rateLimitedUntil(hour.endsAt, clock());
    calls.add(client);
  };
}
