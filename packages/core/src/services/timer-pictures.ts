import type { ImageRow } from '../storage/images.ts';
import { readTimer } from '../timers/stored-timer.ts';
import { secondsLeft } from '../timers/target.ts';
import { sceneOf } from '../timers/timer-scene.ts';
import type { ServiceContext } from './context.ts';
import { requireMedia } from './media.ts';

/** The GIF of a saved timer as it is to be seen now. @throws UnavailableError when too many wait, or without `media`. */
export type RenderTimer = (image: ImageRow) => Promise<Uint8Array>;

export function timerRenderer({ clock, hotBlobs, media }: ServiceContext): RenderTimer {
  return async ({ timer }) => {
    if (timer === null) throw new Error('the image is no timer');
    const left = secondsLeft(timer.target, clock());
    const { design, resources } = readTimer(timer);
    return requireMedia(media).renderTimer(sceneOf(design, resources, hotBlobs.require), left);
  };
}
