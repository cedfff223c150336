import type { Media } from '@vitrine/core';
import { createMedia, type MediaOptions } from '@vitrine/media';

/**
 * Milliseconds that a call of media may take in tests, which share the processors with other tests: what hangs meets them,
 * and nothing else.
 */
export const TEST_PATIENCE = 60_000;

const shared = new Map<boolean, Media>();

/**
 * Returns the media of all servers of this process. Its decoders and threads take longer to start than most tests run, and
 * end with the process: closing a server does not close them.
 */
export function sharedMedia({
  allowPrivateFetch = false,
}: Pick<MediaOptions, 'allowPrivateFetch'> = {}): Media {
  const media = shared.get(allowPrivateFetch) ?? createMedia({ allowPrivateFetch, patience: TEST_PATIENCE });
  shared.set(allowPrivateFetch, media);
  return { ...media, close: () => Promise.resolve() };
}
