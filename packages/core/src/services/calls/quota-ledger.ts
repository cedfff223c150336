/** The amount of one resource of one account, as far as this process knows. */
export interface QuotaLedger {
  /**
   * Reserves up to `wanted` units of the room under the limit, and at least `least`. Returns the number of reserved
   * units, or null if there is less room than `least`. Each reservation must be passed to `settle`.
   *
   * @param count returns the current amount in the storage, if it is needed.
   */
  take(limit: number, wanted: number, least: number, count: () => Promise<number>): Promise<number | null>;
  /** Ends a reservation of `take`: `created` of its units are in the storage now. */
  settle(taken: number, created: number): void;
  /** Returns whether there is neither a reservation nor a waiting caller. */
  isIdle(): boolean;
}

/** Milliseconds for which a count is used. Rows of other servers are not visible until the next count. */
const COUNT_MAX_AGE = 5_000;
/** Milliseconds. A count that takes longer is expensive: the next one waits for `COUNT_PAUSE` times its duration. */
const CHEAP_COUNT = 100;
const COUNT_PAUSE = 20;

/**
 * Counts in the storage at intervals, and adds what this process has created since. A count is used for at most five
 * seconds and for half of the room that it found, so counts are more frequent the less room is left. A rejection
 * requires a new count, taken while no reservation of this process is pending. So one process never exceeds a limit and
 * never rejects a call while there is room, except during the pause after an expensive count, which keeps such counts
 * to a twentieth of the time.
 *
 * @param now returns milliseconds that never decrease.
 */
export function quotaLedger(now: () => number): QuotaLedger {
  let counted = 0;
  let countedAt = Number.NEGATIVE_INFINITY;
  let countTook = 0;
  /** Units that may be reserved before the next count. */
  let allowance = 0;
  /** Created by this process since the count. */
  let created = 0;
  /** Units that are reserved and not settled. */
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

  /** Counts again. Needs the lock and no pending units. */
  async function recount(limit: number, count: () => Promise<number>): Promise<void> {
    const startedAt = now();
    counted = await count();
    countedAt = now();
    countTook = countedAt - startedAt;
    created = 0;
    allowance = Math.ceil(Math.max(0, limit - counted) / 2);
  }

  return {
    async take(limit, wanted, least, count) {
      if (quickTake(limit, wanted)) return wanted;
      const unlock = await lock();
      try {
        await settled();
        const isFull = limit - counted - created < wanted;
        if (!isFull || now() - countedAt >= pause()) await recount(limit, count);
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
