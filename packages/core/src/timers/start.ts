import type { Millis } from '../ground/rows.ts';
import { DURATION_MAX } from '../values/duration.ts';
import { readMoment } from './moment.ts';

/** The clock of a mail tool may be fast by this much. */
const SKEW: Millis = 60_000;

/**
 * Returns the end of an evergreen countdown (docs/rules.md#target-kinds). A start that is missing or unreadable counts as
 * now. One that is in the future or older than 90 days has ended: returns `now`.
 *
 * @param start a moment as mail tools write it (`readMoment`).
 */
export function evergreenEnd(duration: Millis, start: string | null, now: Millis): Millis {
  const began = start === null ? null : readMoment(start);
  if (began === null) return now + duration;
  if (began > now + SKEW || began < now - DURATION_MAX) return now;
  return Math.min(began, now) + duration;
}
