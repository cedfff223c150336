import type {
  LiveImageHtmlResponse,
  MergeTags,
  SaveLiveImageDraftRequest,
} from '../../../contracts/live/live-drafts.ts';
import { UnavailableError } from '../../../ground/errors.ts';
import { samplesOf } from '../../../live/check/check-live.ts';
import {
  readLive,
  readLiveDraft,
  type StoredLiveDraft,
  writeLive,
} from '../../../live/design/stored-design.ts';
import type { DraftRow } from '../../../storage/images/drafts.ts';
import type { ImageRow, NewImage } from '../../../storage/images/images.ts';
import type { CallOptions } from '../../../turns/caller.ts';
import { requireMedia, type ServiceContext } from '../../calls/context.ts';
import { keepAgain } from '../../drafts/design-resources.ts';
import { clickUrlOf, newPublicId, productionUrlOf } from '../../images/image-urls.ts';
import { liveHtml } from '../../images/image-view.ts';
import { requireSavable } from './live-draft-plan.ts';
import { blobsOfLive } from './live-resources.ts';

/**
 * Plans the live image of a draft: draws it once with the samples and pins its fonts and pictures.
 *
 * @throws ValidationError at `design.…` for what is missing.
 * @throws UnavailableError without `media`, or if it is too busy.
 */
async function planLiveImage(
  context: ServiceContext,
  draft: DraftRow,
  stored: StoredLiveDraft,
  { name = draft.name, folder = null }: SaveLiveImageDraftRequest,
  { signal }: CallOptions,
): Promise<NewImage> {
  const { clock, closing, liveOpenings } = context;
  const { accountId } = draft;
  const { design, targets } = stored;
  const { resources } = await requireSavable(context, accountId, stored);
  const uses = blobsOfLive(resources);
  await keepAgain(context, draft.accountId, uses);
  const now = clock();
  const opened = await liveOpenings.openDesign(accountId, { design, targets, resources }, samplesOf(design), {
    ...{ at: now, client: 'other', signal: signal ?? closing },
  });
  const scene = opened.scene();
  const { format, bytes } = await requireMedia(context.media).renderLive(scene, {
    account: accountId,
    signal,
  });
  return {
    accountId,
    publicId: newPublicId(),
    type: 'live',
    name,
    folder,
    active: true,
    width: design.width * design.scale,
    height: design.height * design.scale,
    format,
    animated: format === 'gif' && scene.layers.some(({ type }) => type === 'timer'),
    bytes: bytes.byteLength,
    blob: null,
    timer: null,
    live: writeLive({ design, targets, resources }),
    createdAt: now,
    updatedAt: now,
    uses,
  };
}

/** Saves a draft as a new live image, or as the new design of the one that it is a draft of. */
export async function saveLiveDraft(
  context: ServiceContext,
  draft: DraftRow,
  input: SaveLiveImageDraftRequest,
  options: CallOptions,
): Promise<{ readonly image: ImageRow } | 'stale' | null> {
  const { storage, clock, quotas } = context;
  const stored = readLiveDraft(draft.design);
  const { of } = stored;
  const planned = await planLiveImage(context, draft, stored, input, options);
  if (of?.replaces !== true || input.as === 'copy') {
    return quotas.use(draft.accountId, { images: 1, imageBytes: planned.bytes }, () =>
      storage.drafts.save(draft, draft.revision, planned, clock()),
    );
  }
  const { width, height, format, animated, bytes, timer, live, uses } = planned;
  const { name, folder } = input;
  const change = {
    ...{ width, height, format, animated, bytes, timer, live, uses },
    ...(name === undefined ? {} : { name }),
    ...(folder === undefined ? {} : { folder }),
  };
  return storage.drafts.replace(draft, draft.revision, { imageId: of.imageId, ...change }, clock());
}

/**
 * Returns the URLs and the HTML of a live image. @throws UnavailableError if the image is none, which is an error of the
 * storage.
 */
export function showLiveHtml(
  context: Pick<ServiceContext, 'baseUrl'>,
  image: ImageRow,
  mergeTags: MergeTags | undefined,
): LiveImageHtmlResponse {
  const { id, publicId, live } = image;
  if (live === null) throw new UnavailableError('The saved live image is missing.');
  const baseUrl = context.baseUrl();
  return {
    imageId: id,
    productionUrl: productionUrlOf(baseUrl, publicId),
    clickUrl: clickUrlOf(baseUrl, publicId),
    html: liveHtml(context, image, readLive(live).design, mergeTags),
  };
}
