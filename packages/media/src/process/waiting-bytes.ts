import { UnavailableError } from '@vitrine/core';

/** Upper bounds of the bytes of waiting jobs, of all accounts and of one. A single job may always wait. */
const BYTES_MAX = 200_000_000;
const BYTES_PER_ACCOUNT = 100_000_000;

export interface HeldBytes {
  /** Must be called once. */
  release(): void;
}

/** Counts and bounds the bytes of waiting jobs by account. */
export interface WaitingBytes {
  /** @throws UnavailableError if a bound would be exceeded. */
  hold(account: string | null, bytes: number): HeldBytes;
  total(): number;
}

/** @param refusal message of the error. */
export function waitingBytes(refusal: string): WaitingBytes {
  const byAccount = new Map<string | null, number>();
  let total = 0;
  return {
    hold(account, bytes) {
      const own = byAccount.get(account) ?? 0;
      const isTooMuch = (before: number, max: number) => before > 0 && before + bytes > max;
      if (isTooMuch(total, BYTES_MAX) || isTooMuch(own, BYTES_PER_ACCOUNT))
        throw new UnavailableError(refusal);
      total += bytes;
      byAccount.set(account, own + bytes);
      return {
        release() {
          total -= bytes;
          const left = (byAccount.get(account) ?? 0) - bytes;
          if (left > 0) byAccount.set(account, left);
          else byAccount.delete(account);
        },
      };
    },
    total: () => total,
  };
}
