import type { OpenedImage } from '@vitrine/core';
import { matchesEtag } from '../response/etag.ts';
import { drawnUnlessHead, PICTURE_HEADERS, type Reply, signedPicture } from '../response/reply.ts';
import { type OpenRoute, openRoute } from '../route.ts';

const STATIC_CACHE = 'public, max-age=300';

/** A timer is rendered for the moment of each request, so that no cache may store it (docs/rules.md#production-gif). */
const TIMER_HEADERS = {
  ...PICTURE_HEADERS,
  'Content-Type': 'image/gif',
  'Cache-Control': 'no-store, no-cache, must-revalidate, max-age=0',
} as const;

/** One transparent pixel, because mail clients also show the body of an error. */
const NO_PICTURE = Buffer.from('R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7', 'base64');

const GONE: Reply = {
  status: 404,
  headers: { ...PICTURE_HEADERS, 'Content-Type': 'image/gif', 'Cache-Control': 'no-store' },
  body: NO_PICTURE,
};

/** Pictures without a key: images at their production URLs, and font samples at signed URLs. */
export const publicImageRoutes: readonly OpenRoute[] = [
  openRoute({
    method: 'GET',
    path: '/i/:name',
    handle: async (call) => {
      const image = await call.vitrine.publicImages.open(call.param('name'));
      if (image === null) return GONE;
      if (image.kind === 'static') return showStatic(image, call.header('if-none-match'));
      const body = await drawnUnlessHead(call, image.render);
      return { status: 200, headers: TIMER_HEADERS, body };
    },
  }),
  openRoute({
    method: 'GET',
    path: '/font-previews/:token/:fontId',
    handle: async (call) =>
      signedPicture(call, await call.vitrine.fonts.openPreview(call.param('token'), call.param('fontId'))),
  }),
];

function showStatic(image: OpenedImage & { kind: 'static' }, ifNoneMatch: string | null): Reply {
  const { bytes, etag: ETag, format } = image;
  const isKnown = matchesEtag(ifNoneMatch, ETag);
  const headers = { ...PICTURE_HEADERS, ETag, 'Cache-Control': STATIC_CACHE };
  if (isKnown) return { status: 304, headers, body: null };
  return { status: 200, headers: { ...headers, 'Content-Type': `image/${format}` }, body: bytes };
}
