import type { SavedTimerFrameResponse, SaveTimerFrameRequest } from '../contracts/timer-frames.ts';
import { UnavailableError, ValidationError } from '../errors.ts';
import type { ImageRow, NewImage } from '../storage/images.ts';
import type { TimerFrameRow } from '../storage/timer-frames.ts';
import { readDraft, writeTimer } from '../timers/stored-timer.ts';
import { secondsLeft } from '../timers/target.ts';
import { sceneOf } from '../timers/timer-scene.ts';
import type { CallOptions } from '../turns/caller.ts';
import { showDatetime } from '../values/datetime.ts';
import type { ServiceContext } from './context.ts';
import { newPublicId, productionUrlOf } from './image-urls.ts';
import { imageHtml, renderedUrlOf } from './image-view.ts';
import { requireMedia } from './media.ts';
import { blobsOf, findResources, idsIn } from './timer-resources.ts';

/**
 * The timer that a draft becomes, drawn once as it would open now, its fonts and pictures pinned: their bytes are put
 * again, so that they stay until the image that uses them is inserted, whoever deletes the font or image meanwhile.
 *
 * @throws ValidationError for fonts and images that are gone.
 * @throws UnavailableError without `media`, or when it is too busy.
 */
export async function planTimerImage(
  context: ServiceContext,
  frame: TimerFrameRow,
  { name = frame.name, folder = null }: SaveTimerFrameRequest,
  { signal }: CallOptions,
): Promise<NewImage> {
  const { storage, clock, hotBlobs } = context;
  const media = requireMedia(context.media);
  const { accountId } = frame;
  const { design, target } = readDraft(frame.design);
  const { resources, missing } = await findResources(context, media, accountId, idsIn(design));
  if (missing.length > 0) {
    throw new ValidationError(missing.map((issue) => ({ ...issue, path: `design.${issue.path}` })));
  }
  const uses = blobsOf(resources);
  for (const hash of uses) {
    const bytes = await hotBlobs.get(hash);
    if (bytes === null) throw new UnavailableError('A font or a picture is being deleted; try again.');
    await storage.blobs.put(hash, bytes, clock());
  }
  const now = clock();
  const left = secondsLeft(target, now);
  const scene = sceneOf(design, resources, hotBlobs.require);
  const { byteLength } = await media.renderTimer(scene, left, { account: accountId, signal });
  return {
    accountId,
    publicId: newPublicId(),
    type: 'timer',
    name,
    folder,
    active: true,
    width: design.width * design.scale,
    height: design.height * design.scale,
    format: 'gif',
    animated: design.frames > 1 && left > 0,
    bytes: byteLength,
    blob: null,
    timer: writeTimer({ design, target, resources }),
    createdAt: now,
    updatedAt: now,
    uses,
  };
}

/** What SaveTimerFrame answers. @throws UnavailableError for an image that is no timer: a storage at fault. */
export function showSavedTimer(context: ServiceContext, image: ImageRow): SavedTimerFrameResponse {
  const { id, name, publicId, timer } = image;
  if (timer === null) throw new UnavailableError('The saved timer is gone.');
  return {
    imageId: id,
    timerId: id,
    name,
    type: 'timer',
    productionUrl: productionUrlOf(context.baseUrl(), publicId),
    renderedUrl: renderedUrlOf(context, image),
    html: imageHtml(context, image),
    targetDate: showDatetime(timer.target.instant),
    timeZone: timer.target.timeZone,
  };
}
