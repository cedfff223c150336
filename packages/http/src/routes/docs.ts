import type { KeyedRoute, OpenRoute } from '../route.ts';

export function docsRoutes(_routes: readonly KeyedRoute[]): readonly OpenRoute[] {
  return [];
}
