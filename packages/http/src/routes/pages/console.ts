import { NotFoundError } from '@vitrine/core';
import { type Call, type OpenRoute, openRoute } from '../../call/route.ts';
import { acceptedEncoding } from '../../console/accepted-encoding.ts';
import type { ConsoleFiles } from '../../console/console-files.ts';
import { matchesEtag, type Reply, withHeaders } from '../../response/reply.ts';

/** The console's own paths have at most this many segments after `/console`. */
const DEPTH_MAX = 6;

/**
 * Returns the routes of the console (docs/rules.md#console). Every path that is not an asset shows the page.
 * @param baseUrl returns the URL with which the URLs of pictures begin. The page may show pictures from there.
 */
export function consoleRoutes(files: ConsoleFiles, baseUrl: () => string): readonly OpenRoute[] {
  const pages = Array.from({ length: DEPTH_MAX + 1 }, (_, depth) => {
    const names = Array.from({ length: depth }, (_, index) => `/:part${index + 1}`).join('');
    return openRoute({
      method: 'GET',
      path: `/console${names}`,
      handle: () => showPage(files, baseUrl(), depth),
    });
  });
  const connect = openRoute({
    method: 'GET',
    path: '/console/connect',
    // A client of OAuth opens the page in a window that it watches for the response.
    handle: () => withHeaders(showPage(files, baseUrl(), 1), { 'Cross-Origin-Opener-Policy': 'unsafe-none' }),
  });
  return [
    ...pages,
    connect,
    openRoute({ method: 'GET', path: '/console/', handle: () => showPage(files, baseUrl(), 1) }),
    openRoute({ method: 'GET', path: '/console/assets/:name', handle: (call) => sendAsset(files, call) }),
  ];
}

/** The policy of the page: code, styles and requests from this server only, and no markup made from text. */
function contentSecurityPolicy(baseUrl: string): string {
  return [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    "connect-src 'self'",
    `img-src 'self' blob: data: ${new URL(baseUrl).origin}`,
    "font-src 'self'",
    "frame-ancestors 'none'",
    "base-uri 'none'",
    "form-action 'none'",
    "require-trusted-types-for 'script'",
  ].join('; ');
}

/** @param depth the number of segments after `/console`, from which the page's relative links follow. */
function showPage({ page }: ConsoleFiles, baseUrl: string, depth: number): Reply {
  // The folder of /console is the root; that of /console/ and /console/stores is /console/.
  const base = depth === 0 ? './console/' : depth === 1 ? './' : '../'.repeat(depth - 1);
  return {
    status: 200,
    headers: {
      'Content-Type': 'text/html; charset=utf-8',
      'Content-Security-Policy': contentSecurityPolicy(baseUrl),
      'Cross-Origin-Opener-Policy': 'same-origin',
      'Permissions-Policy': 'camera=(), geolocation=(), microphone=(), payment=(), usb=()',
      'Referrer-Policy': 'no-referrer',
      'X-Content-Type-Options': 'nosniff',
      'Cache-Control': 'no-store',
    },
    body: page.replaceAll('{{base}}', base),
  };
}

async function sendAsset(files: ConsoleFiles, { param, header }: Call): Promise<Reply> {
  const asset = files.findAsset(param('name'));
  if (asset === null) throw new NotFoundError('path');
  const encoding = acceptedEncoding(header('accept-encoding'), asset.encodings);
  // The name contains the hash of the bytes. Each encoding is a representation of its own.
  const etag = `"${asset.name}${encoding === null ? '' : `-${encoding}`}"`;
  const headers = {
    ETag: etag,
    'Cache-Control': 'public, max-age=31536000, immutable',
    'X-Content-Type-Options': 'nosniff',
    ...(asset.encodings.length === 0 ? {} : { Vary: 'Accept-Encoding' }),
  };
  if (matchesEtag(header('if-none-match'), etag)) return { status: 304, headers, body: null };
  return {
    status: 200,
    headers: {
      ...headers,
      'Content-Type': asset.type,
      ...(encoding === null ? {} : { 'Content-Encoding': encoding }),
    },
    body: await files.readAsset(asset, encoding),
  };
}
