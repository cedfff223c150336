import { UnavailableError } from '../errors.ts';
import type { Media } from '../media.ts';

/** Returns `media`. @throws UnavailableError if Vitrine runs without it. */
export function requireMedia(media: Media | null): Media {
  if (media === null) {
    throw new UnavailableError(
      'This server cannot read pictures and fonts: it runs without the package @vitrine/media.',
      { retryAfterSeconds: 3_600 },
    );
  }
  return media;
}
