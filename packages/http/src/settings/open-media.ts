import type { Media } from '@vitrine/core';
import type { MediaOptions } from '@vitrine/media';

/** Pictures and fonts, where the package that reads them is installed; null where it is not. Starts no thread yet. */
export async function openMedia(options: MediaOptions): Promise<Media | null> {
  try {
    const { createMedia } = await import('@vitrine/media');
    return createMedia(options);
  } catch (error) {
    if (isMissing(error)) return null;
    throw error;
  }
}

function isMissing(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'ERR_MODULE_NOT_FOUND';
}
