import type { KeyedRoute } from '../route.ts';
import { imageAdministrationRoutes } from './image-administration.ts';
import { mapAdminRoutes } from './maps.ts';

/** The same operation under `/v2`, beside the interface document's own. */
function extension(route: KeyedRoute): KeyedRoute {
  return { ...route, path: `/v2/${route.path.replace(/^\/admin\//, '')}`, tag: 'Extensions' };
}

/** Operations that the interface document lacks (spec/beyond.md, section C). */
export const extensionRoutes: readonly KeyedRoute[] = [...mapAdminRoutes, ...imageAdministrationRoutes].map(
  extension,
);
