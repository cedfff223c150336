import { workOffClaims } from '../jobs/claim-loop.ts';
import type { RunOptions, WorkContext } from '../jobs/work-context.ts';
import type { GeocodeClaim, Millis } from '../storage/index.ts';
import { lookUp } from './look-up.ts';

/** The number of addresses that a server looks up concurrently, and the most calls that are repeated after a crash. */
const AT_ONCE = 8;
/** How long another server waits after a crash (docs/rules.md#geocoding). */
const LEASE: Millis = 10_000;
const EXTEND_EVERY: Millis = 3_000;

/**
 * Looks up the addresses that are due, a few at a time, until none is left or the signal aborts. Returns the number of
 * lookups that it began. A failing address does not delay others. Without a geocoder it does nothing.
 *
 * Before it resolves, every claimed address is settled, queued for another try or returned to the queue. The provider
 * is called once for an address, unless the server crashes before the answer: after the leases end, the addresses in
 * flight (at most `AT_ONCE`) are looked up again.
 */
export async function geocodeDue(
  context: WorkContext,
  { signal, end, pollEvery, onError }: RunOptions,
): Promise<number> {
  const { storage, clock, geocoder } = context;
  if (geocoder === null) return 0;
  const inFlight = new Set<GeocodeClaim>();
  const lookUpDue = lookUp(context, geocoder, { stop: signal, end });
  const extending = setInterval(() => {
    storage.geocoding.extend([...inFlight], clock() + LEASE).catch(onError);
  }, EXTEND_EVERY);
  let count = 0;
  try {
    await workOffClaims<GeocodeClaim>({
      atOnce: AT_ONCE,
      signal,
      pollEvery,
      claim: async (limit) =>
        lookUpDue.isPaused() ? [] : storage.geocoding.claim(limit, clock(), clock() + LEASE),
      async run(claim) {
        inFlight.add(claim);
        count++;
        await lookUpDue(claim).catch(onError);
        inFlight.delete(claim);
      },
    });
    return count;
  } finally {
    clearInterval(extending);
  }
}
