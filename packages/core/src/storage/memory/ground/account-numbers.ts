import type { AccountNumberStorage, NumberedKind } from '../../accounts/account-numbers.ts';

/** The facet, with synchronous methods for the facets of numbered rows. */
export interface MemoryAccountNumbers {
  readonly storage: AccountNumberStorage;
  /** Takes and returns the next number. The first one is `first`. */
  reserve(accountId: string, kind: NumberedKind, first?: number): number;
  /** Returns whether this number or a higher one is taken. */
  isTaken(accountId: string, kind: NumberedKind, number: number): boolean;
  /** Takes this number and all lower ones. */
  take(accountId: string, kind: NumberedKind, number: number): void;
}

export function memoryAccountNumbers(): MemoryAccountNumbers {
  const lastByKey = new Map<string, number>();

  function keyOf(accountId: string, kind: NumberedKind): string {
    return `${kind} ${accountId}`;
  }

  function isTaken(accountId: string, kind: NumberedKind, number: number): boolean {
    const last = lastByKey.get(keyOf(accountId, kind));
    return last !== undefined && last >= number;
  }

  function take(accountId: string, kind: NumberedKind, number: number): void {
    if (!isTaken(accountId, kind, number)) lastByKey.set(keyOf(accountId, kind), number);
  }

  return {
    storage: {
      async last(accountId, kind) {
        return lastByKey.get(keyOf(accountId, kind)) ?? null;
      },
      async raise(accountId, kind, number) {
        take(accountId, kind, number);
      },
    },
    reserve(accountId, kind, first = 1) {
      const number = (lastByKey.get(keyOf(accountId, kind)) ?? first - 1) + 1;
      take(accountId, kind, number);
      return number;
    },
    isTaken,
    take,
  };
}
