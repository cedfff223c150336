import type { Media } from '@vitrine/core';
import type { MediaOptions } from '@vitrine/media';

/** Returns the media of `@vitrine/media`, or null if the package is not installed. Starts no thread yet. */
export async function openMedia(options: MediaOptions): Promise<Media | null> {
  try {
    const { createMedia } = await import('@vitrine/media');
    return createMedia(options);
  } catch (error) {
    if (isMissing(error)) return null;
    throw error;
  }
}

/** Returns whether a package is not installed. */
export function isMissing(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'ERR_MODULE_NOT_FOUND';
}
