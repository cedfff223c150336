import { segmentsOf } from './path-table.ts';

/** The path of a URL as it was sent, without query and fragment. */
export function rawPath(url: string): string {
  const start = url.indexOf('/', url.indexOf('://') + 3);
  if (start === -1) return '/';
  const query = url.indexOf('?', start);
  const path = query === -1 ? url.slice(start) : url.slice(start, query);
  const hash = path.indexOf('#');
  return hash === -1 ? path : path.slice(0, hash);
}

/** Percent-decodes every segment once; null when an escape is cut short or is not UTF-8. */
export function decodeSegments(path: string): string[] | null {
  const segments = segmentsOf(path);
  if (!path.includes('%')) return segments;
  try {
    return segments.map(decodeURIComponent);
  } catch {
    return null;
  }
}

/** Paths whose first segment behind these names is a token (interface.md, thumbnails and previews). */
const TOKEN = /^(\/(?:v2\/(?:image-thumbnails|timer-frame-previews)|font-previews)\/)[^/]+/;

/** The path as logs and problem bodies may show it (decisions 12.16). */
export function maskTokens(path: string): string {
  return path.replace(TOKEN, '$1***');
}
