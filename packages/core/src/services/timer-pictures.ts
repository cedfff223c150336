import { LRUCache } from 'lru-cache';
import type { TimerScene } from '../media.ts';
import type { ImageRow, TimerRow } from '../storage/images.ts';
import { readTimer } from '../timers/stored-timer.ts';
import { secondsLeft } from '../timers/target.ts';
import { sceneOf } from '../timers/timer-scene.ts';
import type { Caller, CallOptions } from '../turns/caller.ts';
import type { ServiceContext } from './context.ts';
import { requireMedia } from './media.ts';

/**
 * The GIF of a saved timer as it is to be seen now, drawn on the account of the image's owner.
 * @throws UnavailableError when too many wait, it takes over 10 s, or without `media`.
 */
export type RenderTimer = (image: ImageRow, options: CallOptions) => Promise<Uint8Array>;

/** Timers whose designs are kept read: reading one takes 0.1 ms, more than finding the GIF of this second. A few kilobytes each. */
const SCENES_MAX = 1_000;

export function timerRenderer({ clock, hotBlobs, media }: ServiceContext): RenderTimer {
  const scenes = new LRUCache<string, TimerScene>({ max: SCENES_MAX });

  /** By the design and not by the image, so that whatever changes the one is seen; the target is in neither. */
  function sceneOfTimer(timer: TimerRow): TimerScene {
    const text = `${timer.design}\n${timer.resources}`;
    const known = scenes.get(text);
    if (known !== undefined) return known;
    const { design, resources } = readTimer(timer);
    const scene = sceneOf(design, resources, hotBlobs.require);
    scenes.set(text, scene);
    return scene;
  }

  return async ({ accountId, timer }, options) => {
    if (timer === null) throw new Error('the image is no timer');
    const caller: Caller = {
      account: accountId,
      // Read only when the GIF is not cached: a server makes the signal of a request when it is first asked for.
      get signal() {
        return options.signal;
      },
    };
    return requireMedia(media).renderTimer(sceneOfTimer(timer), secondsLeft(timer.target, clock()), caller);
  };
}
