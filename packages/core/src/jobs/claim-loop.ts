import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Millis } from '../storage/index.ts';
import { sleep } from './sleep.ts';

export interface ClaimLoop<Claim> {
  /** Upper bound of claims that run at once. */
  readonly atOnce: number;
  /** Aborts to stop claiming. Claims in flight continue. */
  readonly signal: AbortSignal;
  /** Milliseconds until the next look at the queue while slow work is in flight. */
  readonly pollEvery: Millis;
  /** Claims at most `limit`. Empty: nothing is due, or nothing may begin now. */
  claim(limit: number): Promise<readonly Claim[]>;
  /** Runs a claim. Must not reject. */
  run(claim: Claim): Promise<void>;
}

/**
 * Claims and runs work, at most `atOnce` claims at a time. Resolves when nothing is due and nothing is in flight, or
 * when the signal has aborted and the claims in flight have ended. Slow work delays no other while there is room.
 * @throws what `claim` throws, after all claims in flight have ended.
 */
export async function workOffClaims<Claim>(loop: ClaimLoop<Claim>): Promise<void> {
  const { atOnce, signal, pollEvery, claim, run } = loop;
  const inFlight = new Set<Promise<void>>();

  function start(each: Claim): void {
    const ended = run(each).finally(() => inFlight.delete(ended));
    inFlight.add(ended);
  }

  try {
    for (;;) {
      const free = atOnce - inFlight.size;
      const claims = free > 0 && !signal.aborted ? await claim(free) : [];
      for (const each of claims) start(each);
      if (inFlight.size === 0) return;
      if (claims.length > 0 && claims.length === free) continue;
      await firstEnd(inFlight, free > 0 && !signal.aborted ? pollEvery : null);
      // Claims that write in one batch end together. Wait for all of them, to claim as many at once.
      await nextTurn();
    }
  } finally {
    await Promise.all(inFlight);
  }
}

/** Resolves when one of the promises settles, or after the timeout. */
async function firstEnd(inFlight: Iterable<Promise<void>>, timeout: Millis | null): Promise<void> {
  const isOver = new AbortController();
  const late = timeout === null ? [] : [sleep(timeout, isOver.signal)];
  await Promise.race([...inFlight, ...late]);
  isOver.abort();
}
