import type { Clock } from '../ports/ports.ts';
import { SharedCache } from './shared-cache.ts';

/** Milliseconds for which what was found is kept. */
const KEPT_FOR = 3_600_000;

/**
 * What openings of public pictures have found in the last hour: mails show it for as long as the storage is away
 * (docs/rules.md#production-urls). Accounts share it (`SharedCache`).
 */
export class LastHour<Found> {
  readonly #found: SharedCache<{ readonly found: Found; readonly at: number }>;
  readonly #clock: Clock;

  constructor(maxBytes: number, clock: Clock) {
    this.#found = new SharedCache(maxBytes);
    this.#clock = clock;
  }

  keep(key: string, found: Found, holder: { readonly account: string; readonly bytes: number }): void {
    this.#found.set(key, { found, at: this.#clock() }, holder);
  }

  /** Returns what `keep` got for the key last. Undefined: nothing, or over an hour ago. */
  find(key: string): Found | undefined {
    const one = this.#found.get(key);
    return one === undefined || this.#clock() - one.at > KEPT_FOR ? undefined : one.found;
  }
}
