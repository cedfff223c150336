import type { ApiRoute } from '../call/route.ts';
import { apiKeyRoutes } from './api-keys.ts';
import { changeRoutes } from './changes.ts';
import { extensionRoutes } from './extensions.ts';
import { fontRoutes } from './fonts.ts';
import { historyRoutes } from './history.ts';
import { identityRoutes } from './identity.ts';
import { imageAdministrationRoutes } from './image-administration.ts';
import { imageHostRoutes } from './image-hosts.ts';
import { imageRoutes } from './images.ts';
import { importRoutes } from './imports.ts';
import { liveImageDraftRoutes } from './live-image-drafts.ts';
import { liveImageRoutes } from './live-images.ts';
import { mapAdminRoutes, mapRoutes } from './maps.ts';
import { recordExtensionRoutes } from './record-extensions.ts';
import { recordQueryRoutes } from './record-queries.ts';
import { recordSummaryRoutes } from './record-summaries.ts';
import { recordRoutes } from './records.ts';
import { statusRoutes } from './status.ts';
import { storeRoutes } from './stores.ts';
import { timerFrameRoutes } from './timer-frames.ts';
import { timerExtensionRoutes, timerRoutes } from './timers.ts';
import { webhookRoutes } from './webhooks.ts';

/** Every operation of the interface and the administration, in the order of the OpenAPI documents. */
export const apiRoutes: readonly ApiRoute[] = [
  ...identityRoutes,
  ...imageRoutes,
  ...mapRoutes,
  ...storeRoutes,
  ...recordRoutes,
  ...recordQueryRoutes,
  ...recordSummaryRoutes,
  ...fontRoutes,
  ...timerFrameRoutes,
  ...timerRoutes,
  ...recordExtensionRoutes,
  ...importRoutes,
  ...historyRoutes,
  ...changeRoutes,
  ...webhookRoutes,
  ...timerExtensionRoutes,
  ...liveImageDraftRoutes,
  ...liveImageRoutes,
  ...extensionRoutes,
  ...apiKeyRoutes,
  ...imageAdministrationRoutes,
  ...imageHostRoutes,
  ...mapAdminRoutes,
  ...statusRoutes,
];
