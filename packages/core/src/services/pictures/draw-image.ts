import { samplesOf } from '../../live/check/check-live.ts';
import { readLive } from '../../live/design/stored-design.ts';
import type { ServiceContext } from '../calls/context.ts';
import type { DrawImage } from '../images/images.ts';
import { drawOpened } from '../live-images/openings/live-pictures.ts';
import type { RenderTimer } from '../timers/timer-pictures.ts';

export function imageDrawer(context: ServiceContext, renderTimer: RenderTimer): DrawImage {
  const { clock, closing, liveOpenings } = context;
  return async (image, { signal }) => {
    if (image.live === null) return { format: 'gif', bytes: await renderTimer(image, { signal }) };
    const samples = samplesOf(readLive(image.live).design);
    const opened = await liveOpenings.open(image, samples, {
      ...{ at: clock(), client: 'other', signal: signal ?? closing },
    });
    return drawOpened(context, image.accountId, opened, { signal });
  };
}
