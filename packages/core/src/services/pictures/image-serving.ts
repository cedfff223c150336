import { UnavailableError } from '../../ground/errors.ts';
import { requireWithin } from '../../ground/promises.ts';
import type { Clock } from '../../ports/ports.ts';
import type { ImageFormat, ImageRow, ImageStorage } from '../../storage/images/images.ts';
import { LastHour } from '../../turns/shared-cache.ts';
import type { ServiceContext } from '../calls/context.ts';
import { readFormat, readPublicId } from '../images/image-urls.ts';
import {
  findLiveLink,
  type LiveReader,
  type ShownLive,
  showLive,
} from '../live-images/openings/live-pictures.ts';
import type { OpenOptions, RenderTimer } from '../timers/timer-pictures.ts';

/** Milliseconds that reading the bytes of an image takes at most. They are cached all the same when they come. */
const BYTES_MAX = 10_000;

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

/**
 * Opens images without a principal: a production URL gives access to its image. While the storage is away, it opens those
 * that were opened in the last hour as they were then (`KnownImages`).
 */
export interface PublicImageService {
  /**
   * Opens an image by `name`, the decoded text after `/i/` in the URL. Null for an unknown image. Deletions take effect at once.
   *
   * @throws UnavailableError if the storage does not answer within a second, or the bytes of the image within ten.
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
  const { clock, storage, hotBlobs } = context;
  const known = knownImages(storage.images, clock);

  async function findImage(name: string): Promise<ImageRow | null> {
    const publicId = readPublicId(name);
    return publicId === null ? null : known.find(publicId);
  }

  return {
    async open(name) {
      const began = performance.now();
      const image = await findImage(name);
      if (image === null) return null;
      if (!image.active) return { kind: 'deleted' };
      const { blob, format, version } = image;
      if (image.live !== null) {
        return {
          kind: 'live',
          show: (reader) => showLive(context, { image, began }, reader, readFormat(name)),
        };
      }
      if (blob === null) return { kind: 'timer', render: (options = {}) => renderTimer(image, options) };
      return {
        kind: 'static',
        format,
        bytes: await requireWithin(
          hotBlobs.require(blob, image.accountId),
          BYTES_MAX,
          'The picture was not read in time.',
        ),
        etag: `"${image.publicId}-${version}"`,
      };
    },
    async findLink(name, reader) {
      const began = performance.now();
      const image = await findImage(name);
      return image === null || image.live === null ? null : findLiveLink(context, { image, began }, reader);
    },
  };
}

/** Characters of the designs of the images that are kept. */
const KEPT_CHARACTERS = 8_000_000;
/** Characters of a row besides its design. */
const OVERHEAD = 500;
/** Milliseconds after which the storage counts as away. */
const LOOK_UP_MAX = 1_000;

/**
 * Finds the images of public URLs. While the storage is away, it finds those that were opened in the last hour as they were
 * then, because a mail shows its pictures for as long as a database restarts.
 */
interface KnownImages {
  /** Null: there is no such image. @throws UnavailableError for an image that is not kept, and other errors of the storage. */
  find(publicId: string): Promise<ImageRow | null>;
}

export function knownImages(images: Pick<ImageStorage, 'findByPublicId'>, clock: Clock): KnownImages {
  const known = new LastHour<ImageRow>(KEPT_CHARACTERS, clock);

  return {
    async find(publicId) {
      try {
        const looking = images.findByPublicId(publicId);
        const image = await requireWithin(looking, LOOK_UP_MAX, 'The storage does not respond.');
        if (image !== null)
          known.keep(publicId, image, { account: image.accountId, bytes: charactersOf(image) });
        return image;
      } catch (error) {
        const image = known.find(publicId);
        if (image === undefined || !(error instanceof UnavailableError)) throw error;
        return image;
      }
    },
  };
}

function charactersOf({ timer, live }: ImageRow): number {
  const { design, resources } = timer ?? live ?? { design: '', resources: '' };
  return design.length + resources.length + OVERHEAD;
}
