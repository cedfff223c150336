import { UnavailableError } from '../../ground/errors.ts';
import type { Clock } from '../../ports/ports.ts';
import type { ImageRow, ImageStorage } from '../../storage/images/images.ts';
import { LastHour } from '../../turns/last-hour.ts';
import { requireWithin } from '../../turns/settled-within.ts';

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
export interface KnownImages {
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
