import type { OpenedImage } from '@vitrine/core';
import { type Call, type OpenRoute, openRoute } from '../../call/route.ts';
import { openOptions } from '../../request/open-options.ts';
import { LIVE_HEADERS, TIMER_CACHE } from '../../response/live-picture.ts';
import {
  drawnUnlessHead,
  matchesEtag,
  PICTURE_HEADERS,
  type Reply,
  signedPicture,
} from '../../response/reply.ts';
import { showLivePicture } from '../live/live-pictures.ts';

const STATIC_CACHE = 'public, max-age=300';
/** The URL in the list of presets has a version. */
const PRESET_CACHE = 'public, max-age=86400';

const TIMER_HEADERS = {
  ...PICTURE_HEADERS,
  'Content-Type': 'image/gif',
  'Cache-Control': TIMER_CACHE,
} as const;

/** One transparent pixel, because mail clients also show the body of an error. */
const NO_PICTURE = Buffer.from('R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7', 'base64');

const UNKNOWN: Reply = {
  status: 404,
  headers: { ...LIVE_HEADERS, 'Content-Type': 'image/gif', 'Cache-Control': 'no-store' },
  body: NO_PICTURE,
};

/** Proxies of mail providers keep a 404 for weeks, so that a restored picture would stay broken. */
const DELETED: Reply = {
  status: 200,
  headers: { ...LIVE_HEADERS, 'Content-Type': 'image/gif', 'Cache-Control': 'no-cache, max-age=0' },
  body: NO_PICTURE,
};

/** Stands for a picture that can't be found or drawn now. Mail clients show the body of an error, and proxies keep it. */
const FAILED: Reply = { ...UNKNOWN, status: 200 };

/** Pictures without a key: images at their production URLs, and font samples at signed URLs. */
export const publicImageRoutes: readonly OpenRoute[] = [
  openRoute({ method: 'GET', path: '/i/:name', onError: () => FAILED, handle: openProductionUrl }),
  openRoute({ method: 'GET', path: '/i/', handle: () => UNKNOWN }),
  openRoute({
    method: 'GET',
    path: '/timer-presets/:name',
    handle: async (call) => {
      const preview = call.vitrine.timerPresets.preview(call.param('name').replace(/\.gif$/, ''));
      const headers = { ...PICTURE_HEADERS, ETag: preview.etag, 'Cache-Control': PRESET_CACHE };
      if (matchesEtag(call.header('if-none-match'), preview.etag))
        return { status: 304, headers, body: null };
      const body = await drawnUnlessHead(call, preview.read);
      return { status: 200, headers: { ...headers, 'Content-Type': 'image/gif' }, body };
    },
  }),
  openRoute({
    method: 'GET',
    path: '/font-previews/:token/:fontId',
    handle: async (call) =>
      signedPicture(call, await call.vitrine.fonts.openPreview(call.param('token'), call.param('fontId'))),
  }),
];

async function openProductionUrl(call: Call): Promise<Reply> {
  const name = call.param('name');
  const image = await call.vitrine.publicImages.open(name);
  if (image === null) return UNKNOWN;
  if (image.kind === 'deleted') return DELETED;
  if (image.kind === 'static') return showStatic(image, call.header('if-none-match'));
  if (image.kind === 'live') return showLivePicture(call, image.show);
  // A query whose mark is escaped or missing is part of the name.
  const query = `${name}&${call.search}`;
  const body = await drawnUnlessHead(call, (options) => image.render(openOptions(options, query)));
  return { status: 200, headers: TIMER_HEADERS, body };
}

function showStatic(image: OpenedImage & { kind: 'static' }, ifNoneMatch: string | null): Reply {
  const { bytes, etag: ETag, format } = image;
  const isKnown = matchesEtag(ifNoneMatch, ETag);
  const headers = { ...PICTURE_HEADERS, ETag, 'Cache-Control': STATIC_CACHE };
  if (isKnown) return { status: 304, headers, body: null };
  return { status: 200, headers: { ...headers, 'Content-Type': `image/${format}` }, body: bytes };
}
