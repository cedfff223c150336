import type { Millis } from '../storage/rows.ts';
import { parseDatetime } from '../values/datetime.ts';
import { DURATION_MAX } from '../values/duration.ts';

/** The clock of a mail tool may be fast by this much. */
const SKEW: Millis = 60_000;
const SECONDS_FORM = /^\d{1,11}$/;
const SPACE_BEFORE_OFFSET = / (?=\d{2}:\d{2}$)/;

/**
 * Returns the end of an evergreen countdown (docs/rules.md#target-kinds). A start that is missing or unreadable counts as
 * now. One that is in the future or older than 90 days has ended: returns `now`.
 *
 * @param start ISO 8601 or Unix seconds, as in the query of a URL.
 */
export function evergreenEnd(duration: Millis, start: string | null, now: Millis): Millis {
  const began = start === null ? null : readStart(start);
  if (began === null) return now + duration;
  if (began > now + SKEW || began < now - DURATION_MAX) return now;
  return Math.min(began, now) + duration;
}

function readStart(text: string): Millis | null {
  const trimmed = text.trim();
  if (SECONDS_FORM.test(trimmed)) return Number(trimmed) * 1_000;
  // A plus sign in a query means a space.
  return parseDatetime(trimmed.replace(SPACE_BEFORE_OFFSET, '+'))?.millis ?? null;
}
