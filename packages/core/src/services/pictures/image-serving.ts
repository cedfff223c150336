import type { ImageFormat, ImageRow } from '../../storage/images/images.ts';
import type { ServiceContext } from '../calls/context.ts';
import { readFormat, readPublicId } from '../images/image-urls.ts';
import { findLiveLink, type LiveReader, type ShownLive, showLive } from '../live-images/live-pictures.ts';
import type { OpenOptions, RenderTimer } from '../timers/timer-pictures.ts';

/** The content of a production URL. */
export type OpenedImage =
  | {
      readonly kind: 'static';
      readonly format: ImageFormat;
      readonly bytes: Uint8Array;
      /** The entity tag of these bytes in the syntax of HTTP. */
      readonly etag: string;
    }
  /** A deleted image, which may be restored at any time. */
  | { readonly kind: 'deleted' }
  | {
      readonly kind: 'timer';
      /**
       * Draws the GIF for the current time. The work counts against the owner of the image. @throws UnavailableError if
       * too many wait, or without `media`.
       */
      render(options?: OpenOptions): Promise<Uint8Array>;
    }
  | {
      readonly kind: 'live';
      /** Computes the picture for a reader, in the format of the suffix. Rejects only with the reason of its signal. */
      show(reader: LiveReader): Promise<ShownLive>;
    };

/** Opens images without a principal: a production URL gives access to its image. */
export interface PublicImageService {
  /**
   * Opens an image by `name`, the decoded text after `/i/` in the URL. Null for an unknown image. Deletions take effect at once.
   */
  open(name: string): Promise<OpenedImage | null>;
  /**
   * Returns where a click on a live image leads to. Null: nowhere, or there is no such live image. A deleted one leads to
   * its fallback.
   *
   * @param name the decoded text after `/l/` in the URL.
   */
  findLink(name: string, reader: LiveReader): Promise<string | null>;
}

export function publicImageService(context: ServiceContext, renderTimer: RenderTimer): PublicImageService {
  const { storage, hotBlobs } = context;

  async function findImage(name: string): Promise<ImageRow | null> {
    const publicId = readPublicId(name);
    return publicId === null ? null : storage.images.findByPublicId(publicId);
  }

  return {
    async open(name) {
      const image = await findImage(name);
      if (image === null) return null;
      if (!image.active) return { kind: 'deleted' };
      const { blob, format, version } = image;
      if (image.live !== null) {
        return { kind: 'live', show: (reader) => showLive(context, image, reader, readFormat(name)) };
      }
      if (blob === null) return { kind: 'timer', render: (options = {}) => renderTimer(image, options) };
      return {
        kind: 'static',
        format,
        bytes: await hotBlobs.require(blob),
        etag: `"${image.publicId}-${version}"`,
      };
    },
    async findLink(name, reader) {
      const image = await findImage(name);
      return image === null || image.live === null ? null : findLiveLink(context, image, reader);
    },
  };
}
