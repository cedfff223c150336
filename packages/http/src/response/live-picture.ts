import type { DrawnLive } from '@vitrine/core/server';
import { PICTURE_HEADERS, type Reply } from './reply.ts';

export const NO_STORE = 'no-store';

/** A timer is rendered for the moment of each request, so that no cache may store it (docs/rules.md#production-gif). */
export const TIMER_CACHE = 'no-store, no-cache, must-revalidate, max-age=0';

/** A picture may show values of its reader, so that no search engine should list it. */
export const LIVE_HEADERS = { ...PICTURE_HEADERS, 'X-Robots-Tag': 'noindex' } as const;

/** Returns the picture of a live image. */
export function livePicture(
  { format, bytes }: DrawnLive,
  caching: Readonly<Record<string, string>> = { 'Cache-Control': NO_STORE },
): Reply {
  return {
    status: 200,
    headers: { ...LIVE_HEADERS, 'Content-Type': `image/${format}`, ...caching },
    body: bytes,
  };
}
