import type { TimerDesign } from '../contracts/timers/timer-design.ts';
import type { Millis } from '../ground/rows.ts';
import type { Countdown } from '../media/timer-scene.ts';
import type { TimerTarget } from '../storage/images/images.ts';
import { parseDuration } from '../values/duration.ts';
import { nextOccurrence } from './recurrence.ts';
import { evergreenEnd } from './start.ts';

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
