import { bodyRules } from './requirements/bodies.ts';
import { changeLog } from './requirements/change-log.ts';
import { changes } from './requirements/changes.ts';
import { commandLine } from './requirements/command-line.ts';
import { consoleReview } from './requirements/console-review.ts';
import { designTools } from './requirements/design-tools.ts';
import { extensions } from './requirements/extensions.ts';
import { fonts } from './requirements/fonts.ts';
import { idempotency } from './requirements/idempotency.ts';
import { identity } from './requirements/identity.ts';
import { images } from './requirements/images.ts';
import { imports } from './requirements/imports.ts';
import { library } from './requirements/library.ts';
import { liveImages } from './requirements/live-images.ts';
import { livePictures } from './requirements/live-pictures.ts';
import { maps } from './requirements/maps.ts';
import { oauth } from './requirements/oauth.ts';
import { packages } from './requirements/packages.ts';
import { queries } from './requirements/queries.ts';
import { recordQueries } from './requirements/record-queries.ts';
import { records } from './requirements/records.ts';
import type { Requirement } from './requirements/requirement.ts';
import { running } from './requirements/running.ts';
import { shapes } from './requirements/shapes.ts';
import { storeTools } from './requirements/store-tools.ts';
import { stores } from './requirements/stores.ts';
import { summaries } from './requirements/summaries.ts';
import { timerPictures } from './requirements/timer-pictures.ts';
import { timers } from './requirements/timers.ts';
import { trash } from './requirements/trash.ts';
import { views } from './requirements/views.ts';
import { webhooks } from './requirements/webhooks.ts';

/**
 * Every rule of interface.md and decisions.md and every implemented rule of beyond.md. `requirements.test.ts` checks
 * that a test cites each of them.
 */
export const requirements = {
  ...running,
  ...consoleReview,
  ...shapes,
  ...bodyRules,
  ...identity,
  ...stores,
  ...trash,
  ...records,
  ...queries,
  ...summaries,
  ...recordQueries,
  ...imports,
  ...changes,
  ...changeLog,
  ...views,
  ...webhooks,
  ...storeTools,
  ...oauth,
  ...designTools,
  ...timerPictures,
  ...livePictures,
  ...images,
  ...liveImages,
  ...fonts,
  ...timers,
  ...maps,
  ...extensions,
  ...idempotency,
  ...commandLine,
  ...library,
  ...packages,
};

declare module 'vitest' {
  interface TaskMeta {
    /** Ids of the rules that the test verifies. */
    verifies?: readonly RequirementId[];
  }
}

export type RequirementId = keyof typeof requirements;

/** The rules by id, for code that iterates over them. */
export const requirementsById: ReadonlyMap<string, Requirement> = new Map(Object.entries(requirements));

/**
 * Returns the options of a test that verifies rules: `test('title', verifies('page.envelope'), () => …)`. The report
 * lists the ids in the test's meta. `requirements.test.ts` reads them from the source, so they must be string literals.
 */
export function verifies(...ids: [RequirementId, ...RequirementId[]]): {
  meta: { verifies: readonly RequirementId[] };
} {
  return { meta: { verifies: ids } };
}
