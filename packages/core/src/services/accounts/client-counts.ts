import { RateLimitedError } from '../../ground/errors.ts';
import { clientOf } from '../../ground/network/addresses.ts';
import { recentEntries } from '../../ground/recent-entries.ts';
import type { Millis } from '../../ground/rows.ts';
import type { Clock } from '../../ports/ports.ts';

/** The count of a client in its current window, and when that ends. */
interface ClientCount {
  readonly endsAt: Millis;
  readonly count: number;
}

/** Counts of clients by their addresses, each in a window of time from its first one, in this process. */
export interface ClientCounts {
  /** Null: the client has no current window. */
  of(address: string): ClientCount | null;
  /** Counts one more. */
  add(address: string): void;
}

/** Upper bound of cached clients. */
const CLIENTS_MAX = 10_000;

export function clientCounts(window: Millis, clock: Clock): ClientCounts {
  const counts = recentEntries<string, { readonly endsAt: Millis; count: number }>(CLIENTS_MAX);

  function current(client: string) {
    const found = counts.get(client);
    return found === undefined || found.endsAt <= clock() ? null : found;
  }

  return {
    of: (address) => current(clientOf(address)),
    add(address) {
      const client = clientOf(address);
      const found = current(client);
      if (found === null) counts.set(client, { endsAt: clock() + window, count: 1 });
      else found.count++;
    },
  };
}

/** Returns the error of a client over its limit, which may try again at the end of its window. */
export function rateLimitedUntil(endsAt: Millis, now: Millis): RateLimitedError {
  return new RateLimitedError(Math.max(1, Math.ceil((endsAt - now) / 1_000)));
}
