import { samplesOf } from '../../live/check-live.ts';
import { readLive } from '../../live/stored-design.ts';
import type { ImageRow } from '../../storage/images.ts';
import type { CallOptions } from '../../turns/caller.ts';
import type { ServiceContext } from '../calls/context.ts';
import { requireMedia } from '../calls/media.ts';
import type { RenderTimer } from '../timers/timer-pictures.ts';

/** Draws an image that is not stored, as it is now: a timer, or a live image with its samples. */
export type DrawImage = (image: ImageRow, options: CallOptions) => Promise<Uint8Array>;

export function imageDrawer(
  { clock, closing, liveOpenings, media }: ServiceContext,
  renderTimer: RenderTimer,
): DrawImage {
  return async (image, { signal }) => {
    if (image.live === null) return renderTimer(image, { signal });
    const samples = samplesOf(readLive(image.live).design);
    const opened = await liveOpenings.open(image, samples, {
      ...{ at: clock(), client: 'other', signal: signal ?? closing },
    });
    const { bytes } = await requireMedia(media).renderLive(opened.scene(), {
      account: image.accountId,
      signal,
    });
    return bytes;
  };
}
