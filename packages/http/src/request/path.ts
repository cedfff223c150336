import { MASK, segmentsOf } from '../path-table.ts';

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

/** Paths in which a token follows (docs/rules.md#path-tokens). */
const TOKEN_PATHS: readonly (readonly string[])[] = [
  ['v2', 'image-thumbnails'],
  ['v2', 'timer-frame-previews'],
  ['font-previews'],
];

/**
 * The path as problem bodies show it, to the client that sent it: as it came, tokens masked (docs/rules.md#logs). Names
 * are compared decoded, as the routes compare them.
 */
export function maskTokens(path: string): string {
  const segments = segmentsOf(path);
  const decoded = decodeSegments(path) ?? segments;
  const token = TOKEN_PATHS.find((names) => names.every((name, index) => decoded[index] === name))?.length;
  if (token === undefined || !segments[token]) return path;
  return `/${segments.with(token, MASK).join('/')}`;
}

/** Parameters that logs do not show: tokens, and ids that people choose, often their addresses. */
const HIDDEN_PARAMETER = /:(?:token|recordId|conversationId)(?=\/|$)/;

/** The path as logs show it where a route was found: its pattern, with the parameters that may be seen. */
export function routePath(pattern: string, path: string): string {
  if (!HIDDEN_PARAMETER.test(pattern)) return path;
  const sent = segmentsOf(path);
  const shown = segmentsOf(pattern).map((segment, index) => {
    if (!segment.startsWith(':')) return segment;
    return HIDDEN_PARAMETER.test(segment) ? MASK : (sent[index] ?? MASK);
  });
  return `/${shown.join('/')}`;
}
