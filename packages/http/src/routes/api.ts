import type { ApiRoute } from '../call/route.ts';
import { apiKeyRoutes } from './accounts/api-keys.ts';
import { identityRoutes } from './accounts/identity.ts';
import { extensionRoutes } from './extensions.ts';
import { fontRoutes } from './images/fonts.ts';
import { imageAdministrationRoutes } from './images/image-administration.ts';
import { imageHostRoutes } from './images/image-hosts.ts';
import { imageRoutes } from './images/images.ts';
import { liveImageDraftRoutes } from './live/live-image-drafts.ts';
import { liveImageRoutes } from './live/live-images.ts';
import { mapAdminRoutes, mapRoutes } from './maps.ts';
import { importRoutes } from './records/imports.ts';
import { recordQueryRoutes } from './records/record-query.ts';
import { recordSearchRoutes } from './records/record-search.ts';
import { recordSummaryRoutes } from './records/record-summaries.ts';
import { recordRoutes } from './records/records.ts';
import { statusRoutes } from './status/status.ts';
import { changeRoutes } from './stores/changes.ts';
import { historyRoutes } from './stores/history.ts';
import { storeRoutes } from './stores/stores.ts';
import { viewRoutes } from './stores/views.ts';
import { webhookRoutes } from './stores/webhooks.ts';
import { timerFrameRoutes } from './timers/timer-frames.ts';
import { timerExtensionRoutes, timerRoutes } from './timers/timers.ts';

/** Every operation of the interface and the administration, in the order of the OpenAPI documents. */
export const apiRoutes: readonly ApiRoute[] = [
  ...identityRoutes,
  ...imageRoutes,
  ...mapRoutes,
  ...storeRoutes,
  ...recordRoutes,
  ...recordSearchRoutes,
  ...recordSummaryRoutes,
  ...fontRoutes,
  ...timerFrameRoutes,
  ...timerRoutes,
  ...recordQueryRoutes,
  ...importRoutes,
  ...historyRoutes,
  ...changeRoutes,
  ...viewRoutes,
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
