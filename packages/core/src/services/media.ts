import { UnavailableError } from '../errors.ts';
import type { Media } from '../media.ts';

/** @throws UnavailableError when Vitrine runs without one: everything else works then. */
export function requireMedia(media: Media | null): Media {
  if (media === null) {
    throw new UnavailableError(
      'This server can not read pictures and fonts: it runs without the package @vitrine/media.',
      { retryAfterSeconds: 3_600 },
    );
  }
  return media;
}
