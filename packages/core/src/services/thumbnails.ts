import { NotFoundError } from '../errors.ts';
import { requireInt32 } from '../int32.ts';
import type { ImageRow } from '../storage/images.ts';
import type { Millis } from '../storage/rows.ts';
import type { CallOptions } from '../turns/caller.ts';
import { createSharedWork } from '../turns/shared-work.ts';
import { keepBlob } from './blobs.ts';
import type { ServiceContext } from './context.ts';
import { readPublicId, thumbnailScope } from './image-urls.ts';
import { requireMedia } from './media.ts';
import type { RenderTimer } from './timer-pictures.ts';

/** What a signed URL shows. */
export interface SignedPicture {
  /** Whole seconds until the URL ends. */
  readonly secondsLeft: number;
  /**
   * The WebP; until it is called nothing is decoded or drawn.
   * @throws UnavailableError when too many wait, it takes over 10 s, or without `media`.
   */
  read(options?: CallOptions): Promise<Uint8Array>;
}

/** Of deleted images too: whoever restores one wants to see it. */
export interface ThumbnailService {
  /**
   * The picture inside 320×320. Made at the first request and kept; of many at once for one image, one decodes. Of a timer
   * it is the current first frame, which is not kept. No key: the token is the permission. The work counts against the
   * account that owns the image.
   *
   * @throws NotFoundError for a token that is over, was changed, or is another image's.
   */
  open(token: string, imageId: string | number): Promise<SignedPicture>;
}

export function secondsUntil(end: Millis, now: Millis): number {
  return Math.max(0, Math.floor((end - now) / 1_000));
}

export function thumbnailService(context: ServiceContext, renderTimer: RenderTimer): ThumbnailService {
  const { storage, clock, tokens, hotBlobs, media } = context;
  const once = createSharedWork<Uint8Array>();

  async function make(image: ImageRow, signal: AbortSignal): Promise<Uint8Array> {
    const { accountId, id, blob } = image;
    const caller = { account: accountId, signal };
    if (blob === null) {
      return requireMedia(media).thumbnail(await renderTimer(image, { signal }), caller);
    }
    const bytes = await requireMedia(media).thumbnail(await hotBlobs.require(blob), caller);
    await storage.images.setThumbnail(accountId, id, await keepBlob(context, accountId, bytes));
    return bytes;
  }

  return {
    async open(token, imageId) {
      const id = requireInt32(imageId, 'thumbnail');
      const read = tokens.read('thumbnail', token, clock());
      const publicId = read === null ? null : readPublicId(read.payload);
      const image = publicId === null ? null : await storage.images.findByPublicId(publicId);
      if (read === null || image === null || image.id !== id || !read.holdsFor(thumbnailScope(image))) {
        throw new NotFoundError('thumbnail');
      }
      return {
        secondsLeft: secondsUntil(read.expiresAt, clock()),
        async read({ signal } = {}) {
          const kept = image.thumbnail === null ? null : await hotBlobs.get(image.thumbnail);
          return kept ?? once(image.publicId, signal, (wanted) => make(image, wanted));
        },
      };
    },
  };
}
