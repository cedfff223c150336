import type { Vitrine } from '@vitrine/core';
import type { Turns } from '@vitrine/core/server';
import { type Route, requireKeyKinds } from '../call/route.ts';
import type { ConsoleFiles } from '../console/console-files.ts';
import type { Health } from '../ground/health.ts';
import type { Metrics } from '../metrics/metrics.ts';
import { apiRoutes } from '../routes/api.ts';
import { designToolRoutes } from '../routes/design-tools.ts';
import { publicImageRoutes } from '../routes/images/public-images.ts';
import { livePictureRoutes } from '../routes/live/live-pictures.ts';
import { type OAuthSwitch, oauthRoutes } from '../routes/oauth/oauth.ts';
import { consoleRoutes } from '../routes/pages/console.ts';
import { docsRoutes } from '../routes/pages/docs.ts';
import { healthRoutes } from '../routes/status/health.ts';
import { storeToolRoutes } from '../routes/stores/store-tools.ts';
import type { AppOptions } from './app-options.ts';

/** The parts of a server that its routes need. */
export interface ServedParts {
  readonly vitrine: Vitrine;
  readonly health: Health;
  readonly metrics: Metrics;
  readonly oauth: OAuthSwitch;
  /** Null: without the console. */
  readonly consoleFiles: ConsoleFiles | null;
  readonly basePath: string;
  /** Turns of requests to the tools. */
  readonly turns: Turns;
}

/** Returns all routes of an app. @throws Error for a route that declares no kind of key. */
export function servedRoutes(
  { vitrine, health, metrics, oauth, consoleFiles, basePath, turns }: ServedParts,
  { host, metricsAccess = 'open', corsOrigins = [], searchTools = false }: AppOptions,
): readonly Route[] {
  const hasConsole = consoleFiles !== null;
  const routes = [
    ...apiRoutes,
    ...storeToolRoutes(vitrine, { host, corsOrigins, searchTools, hasConsole }, turns),
    ...designToolRoutes(vitrine, { host, hasConsole }, turns),
    ...healthRoutes(health, metrics, metricsAccess),
    ...docsRoutes(apiRoutes, { basePath, hasConsole }),
    ...oauthRoutes(oauth),
    ...(consoleFiles === null ? [] : consoleRoutes(consoleFiles, vitrine.baseUrl)),
    ...publicImageRoutes,
    ...livePictureRoutes,
  ];
  for (const route of routes) requireKeyKinds(route);
  return routes;
}
