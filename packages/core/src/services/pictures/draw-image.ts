import { samplesOf } from '../../live/check/check-live.ts';
import { readLive } from '../../live/design/stored-design.ts';
import type { ImageRow } from '../../storage/images/images.ts';
import type { CallOptions } from '../../turns/caller.ts';
import type { ServiceContext } from '../calls/context.ts';
import { requireMedia } from '../calls/media.ts';
import { pictureScene } from '../live-images/live-pictures.ts';
import type { RenderTimer } from '../timers/timer-pictures.ts';

/** Draws an image that is not stored, as it is now: a timer, or a live image with its samples. */
export type DrawImage = (image: ImageRow, options: CallOptions) => Promise<Uint8Array>;

export function imageDrawer(context: ServiceContext, renderTimer: RenderTimer): DrawImage {
  const { clock, closing, liveOpenings, media } = context;
  return async (image, { signal }) => {
    if (image.live === null) return renderTimer(image, { signal });
    const samples = samplesOf(readLive(image.live).design);
    const opened = await liveOpenings.open(image, samples, {
      ...{ at: clock(), client: 'other', signal: signal ?? closing },
    });
    const account = image.accountId;
    const { scene } = await pictureScene(context, account, opened, {});
    const { bytes } = await requireMedia(media).renderLive(scene, { account, signal });
    return bytes;
  };
}
