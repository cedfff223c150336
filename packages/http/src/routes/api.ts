import type { KeyedRoute } from '../route.ts';
import { apiKeyRoutes } from './api-keys.ts';
import { identityRoutes } from './identity.ts';
import { recordQueryRoutes } from './record-queries.ts';
import { recordRoutes } from './records.ts';
import { storeRoutes } from './stores.ts';
import { timerFrameRoutes } from './timer-frames.ts';
import { timerRoutes } from './timers.ts';

/** Every route that needs a key, in the order of the interface document. */
export const apiRoutes: readonly KeyedRoute[] = [
  ...identityRoutes,
  ...storeRoutes,
  ...recordRoutes,
  ...recordQueryRoutes,
  ...timerFrameRoutes,
  ...timerRoutes,
  ...apiKeyRoutes,
];
