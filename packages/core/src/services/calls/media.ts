import { UnavailableError } from '../../ground/errors.ts';
import type { Media } from '../../media/media.ts';

/** Returns `media`. @throws UnavailableError if Vitrine runs without it. */
export function requireMedia(media: Media | null): Media {
  if (media === null) {
    throw new UnavailableError(
      'Pictures and fonts cannot be read: Vitrine runs without the package @vitrine/media.',
      { retryAfterSeconds: 3_600 },
    );
  }
  return media;
}
