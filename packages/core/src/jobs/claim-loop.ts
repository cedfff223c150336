import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Millis } from '../storage/index.ts';
import { sleep } from './sleep.ts';

export interface ClaimLoop<Claim> {
  /** Claims that are worked on at once. */
  readonly atOnce: number;
  /** No more is claimed once it aborts. */
  readonly signal: AbortSignal;
  /** Milliseconds after which the queue is looked at again while slow work is under way. */
  readonly pollEvery: Millis;
  /** Claims at most `limit`; none: nothing is due now, or may be begun now. */
  claim(limit: number): Promise<readonly Claim[]>;
  /** Does the work of a claim. Must not reject. */
  run(claim: Claim): Promise<void>;
}

/**
 * Claims work and does it, `atOnce` pieces at a time, until nothing is due and nothing is under way, or the signal aborts and
 * what was begun has ended. A slow piece holds up no other while there is room beside it.
 * @throws what `claim` throws, after all that was begun has ended.
 */
export async function workOffClaims<Claim>(loop: ClaimLoop<Claim>): Promise<void> {
  const { atOnce, signal, pollEvery, claim, run } = loop;
  const underWay = new Set<Promise<void>>();

  function start(each: Claim): void {
    const ended = run(each).finally(() => underWay.delete(ended));
    underWay.add(ended);
  }

  try {
    for (;;) {
      const free = atOnce - underWay.size;
      const claims = free > 0 && !signal.aborted ? await claim(free) : [];
      for (const each of claims) start(each);
      if (underWay.size === 0) return;
      if (claims.length > 0 && claims.length === free) continue;
      await endOfOne(underWay, free > 0 && !signal.aborted ? pollEvery : null);
      // Those that were written together end together: let them all end, and claim as many at once.
      await nextTurn();
    }
  } finally {
    await Promise.all(underWay);
  }
}

/** Resolves when one of them ends, or after the time. */
async function endOfOne(underWay: Iterable<Promise<void>>, most: Millis | null): Promise<void> {
  const isOver = new AbortController();
  const late = most === null ? [] : [sleep(most, isOver.signal)];
  await Promise.race([...underWay, ...late]);
  isOver.abort();
}
