import type { ImageTimer } from '../contracts/images.ts';
import type { TimerDesign } from '../contracts/timer-design.ts';
import type { TimerRow } from '../storage/images.ts';
import type { Millis } from '../storage/rows.ts';
import { showDatetime } from '../values/datetime.ts';
import { readTimer } from './stored-timer.ts';

/** Returns the timer as part of an image's detail (docs/rules.md#image). */
export function showTimer(timer: TimerRow, now: Millis): ImageTimer {
  const { design, target } = readTimer(timer);
  return {
    targetDate: showDatetime(target.instant),
    timeZone: target.timeZone,
    expired: target.instant <= now,
    design,
  };
}

/** Returns the displayed size of a timer, which at scale 2 is half the size of the GIF, and its alternative text. */
export function pictureOfTimer(timer: TimerRow): Pick<TimerDesign, 'width' | 'height' | 'altText'> {
  const { width, height, altText } = readTimer(timer).design;
  return { width, height, altText };
}
