import type { DrawnLive } from '@vitrine/core';
import { PICTURE_HEADERS, type Reply } from './reply.ts';

/** Returns the picture of a live image, which no cache may store. */
export function livePicture({ format, bytes }: DrawnLive): Reply {
  return {
    status: 200,
    headers: { ...PICTURE_HEADERS, 'Content-Type': `image/${format}`, 'Cache-Control': 'no-store' },
    body: bytes,
  };
}
