import type { SavedTimerFrameResponse, SaveTimerFrameRequest } from '../../contracts/timers/timer-frames.ts';
import { UnavailableError, ValidationError } from '../../ground/errors.ts';
import type { DraftRow } from '../../storage/images/drafts.ts';
import type { ImageRow, NewImage } from '../../storage/images/images.ts';
import { readDraft, readTimer, writeTimer } from '../../timers/stored-timer.ts';
import { countdownOf, endOf } from '../../timers/targeted-design.ts';
import { sceneOf } from '../../timers/timer-scene.ts';
import type { CallOptions } from '../../turns/caller.ts';
import { showDatetime } from '../../values/datetime.ts';
import { requireMedia, type ServiceContext } from '../calls/context.ts';
import { keepAgain } from '../drafts/design-resources.ts';
import { newPublicId, productionUrlOf } from '../images/image-urls.ts';
import { imageHtml, renderedUrlOf } from '../images/image-view.ts';
import { blobsOf, findResources, idsIn } from './timer-resources.ts';

/**
 * Plans the timer image of a draft: draws it once for the current time and pins its fonts and pictures.
 *
 * @throws ValidationError for fonts and images that are missing.
 * @throws UnavailableError without `media`, or if it is too busy.
 */
async function planTimerImage(
  context: ServiceContext,
  frame: DraftRow,
  { name = frame.name, folder = null }: SaveTimerFrameRequest,
  { signal }: CallOptions,
): Promise<NewImage> {
  const { clock, hotBlobs } = context;
  const media = requireMedia(context.media);
  const { accountId } = frame;
  const { design, target, of } = readDraft(frame.design);
  const { resources, missing } = await findResources(context, media, accountId, idsIn(design), of);
  if (missing.length > 0) {
    throw new ValidationError(missing.map((issue) => ({ ...issue, path: `design.${issue.path}` })));
  }
  const uses = blobsOf(resources);
  await keepAgain(context, accountId, uses);
  const now = clock();
  const countdown = countdownOf({ design, target }, now);
  const scene = sceneOf(design, resources, hotBlobs.loadFor(accountId));
  const { byteLength } = await media.renderTimer(scene, countdown, { account: accountId, signal });
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
    animated: design.frames > 1 && (countdown.secondsLeft > 0 || countdown.next !== undefined),
    bytes: byteLength,
    blob: null,
    timer: writeTimer({ design, target, resources }),
    live: null,
    createdAt: now,
    updatedAt: now,
    uses,
  };
}

/** Saves a draft as a new timer, or as the new design of the timer that it is a draft of. */
export async function saveFrame(
  context: ServiceContext,
  frame: DraftRow,
  input: SaveTimerFrameRequest,
  options: CallOptions,
): Promise<{ readonly image: ImageRow } | 'stale' | null> {
  const { storage, clock, quotas } = context;
  const { of } = readDraft(frame.design);
  const planned = await planTimerImage(context, frame, input, options);
  if (of === null || input.as === 'copy') {
    return quotas.use(frame.accountId, { images: 1, imageBytes: planned.bytes }, () =>
      storage.drafts.save(frame, frame.revision, planned, clock()),
    );
  }
  const { width, height, format, animated, bytes, timer, live, uses } = planned;
  const { name, folder } = input;
  const picture = { width, height, format, animated, bytes, timer, live, uses };
  const change = {
    ...picture,
    ...(name === undefined ? {} : { name }),
    ...(folder === undefined ? {} : { folder }),
  };
  return storage.drafts.replace(frame, frame.revision, { imageId: of.timerId, ...change }, clock());
}

/**
 * Returns the response of SaveTimerFrame. @throws UnavailableError if the image is not a timer, which is an error of
 * the storage.
 */
export function showSavedTimer(context: ServiceContext, image: ImageRow): SavedTimerFrameResponse {
  const { id, name, publicId, timer } = image;
  if (timer === null) throw new UnavailableError('The saved timer is missing.');
  return {
    imageId: id,
    timerId: id,
    name,
    type: 'timer',
    productionUrl: productionUrlOf(context.baseUrl(), publicId),
    renderedUrl: renderedUrlOf(context, image),
    html: imageHtml(context, image),
    targetDate: showDatetime(endOf(readTimer(timer), context.clock())),
    timeZone: timer.target.timeZone,
  };
}
