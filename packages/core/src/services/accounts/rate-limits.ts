import type { Principal } from '../../ports/access.ts';
import type { Millis, RequestTotals } from '../../storage/index.ts';
import type { ServiceContext } from '../calls/context.ts';

/** Limits in requests a minute, at least 1. */
export interface RateLimits {
  /** For all keys of an account together. */
  readonly account: number;
  readonly key: number;
  /** Requests with an invalid key, for each client (see `FailedKeys`). Absent: no limit. */
  readonly failedKeys?: number | undefined;
}

/** The state of one limit for a caller. */
export interface Quota {
  readonly name: 'account' | 'key';
  readonly limit: number;
  /** Requests that are admitted from now on. */
  readonly remaining: number;
  /** Seconds until the window ends. */
  readonly resetSeconds: number;
}

export interface Admission {
  /** Empty if there are no limits. */
  readonly quotas: readonly Quota[];
  /** Null: admitted. Otherwise, the seconds after which to try again. */
  readonly refusedForSeconds: number | null;
}

/**
 * Limits on the requests of an account and of a key. Direct calls in this process are not limited; a server calls
 * `admit` before each request.
 */
export interface RateLimitService {
  /**
   * Counts requests of the principal, by default one, unless they exceed a limit. Decides immediately, using the counts of
   * this process and, up to half a second old, those of all other servers if they reach a hundredth of the limit. So
   * several servers together may admit slightly more.
   */
  admit(principal: Principal, requests?: number): Admission;
}

/**
 * Counts are kept for each minute of the clock. A limit applies to the last 60 s: the current minute, and the share of
 * the previous one that lies within them, assuming that its requests were evenly distributed.
 */
const WINDOW: Millis = 60_000;
const SHARE_EVERY: Millis = 500;
/** A count below this part of its limit is not shared, so that high limits cause no writes. */
const SHARED_FROM = 1 / 100;
/** The number of new subjects after which old counts are removed. */
const FORGET_EVERY = 1_000;
const UNLIMITED: Admission = { quotas: [], refusedForSeconds: null };

interface Tally {
  window: number;
  /** Requests of all servers, as far as known. */
  previous: number;
  current: number;
  /** Requests of this process that are not in the storage yet. */
  unshared: number;
  /** Close enough to its limit for the counts of other servers to matter. */
  isNear: boolean;
}

export function rateLimitService(context: ServiceContext, limits: RateLimits | null): RateLimitService {
  const { storage, clock } = context;
  const tallies = new Map<string, Tally>();
  let sharing = false;

  function tallyOf(subject: string, window: number): Tally {
    let tally = tallies.get(subject);
    if (tally === undefined) {
      if (tallies.size % FORGET_EVERY === 0) forgetBefore(window - 1);
      tally = { window, previous: 0, current: 0, unshared: 0, isNear: false };
      tallies.set(subject, tally);
    } else if (tally.window !== window) {
      const previous = tally.window === window - 1 ? tally.current + tally.unshared : 0;
      Object.assign(tally, { window, previous, current: 0, unshared: 0, isNear: false });
    }
    return tally;
  }

  function count(tally: Tally, requests: number, used: number, limit: number): void {
    tally.unshared += requests;
    tally.isNear = used + requests >= limit * SHARED_FROM;
    if (tally.isNear) shareSoon();
  }

  function forgetBefore(window: number): void {
    for (const [subject, tally] of tallies) if (tally.window < window) tallies.delete(subject);
  }

  function shareSoon(): void {
    if (sharing) return;
    sharing = true;
    setTimeout(() => void share(), SHARE_EVERY).unref();
  }

  /** Adds the counts of this process to the storage, and reads those of other servers. */
  async function share(): Promise<void> {
    const window = Math.floor(clock() / WINDOW);
    forgetBefore(window - 1);
    const sent = new Map<string, { tally: Tally; count: number }>();
    for (const [subject, tally] of tallies) {
      if (tally.window === window && tally.unshared > 0) {
        sent.set(subject, { tally, count: tally.unshared });
        tally.current += tally.unshared;
        tally.unshared = 0;
      }
    }
    try {
      const counts = Array.from(sent, ([subject, { count }]) => ({ subject, count }));
      const totals = await storage.requestCounts.add(window, counts);
      Array.from(sent.values(), ({ tally }, i) => learn(tally, window, totals[i]));
    } catch {
      // The storage is unavailable. Limits apply to this process alone until it is available again.
      for (const { tally, count } of sent.values()) {
        if (tally.window !== window) continue;
        tally.current -= count;
        tally.unshared += count;
      }
    } finally {
      sharing = false;
      if (tallies.values().some(({ unshared, isNear }) => isNear && unshared > 0)) shareSoon();
    }
  }

  function learn(tally: Tally, window: number, totals: RequestTotals | undefined): void {
    if (totals !== undefined && tally.window === window) Object.assign(tally, totals);
  }

  return {
    admit(principal, requests = 1) {
      if (limits === null) return UNLIMITED;
      const now = clock();
      const window = Math.floor(now / WINDOW);
      const passed = (now - window * WINDOW) / WINDOW;
      const counted = subjectsOf(principal).map(({ name, subject }) => ({
        name,
        tally: tallyOf(subject, window),
      }));
      let wait: Millis | null = null;
      for (const { name, tally } of counted) {
        const limit = limits[name];
        if (usedOf(tally, passed) + requests > limit)
          wait = Math.max(wait ?? 0, waitOf(tally, requests, passed, limit));
      }
      const resetSeconds = Math.max(1, Math.ceil(((1 - passed) * WINDOW) / 1_000));
      const quotas: Quota[] = [];
      for (const { name, tally } of counted) {
        const limit = limits[name];
        const used = usedOf(tally, passed);
        if (wait === null) count(tally, requests, used, limit);
        const remaining = Math.max(0, Math.floor(limit - used) - (wait === null ? requests : 0));
        quotas.push({ name, limit, remaining, resetSeconds });
      }
      return {
        quotas,
        refusedForSeconds: wait === null ? null : Math.max(1, Math.ceil(Math.round(wait) / 1_000)),
      };
    },
  };
}

/** A name under which the requests of a principal are counted. */
interface Subject {
  readonly name: Quota['name'];
  readonly subject: string;
}

const subjectsByPrincipal = new WeakMap<Principal, readonly Subject[]>();

function subjectsOf(principal: Principal): readonly Subject[] {
  let subjects = subjectsByPrincipal.get(principal);
  if (subjects === undefined) {
    const { accountId, key } = principal;
    const account: Subject = { name: 'account', subject: `account:${accountId}` };
    subjects = key === null ? [account] : [account, { name: 'key', subject: `key:${key.id}` }];
    subjectsByPrincipal.set(principal, subjects);
  }
  return subjects;
}

function usedOf({ previous, current, unshared }: Tally, passed: number): number {
  return previous * (1 - passed) + current + unshared;
}

/** Returns the milliseconds until further requests are admitted, if no others come. More than the limit never are. */
function waitOf(
  { previous, current, unshared }: Tally,
  requests: number,
  passed: number,
  limit: number,
): Millis {
  if (requests > limit) return WINDOW;
  const own = current + unshared;
  const room = limit - requests;
  // In this window, as the previous one fades; or in the next one, as this one fades.
  if (own <= room) return (1 - (room - own) / previous - passed) * WINDOW;
  return (1 - passed + 1 - room / own) * WINDOW;
}
