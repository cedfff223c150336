import { NotFoundError } from '../../ground/errors.ts';
import { requireInt32 } from '../../ground/int32.ts';
import { secondsUntil } from '../../ground/seconds-until.ts';
import type { ImageRow } from '../../storage/images/images.ts';
import type { CallOptions } from '../../turns/caller.ts';
import { createSharedCalls } from '../../turns/shared-calls.ts';
import { requireMedia, type ServiceContext } from '../calls/context.ts';
import { keepBlob } from '../images/blobs.ts';
import { readPublicId, thumbnailScope } from '../images/image-urls.ts';
import type { DrawImage } from '../images/images.ts';

/** The content of a signed URL. */
export interface SignedPicture {
  /** Whole seconds until the URL expires. */
  readonly secondsLeft: number;
  /**
   * Returns the WebP bytes. Decoding and drawing start only with this call.
   * @throws UnavailableError if too many wait, it takes too long, or without `media`.
   */
  read(options?: CallOptions): Promise<Uint8Array>;
}

/** Thumbnails. Deleted images have them too, so that users can see what they restore. */
export interface ThumbnailService {
  /**
   * Opens the picture, scaled to fit 320×320. It is made on the first request and stored; concurrent requests share one
   * decode. For a timer or a live image it is what it shows now, which is not stored. Needs no key, because the token authorizes
   * the request. The work counts against the owner of the image.
   *
   * @throws NotFoundError for a token that has expired, was changed, or is of another image.
   */
  open(token: string, imageId: string | number): Promise<SignedPicture>;
}

export function thumbnailService(context: ServiceContext, drawImage: DrawImage): ThumbnailService {
  const { storage, clock, tokens, hotBlobs, media } = context;
  const once = createSharedCalls<Uint8Array>();

  async function make(image: ImageRow, signal: AbortSignal): Promise<Uint8Array> {
    const { accountId, id, blob } = image;
    const caller = { account: accountId, signal };
    if (blob === null) {
      const { bytes } = await drawImage(image, { signal });
      return requireMedia(media).thumbnail(bytes, caller);
    }
    const bytes = await requireMedia(media).thumbnail(await hotBlobs.require(blob, accountId), caller);
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
          const kept = image.thumbnail === null ? null : await hotBlobs.get(image.thumbnail, image.accountId);
          return kept ?? once(image.publicId, signal, (wanted) => make(image, wanted));
        },
      };
    },
  };
}
