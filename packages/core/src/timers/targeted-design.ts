import type { TimerDesign } from '../contracts/timers/timer-design.ts';
import type { Millis } from '../ground/rows.ts';
import type { Countdown } from '../media/timer-scene.ts';
import type { TimerTarget } from '../storage/images/images.ts';
import { DURATION_MAX, parseDuration } from '../values/duration.ts';
import { readMoment } from './moment.ts';
import { nextOccurrence } from './recurrence.ts';

/**
 * A design with the instant of its target: a wall time alone is ambiguous in an hour that clocks show twice. For a target
 * that is not a date, it is the end when the design was made.
 */
export interface TargetedDesign {
  readonly design: TimerDesign;
  readonly target: TimerTarget;
}

/** What an opening gives to a target that the design does not decide. */
export interface TimerOpening {
  /** The `start` of the URL, for evergreen targets. */
  readonly start?: string | null | undefined;
  /** The moment in the URL or in a record, for targets from data. */
  readonly until?: Millis | null | undefined;
}

/** Returns the end of a countdown that is opened now. */
export function endOf(
  { design, target }: { readonly design: Pick<TimerDesign, 'target'>; readonly target: TimerTarget },
  now: Millis,
  { start = null, until = null }: TimerOpening = {},
): Millis {
  switch (design.target.kind) {
    case 'date':
      return target.instant;
    case 'recurring':
      return nextOccurrence(design.target, now);
    case 'evergreen':
      return evergreenEnd(durationOf(design.target), start, now);
    case 'value':
    case 'record':
      return until ?? now + ((design.target.missing && parseDuration(design.target.missing)) || 0);
  }
}

/** Returns whether the countdown is over for all who open it: only a date passes. */
export function isOver({ design, target }: TargetedDesign, now: Millis): boolean {
  return design.target.kind === 'date' && target.instant <= now;
}

/** Returns the countdown that is opened now. */
export function countdownOf(
  timer: { readonly design: Pick<TimerDesign, 'target' | 'frames'>; readonly target: TimerTarget },
  now: Millis,
  opening: TimerOpening = {},
): Countdown {
  const { target, frames } = timer.design;
  const end = endOf(timer, now, opening);
  const secondsLeft = Math.max(0, Math.ceil((end - now) / 1_000));
  // Most GIFs end before the target, and need no search for the occurrence after it.
  if (target.kind !== 'recurring' || secondsLeft >= frames) return { secondsLeft };
  return { secondsLeft, next: (nextOccurrence(target, end + 1) - end) / 1_000 };
}

export const DEFAULT_DURATION = 'PT48H';

function durationOf({ duration = DEFAULT_DURATION }: TimerDesign['target']): Millis {
  return parseDuration(duration) ?? 0;
}

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
