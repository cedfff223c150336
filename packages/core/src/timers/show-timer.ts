import type { ImageTimer } from '../contracts/images/images.ts';
import type { TimerDesign } from '../contracts/timers/timer-design.ts';
import type { Millis } from '../ground/rows.ts';
import type { TimerRow } from '../storage/images/images.ts';
import { showDatetime } from '../values/datetime.ts';
import { readTimer } from './stored-timer.ts';
import { endOf, isOver } from './targeted-design.ts';

/** Returns the timer as part of an image's detail (docs/rules.md#image). */
export function showTimer(timer: TimerRow, now: Millis): ImageTimer {
  const stored = readTimer(timer);
  return {
    targetDate: showDatetime(endOf(stored, now)),
    timeZone: stored.target.timeZone,
    expired: isOver(stored, now),
    design: stored.design,
  };
}

/** Returns the displayed size of a timer, which at scale 2 is half the size of the GIF, its alternative text and its target. */
export function pictureOfTimer(
  timer: TimerRow,
): Pick<TimerDesign, 'width' | 'height' | 'altText' | 'target'> {
  const { width, height, altText, target } = readTimer(timer).design;
  return { width, height, altText, target };
}
