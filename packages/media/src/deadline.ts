import type { Caller } from '@vitrine/core';
import { requireWanted } from '@vitrine/core/server';

/** Milliseconds of a call, by default: its wait, the start of a process or thread, reading pictures and fonts, and the work. */
export const PATIENCE = 10_000;

/**
 * Runs `work` for at most `limit` milliseconds. `work` gets a caller whose signal aborts when the signal of the given
 * caller does, or after `limit`. The result of work that ignores the signal is dropped.
 *
 * @param late creates the error for a timeout.
 * @throws the reason of the caller's signal, or the error of `late`, as soon as it happens.
 */
export async function withDeadline<Result>(
  caller: Caller,
  limit: number,
  late: () => Error,
  work: (caller: Caller) => Promise<Result>,
): Promise<Result> {
  requireWanted(caller);
  const { account, signal } = caller;
  const ending = new AbortController();
  const leave = () => ending.abort(signal?.reason);
  signal?.addEventListener('abort', leave, { once: true });
  // Not unref'd: processes and threads do not keep the program running, but a pending call must.
  const timer = setTimeout(() => ending.abort(late()), limit);
  try {
    return await new Promise<Result>((resolve, reject) => {
      ending.signal.addEventListener('abort', () => reject(ending.signal.reason), { once: true });
      work({ account, signal: ending.signal }).then(resolve, reject);
    });
  } finally {
    clearTimeout(timer);
    signal?.removeEventListener('abort', leave);
  }
}

/** Waits for `work`, but at most `limit` milliseconds. */
export async function waitAtMost(limit: number, work: Promise<unknown>): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, limit);
  });
  await Promise.race([work, late]);
  clearTimeout(timer);
}
