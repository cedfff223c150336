import type { Millis } from './rows.ts';

/** Returns the whole seconds until a moment, 0 after it. An infinite moment has infinite seconds. */
export function secondsUntil(end: Millis, now: Millis): number {
  return Math.max(0, Math.floor((end - now) / 1_000));
}
