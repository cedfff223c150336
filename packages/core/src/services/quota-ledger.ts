/** How much one account has of one resource, as far as this process knows. */
export interface QuotaLedger {
  /**
   * Takes up to `wanted` units of the room that is left under the limit, and at least `least`: how many it took, null when
   * there is less room than that. What was taken has to be given to `settle`.
   */
  take(limit: number, wanted: number, least: number): Promise<number | null>;
  /** Ends what `take` took: `created` of it is in the storage now. */
  settle(taken: number, created: number): void;
  /** Nobody holds or waits for anything. */
  isIdle(): boolean;
}

/** Milliseconds after which a count is made anew before it is relied on: until then, other servers' rows are not seen. */
const COUNT_MAX_AGE = 5_000;
/** A count that takes longer than this is dear: the next one waits for so many times as long. */
const CHEAP_COUNT = 100;
const COUNT_PAUSE = 20;

/**
 * Counts in the storage now and then, and adds what this process has created since. A process relies on a count for five
 * seconds and for half of the room that it showed, so counts come more often the less room is left; nothing is refused
 * without a count of that moment, taken while nothing of this process is under way. So one process never exceeds a limit, and
 * refuses nothing that there is room for, but for the pause behind a count that took more than 100 ms: those are made in a twentieth
 * of the time at most.
 *
 * @param count asks the storage how much there is.
 * @param now milliseconds that only rise.
 */
export function quotaLedger(count: () => Promise<number>, now: () => number): QuotaLedger {
  let counted = 0;
  let countedAt = Number.NEGATIVE_INFINITY;
  let countTook = 0;
  /** Units that may still be taken before the next count. */
  let allowance = 0;
  /** Created by this process since the count. */
  let created = 0;
  /** Taken and not yet settled. */
  let pending = 0;
  let exclusive: Promise<void> | null = null;
  let wake: (() => void) | null = null;

  function quickTake(limit: number, wanted: number): boolean {
    if (exclusive !== null || wanted > allowance || now() - countedAt > maxAge()) return false;
    if (counted + created + pending + wanted > limit) return false;
    allowance -= wanted;
    pending += wanted;
    return true;
  }

  function maxAge(): number {
    return Math.max(COUNT_MAX_AGE, pause());
  }

  function pause(): number {
    return countTook <= CHEAP_COUNT ? 0 : COUNT_PAUSE * countTook;
  }

  async function lock(): Promise<() => void> {
    while (exclusive !== null) await exclusive;
    const { promise, resolve } = Promise.withResolvers<void>();
    exclusive = promise;
    return () => {
      exclusive = null;
      resolve();
    };
  }

  async function settled(): Promise<void> {
    while (pending > 0) {
      const { promise, resolve } = Promise.withResolvers<void>();
      wake = resolve;
      await promise;
    }
  }

  /** Under the lock, with nothing pending. */
  async function recount(limit: number): Promise<void> {
    const startedAt = now();
    counted = await count();
    countedAt = now();
    countTook = countedAt - startedAt;
    created = 0;
    allowance = Math.ceil(Math.max(0, limit - counted) / 2);
  }

  return {
    async take(limit, wanted, least) {
      if (quickTake(limit, wanted)) return wanted;
      const unlock = await lock();
      try {
        await settled();
        const isFull = limit - counted - created < wanted;
        if (!isFull || now() - countedAt >= pause()) await recount(limit);
        const taken = Math.min(wanted, Math.max(0, limit - counted - created));
        if (taken < least) return null;
        allowance = Math.max(0, allowance - taken);
        pending += taken;
        return taken;
      } finally {
        unlock();
      }
    },
    settle(taken, made) {
      pending -= taken;
      created += made;
      allowance += taken - made;
      if (pending === 0) {
        wake?.();
        wake = null;
      }
    },
    isIdle: () => pending === 0 && exclusive === null,
  };
}
