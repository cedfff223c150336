import type { OpenedImage } from '@vitrine/core';
import { matchesEtag } from '../etag.ts';
import { PICTURE_HEADERS, type Reply, signedPicture, unreadBody } from '../reply.ts';
import { type OpenRoute, openRoute } from '../route.ts';

const STATIC_CACHE = 'public, max-age=300';

/** Drawn for the moment of opening: nobody may keep it (decisions section 10, "Production GIF"). */
const TIMER_HEADERS = {
  ...PICTURE_HEADERS,
  'Content-Type': 'image/gif',
  'Cache-Control': 'no-store, no-cache, must-revalidate, max-age=0',
} as const;

/** One transparent pixel: mail clients draw the body of an error, too. */
const NO_PICTURE = Buffer.from('R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7', 'base64');

const GONE: Reply = {
  status: 404,
  headers: { ...PICTURE_HEADERS, 'Content-Type': 'image/gif', 'Cache-Control': 'no-store' },
  body: NO_PICTURE,
};

/** Pictures that are reached without a key: production URLs, and samples of fonts behind signed ones. */
export const publicImageRoutes: readonly OpenRoute[] = [
  openRoute({
    method: 'GET',
    path: '/i/:name',
    handle: async ({ vitrine, request, header, param }) => {
      const image = await vitrine.publicImages.open(param('name'));
      if (image === null) return GONE;
      return image.kind === 'static' ? showStatic(image, header('if-none-match')) : showTimer(image, request);
    },
  }),
  openRoute({
    method: 'GET',
    path: '/font-previews/:token/:fontId',
    handle: async ({ vitrine, param }) =>
      signedPicture(await vitrine.fonts.openPreview(param('token'), param('fontId'))),
  }),
];

function showStatic(image: OpenedImage & { kind: 'static' }, ifNoneMatch: string | null): Reply {
  const { bytes, etag: ETag, format } = image;
  const isKnown = matchesEtag(ifNoneMatch, ETag);
  const headers = { ...PICTURE_HEADERS, ETag, 'Cache-Control': STATIC_CACHE };
  if (isKnown) return { status: 304, headers, body: null };
  return { status: 200, headers: { ...headers, 'Content-Type': `image/${format}` }, body: bytes };
}

async function showTimer(image: OpenedImage & { kind: 'timer' }, { method }: Request): Promise<Reply> {
  const body = method === 'HEAD' ? unreadBody : await image.render();
  return { status: 200, headers: TIMER_HEADERS, body };
}
