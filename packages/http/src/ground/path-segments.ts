/** Replaces a part of a path that must not be shown. */
export const MASK = '***';

/**
 * Splits a path: `/v2/stores` → `['v2', 'stores']`. A trailing or double slash gives an empty segment, which no route
 * has.
 */
export function segmentsOf(path: string): string[] {
  return path.slice(1).split('/');
}
