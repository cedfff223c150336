import { matchPath } from './match.ts';

let patterns: readonly string[] = [];

/** Names the paths of all screens, once, before anything is shown. */
export function setPlaces(paths: readonly string[]): void {
  patterns = paths;
}

/** Whether a screen has this path, so that nothing offers a way to a place that does not exist. */
export function hasPlace(path: string): boolean {
  return patterns.some((pattern) => matchPath(pattern, path) !== null);
}
