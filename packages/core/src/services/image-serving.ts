import type { ImageFormat } from '../storage/images.ts';
import type { CallOptions } from '../turns/caller.ts';
import type { ServiceContext } from './context.ts';
import { readPublicId } from './image-urls.ts';
import type { RenderTimer } from './timer-pictures.ts';

/** What a production URL shows. */
export type OpenedImage =
  | {
      readonly kind: 'static';
      readonly format: ImageFormat;
      readonly bytes: Uint8Array;
      /** Of these bytes and no others; an entity tag as HTTP writes it. */
      readonly etag: string;
    }
  | {
      readonly kind: 'timer';
      /** The GIF for this moment; it counts against the owner of the image. @throws UnavailableError when too many wait, or without `media`. */
      render(options?: CallOptions): Promise<Uint8Array>;
    };

/** The one part that answers without a principal: who has a production URL may see its image. */
export interface PublicImageService {
  /** `name`: the last segment of the URL. Null for an unknown or a deleted image; a deletion shows at once. */
  open(name: string): Promise<OpenedImage | null>;
}

export function publicImageService(context: ServiceContext, renderTimer: RenderTimer): PublicImageService {
  const { storage, hotBlobs } = context;
  return {
    async open(name) {
      const publicId = readPublicId(name);
      const image = publicId === null ? null : await storage.images.findByPublicId(publicId);
      if (image === null || !image.active) return null;
      const { blob, format, version } = image;
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
