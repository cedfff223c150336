import type { ImageTimer } from '../contracts/images.ts';
import type { TimerRow } from '../storage/images.ts';
import type { Millis } from '../storage/rows.ts';
import { showDatetime } from '../values/datetime.ts';
import { readTimer } from './stored-timer.ts';
import type { TimerDesign } from './timer-design.ts';

/** What the detail of an image says of its timer (docs/rules.md#image). */
export function showTimer(timer: TimerRow, now: Millis): ImageTimer {
  const { design, target } = readTimer(timer);
  return {
    targetDate: showDatetime(target.instant),
    timeZone: target.timeZone,
    expired: target.instant <= now,
    design,
  };
}

/** How a timer is shown in a page: its size there, which at scale 2 is half that of the file, and what stands in its place. */
export function pictureOfTimer(timer: TimerRow): Pick<TimerDesign, 'width' | 'height' | 'altText'> {
  const { width, height, altText } = readTimer(timer).design;
  return { width, height, altText };
}
