import { ValidationError } from '@vitrine/core';
import { decodePercent } from '@vitrine/core/server';

/** Replaces a part of a path that must not be shown. */
export const MASK = '***';

/**
 * Splits a path: `/v2/stores` → `['v2', 'stores']`. A trailing or double slash gives an empty segment, which no route
 * has.
 */
export function segmentsOf(path: string): string[] {
  return path.slice(1).split('/');
}

/** Where production URLs begin. */
const PICTURES = '/i/';

/**
 * Returns the path's segments, each percent-decoded once. Returns null for an incomplete escape or one that is not
 * UTF-8. Below `/i/` the rest is one segment with its readable escapes decoded: mail tools add anything to a production
 * URL, which gives a picture nevertheless (docs/rules.md#production-urls).
 */
export function decodeSegments(path: string): string[] | null {
  if (path.startsWith(PICTURES)) return ['i', decodePercent(path.slice(PICTURES.length))];
  const segments = segmentsOf(path);
  if (!path.includes('%')) return segments;
  try {
    return segments.map(decodeURIComponent);
  } catch {
    return null;
  }
}

/** The path prefixes that a token follows (docs/rules.md#path-tokens). */
const TOKEN_PREFIXES: readonly (readonly string[])[] = [
  ['v2', 'image-thumbnails'],
  ['v2', 'timer-frame-previews'],
  ['font-previews'],
];

/**
 * Returns the path for a problem body: as the client sent it, with tokens masked (docs/rules.md#logs). Compares decoded
 * segments, as the routes do.
 */
export function maskTokens(path: string): string {
  const segments = segmentsOf(path);
  const decoded = decodeSegments(path) ?? segments;
  const token = TOKEN_PREFIXES.find((names) => names.every((name, index) => decoded[index] === name))?.length;
  if (token === undefined || !segments[token]) return path;
  return `/${segments.with(token, MASK).join('/')}`;
}

/** Parameters that logs must not show: tokens, and ids that users choose, which are often e-mail addresses. */
const HIDDEN_PARAMETER = /:(?:token|recordId|conversationId)(?=\/|$)/;

/** Returns the path for logs when a route matched: as it was sent, with hidden parameters masked. */
export function maskHiddenParameters(pattern: string, path: string): string {
  if (!HIDDEN_PARAMETER.test(pattern)) return path;
  const sent = segmentsOf(path);
  const shown = segmentsOf(pattern).map((segment, index) => {
    if (!segment.startsWith(':')) return segment;
    return HIDDEN_PARAMETER.test(segment) ? MASK : (sent[index] ?? MASK);
  });
  return `/${shown.join('/')}`;
}

/** Segments as paths of URLs have them, without escapes and segments of dots. */
const BASE_PATH = /^(?:\/(?!\.{1,2}(?:\/|$))[\w.~-]+)*$/;

/**
 * Reads the path below which the interface is mounted: `/vitrine`, or `/` for the root of a host. Returns it without a
 * slash at its end, so `''` for the root.
 * @throws ValidationError at `basePath` if it is not a path of plain segments.
 */
export function readBasePath(text: string): string {
  const path = text.replace(/\/$/, '');
  if (BASE_PATH.test(path)) return path;
  throw new ValidationError([{ path: 'basePath', message: 'Expected a path such as "/vitrine".' }]);
}

/**
 * Returns a path without the base path in front of it. A path without it is returned as it is, because routers such as
 * Express remove the base path themselves.
 */
export function withoutBasePath(basePath: string, path: string): string {
  if (!path.startsWith(basePath)) return path;
  const rest = path.slice(basePath.length);
  if (rest === '') return '/';
  return rest.startsWith('/') ? rest : path;
}
