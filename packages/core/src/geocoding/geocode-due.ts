import { workOffClaims } from '../jobs/claim-loop.ts';
import type { RunOptions, WorkContext } from '../jobs/work-context.ts';
import type { GeocodeClaim, Millis } from '../storage/index.ts';
import { lookUp } from './look-up.ts';

/** Addresses that a server works on at once, and so the most that are asked a second time when it is killed. */
const AT_ONCE = 8;
/** What another server waits after a crash (docs/rules.md#geocoding). */
const LEASE: Millis = 10_000;
const EXTEND_EVERY: Millis = 3_000;

/**
 * Looks up the addresses that are due, a few at a time, until none is left or the signal aborts; how many it began. An error
 * with one address holds up no other. Without a geocoder nothing is due.
 *
 * Every claimed address is settled, queued for another try or handed back before this resolves. A provider is asked once for
 * an address, unless the server dies between the question and the answer: then those under way, `AT_ONCE` at most, are asked
 * again when their leases have ended.
 */
export async function geocodeDue(
  context: WorkContext,
  { signal, end, pollEvery, onError }: RunOptions,
): Promise<number> {
  const { storage, clock, geocoder } = context;
  if (geocoder === null) return 0;
  const underWay = new Set<GeocodeClaim>();
  const lookUpDue = lookUp(context, geocoder, { stop: signal, end });
  const extending = setInterval(() => {
    storage.geocoding.extend([...underWay], clock() + LEASE).catch(onError);
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
        underWay.add(claim);
        count++;
        await lookUpDue(claim).catch(onError);
        underWay.delete(claim);
      },
    });
    return count;
  } finally {
    clearInterval(extending);
  }
}
