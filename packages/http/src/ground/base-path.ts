import { ValidationError } from '@vitrine/core';

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
