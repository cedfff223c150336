import type { LiveOpeningOptions, OpenedLive } from '../../live/opened-live.ts';
import type { DrawnLive, LiveScene } from '../../media/live-scene.ts';
import type { ImageFormat } from '../../storage/images.ts';
import type { CallOptions } from '../../turns/caller.ts';
import type { ServiceContext } from '../calls/context.ts';
import { requireMedia } from '../calls/media.ts';
import { readPublicId } from '../images/image-urls.ts';
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
  | OpenedLiveImage;

/** A live image, which each opening shows with its own values. */
export interface OpenedLiveImage {
  readonly kind: 'live';
  /** Computes what it shows, without drawing it. The values of the query decide, not the reader's rights. */
  open(
    query: ReadonlyMap<string, string>,
    options: Pick<LiveOpeningOptions, 'client' | 'signal'>,
  ): Promise<OpenedLive>;
  /** Draws a scene of it. The work counts against the owner. @throws UnavailableError if too many wait. */
  draw(scene: LiveScene, options?: CallOptions): Promise<DrawnLive>;
}

/** Opens images without a principal: a production URL gives access to its image. */
export interface PublicImageService {
  /**
   * Opens an image by `name`, the decoded text after `/i/` in the URL. Null for an unknown image. Deletions take effect at once.
   */
  open(name: string): Promise<OpenedImage | null>;
}

export function publicImageService(context: ServiceContext, renderTimer: RenderTimer): PublicImageService {
  const { storage, clock, hotBlobs, liveOpenings, media } = context;
  return {
    async open(name) {
      const publicId = readPublicId(name);
      const image = publicId === null ? null : await storage.images.findByPublicId(publicId);
      if (image === null) return null;
      if (!image.active) return { kind: 'deleted' };
      const { blob, format, version } = image;
      if (image.live !== null) {
        const account = image.accountId;
        return {
          kind: 'live',
          open: (query, { client, signal }) =>
            liveOpenings.open(image, query, { at: clock(), client, signal }),
          draw: (scene, { signal } = {}) => requireMedia(media).renderLive(scene, { account, signal }),
        };
      }
      if (blob === null) return { kind: 'timer', render: (options = {}) => renderTimer(image, options) };
      return {
        kind: 'static',
        format,
        bytes: await hotBlobs.require(blob),
        etag: `"${image.publicId}-${version}"`,
      };
    },
  };
}
