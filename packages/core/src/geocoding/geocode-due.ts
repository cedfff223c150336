import { setImmediate as nextTurn } from 'node:timers/promises';
import type { WorkOptions } from '../jobs/work.ts';
import type { ServiceContext } from '../services/context.ts';
import type { GeocodeClaim, Millis } from '../storage/index.ts';
import { lookUp } from './look-up.ts';

/** Addresses that a server works on at once, and so the most that are asked a second time when it is killed. */
const AT_ONCE = 8;
/** What another server waits after a crash (decisions 12.23). */
const LEASE: Millis = 10_000;
const EXTEND_EVERY: Millis = 3_000;
/** What calls under way may take when the work is to stop. */
const GRACE: Millis = 5_000;

/**
 * Looks up the addresses that are due, a few at a time, until none is left or the signal comes; how many it took on. Each is
 * for itself: what goes wrong with one holds up no other. Without a geocoder nothing is due.
 *
 * Every claimed address is settled, queued for another try or handed back before this resolves. A provider is asked once for
 * an address, unless the server dies between the question and the answer: then those under way, `AT_ONCE` at most, are asked
 * again when their leases have ended.
 */
export async function geocodeDue(
  context: ServiceContext,
  { signal, onError = () => {} }: Pick<WorkOptions, 'signal' | 'onError'>,
): Promise<number> {
  const { storage, clock, geocoder } = context;
  if (geocoder === null) return 0;
  const underWay = new Map<GeocodeClaim, Promise<void>>();
  const late = new AbortController();
  const stop = () => void setTimeout(() => late.abort(), GRACE).unref();
  signal.addEventListener('abort', stop, { once: true });
  const lookUpDue = lookUp(context, geocoder, { stop: signal, end: late.signal });
  const extending = setInterval(() => {
    storage.geocoding.extend([...underWay.keys()], clock() + LEASE).catch(onError);
  }, EXTEND_EVERY);
  let count = 0;

  function start(claim: GeocodeClaim): void {
    const ended = lookUpDue(claim)
      .catch(onError)
      .finally(() => underWay.delete(claim));
    underWay.set(claim, ended);
    count++;
  }

  try {
    for (;;) {
      const free = AT_ONCE - underWay.size;
      const mayStart = free > 0 && !signal.aborted && !lookUpDue.isPaused();
      const claims = mayStart ? await storage.geocoding.claim(free, clock(), clock() + LEASE) : [];
      for (const claim of claims) start(claim);
      if (underWay.size === 0) return count;
      if (claims.length > 0 && claims.length === free) continue;
      await Promise.race(underWay.values());
      // Those that were written together end together: let them all, and claim as many at once.
      await nextTurn();
    }
  } finally {
    await Promise.all(underWay.values());
    clearInterval(extending);
    signal.removeEventListener('abort', stop);
  }
}
