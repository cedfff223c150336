/** Knows from the callers whether more than one account is active. */
export interface ActiveAccounts {
  /** Notes a caller. */
  note(account: string | null): void;
  /** Returns whether the callers changed from one account to another within the time. */
  areSeveral(): boolean;
}

/** The usual time for which accounts count as active, in milliseconds. */
export const SHARED_FOR = 10_000;

/** @param activeFor milliseconds for which both accounts count as active after such a change. */
export function activeAccounts(
  activeFor: number,
  now: () => number = () => performance.now(),
): ActiveAccounts {
  let last: string | null | undefined;
  let severalUntil = Number.NEGATIVE_INFINITY;
  return {
    note(account) {
      if (last !== undefined && account !== last) severalUntil = now() + activeFor;
      last = account;
    },
    areSeveral: () => now() < severalUntil,
  };
}
