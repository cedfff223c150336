import type { TimerSummary } from '../../contracts/timers/timers.ts';
import type { ImageRow, TimerRow } from '../../storage/images/images.ts';
import { readTimer } from '../../timers/stored-timer.ts';
import { endOf, isOver } from '../../timers/targeted-design.ts';
import { showDatetime } from '../../values/datetime.ts';
import type { ServiceContext } from '../calls/context.ts';
import { imageHtml, renderedUrlOf, showImageSummary } from '../images/image-view.ts';

/** Returns a timer as lists show it. Mints the URL of the thumbnail, as for images. */
export function summarizeTimer(
  context: Pick<ServiceContext, 'baseUrl' | 'clock' | 'tokens'>,
  image: ImageRow & { readonly timer: TimerRow },
): TimerSummary {
  const { id, name, status, folder, productionUrl, thumbnailUrl, thumbnailExpiresAt, ...rest } =
    showImageSummary(context, image);
  const stored = readTimer(image.timer);
  const { width, height, target } = stored.design;
  const now = context.clock();
  return {
    id,
    name,
    status,
    folder,
    width,
    height,
    targetKind: target.kind,
    targetDate: showDatetime(endOf(stored, now)),
    timeZone: stored.target.timeZone,
    expired: isOver(stored, now),
    productionUrl,
    renderedUrl: renderedUrlOf(context, image),
    thumbnailUrl,
    thumbnailExpiresAt,
    html: imageHtml(context, image),
    date_created: rest.date_created,
    date_updated: rest.date_updated,
  };
}
