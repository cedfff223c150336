import type { KeyedRoute } from '../call/route.ts';
import { imageAdministrationRoutes } from './images/image-administration.ts';
import { mapAdminRoutes } from './maps.ts';

/** Returns the same operation under `/v2`, tagged as an extension. */
function extension(route: KeyedRoute): KeyedRoute {
  return { ...route, path: `/v2/${route.path.replace(/^\/admin\//, '')}`, tag: 'Extensions' };
}

/** Operations of `/admin` that also exist under `/v2` (docs/rules.md#limits-and-status). */
export const extensionRoutes: readonly KeyedRoute[] = [...mapAdminRoutes, ...imageAdministrationRoutes].map(
  extension,
);
