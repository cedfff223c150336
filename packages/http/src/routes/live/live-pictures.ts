import type { LiveReader, ShownLive } from '@vitrine/core';
import { liveClientOf } from '@vitrine/core/server';
import { type Call, type OpenRoute, openRoute } from '../../call/route.ts';
import { liveQuery } from '../../request/open-options.ts';
import { LIVE_HEADERS, livePicture, NO_STORE, TIMER_CACHE } from '../../response/live-picture.ts';
import { matchesEtag, type Reply } from '../../response/reply.ts';

/** Seconds for which a picture of the values of its URL may be cached. */
const CACHED_FOR = 300;
const LINK_HEADERS = {
  'Cache-Control': NO_STORE,
  'Referrer-Policy': 'no-referrer',
  'X-Robots-Tag': 'noindex',
  'X-Content-Type-Options': 'nosniff',
} as const;

const NO_LINK = linkPage(404, 'No link', 'This picture leads nowhere.');
const FAILED_LINK = linkPage(503, 'Not now', 'This link can’t be opened now. Please try again in a minute.');

/** Clicks on live images (docs/rules.md#links-of-a-live-image). */
export const livePictureRoutes: readonly OpenRoute[] = [
  openRoute({ method: 'GET', path: '/l/:name', onError: () => FAILED_LINK, handle: followLink }),
  openRoute({ method: 'GET', path: '/l/', handle: () => NO_LINK }),
];

function linkPage(status: number, title: string, text: string): Reply {
  return {
    status,
    headers: {
      ...LINK_HEADERS,
      'Content-Type': 'text/html; charset=utf-8',
      'Content-Security-Policy': "default-src 'none'; sandbox",
    },
    body: `<!doctype html><html lang="en"><title>${title}</title><p>${text}</p></html>\n`,
  };
}

async function followLink(call: Call): Promise<Reply> {
  const link = await call.vitrine.publicImages.findLink(call.param('name'), readerOf(call));
  return link === null ? NO_LINK : { status: 302, headers: { ...LINK_HEADERS, Location: link }, body: null };
}

/** Shows a live image, or its fallback (docs/rules.md#public-pictures). */
export async function showLivePicture(
  call: Call,
  show: (reader: LiveReader) => Promise<ShownLive>,
): Promise<Reply> {
  const shown = await show(readerOf(call));
  const { dependence, key } = shown;
  if (dependence === null || dependence === 'timer') {
    const cache = dependence === null ? NO_STORE : TIMER_CACHE;
    return livePicture(await shown.draw(), { 'Cache-Control': cache });
  }
  const headers = { ETag: `"${key}"`, 'Cache-Control': cacheOf(shown) };
  if (matchesEtag(call.header('if-none-match'), headers.ETag)) {
    return { status: 304, headers: { ...LIVE_HEADERS, ...headers }, body: null };
  }
  const drawn = await shown.draw();
  return livePicture(drawn, drawn.isFallback ? { 'Cache-Control': NO_STORE } : headers);
}

function readerOf(call: Call): LiveReader {
  return {
    query: liveQuery(call.search),
    client: liveClientOf(call.header('user-agent') ?? ''),
    signal: call.signal,
  };
}

/** A picture that depends on records, the time or the client is checked at each opening, by its ETag. */
function cacheOf({ dependence, secondsLeft }: ShownLive): string {
  if (dependence === 'data') return 'no-cache, max-age=0';
  return `public, max-age=${Math.min(CACHED_FOR, secondsLeft)}`;
}
