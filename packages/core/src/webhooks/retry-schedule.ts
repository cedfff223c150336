import type { Millis } from '../storage/index.ts';

const SECOND: Millis = 1_000;
const MINUTE: Millis = 60 * SECOND;
const HOUR: Millis = 60 * MINUTE;

/** The pauses between two attempts, those of Standard Webhooks 1.0. */
const PAUSES: readonly Millis[] = [
  5 * SECOND,
  5 * MINUTE,
  30 * MINUTE,
  2 * HOUR,
  5 * HOUR,
  10 * HOUR,
  14 * HOUR,
  20 * HOUR,
  24 * HOUR,
];
/** The part of a pause that is added at random, so that deliveries that failed together are not sent together again. */
const JITTER = 0.1;

/** Returns the time of the attempt that follows `tries` failed ones. Null: the delivery is given up. */
export function nextAttemptAt(tries: number, now: Millis): Millis | null {
  const pause = PAUSES[tries - 1];
  return pause === undefined ? null : now + Math.round(pause * (1 + JITTER * Math.random()));
}

/** How long a webhook may fail, without one success, until it is disabled. */
export const FAILING_MAX: Millis = 5 * 24 * HOUR;
