import { sha256Base64url } from '../crypto.ts';
import type { TimerScene } from '../media.ts';
import type { ImageRow, TimerRow } from '../storage/images.ts';
import { readTimer } from '../timers/stored-timer.ts';
import { secondsLeft } from '../timers/target.ts';
import type { ServiceContext } from './context.ts';
import { requireMedia } from './media.ts';

/** The GIF of a saved timer as it is to be seen now. @throws UnavailableError when too many wait, or without `media`. */
export type RenderTimer = (image: ImageRow) => Promise<Uint8Array>;

export function timerRenderer({ clock, hotBlobs, media }: ServiceContext): RenderTimer {
  return async ({ timer }) => {
    if (timer === null) throw new Error('the image is no timer');
    const left = secondsLeft(timer.target, clock());
    return requireMedia(media).renderTimer(sceneOf(timer, hotBlobs.require), left);
  };
}

/** The key leaves the target out: the picture depends on it only through the seconds that are left. */
function sceneOf(timer: TimerRow, load: TimerScene['load']): TimerScene {
  const { design, resources } = readTimer(timer);
  return { key: sha256Base64url(`${timer.design}\n${timer.resources}`), design, ...resources, load };
}
