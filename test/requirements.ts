import { fonts } from './requirements/fonts.ts';
import { identity } from './requirements/identity.ts';
import { images } from './requirements/images.ts';
import { maps } from './requirements/maps.ts';
import { queries } from './requirements/queries.ts';
import { records } from './requirements/records.ts';
import type { OpenRequirement, Requirement } from './requirements/requirement.ts';
import { running } from './requirements/running.ts';
import { shapes } from './requirements/shapes.ts';
import { storeTools } from './requirements/store-tools.ts';
import { stores } from './requirements/stores.ts';
import { timerPictures } from './requirements/timer-pictures.ts';
import { timers } from './requirements/timers.ts';

/**
 * Every rule of interface.md's sections about stores (Stores, Store tool endpoint, Authentication, Errors, Limits, States, Versioning, and
 * the resources store, property, record, filter, page), images, fonts and timers, and of decisions.md's sections 1 to 10
 * and the items of 12 that belong to them. Section 11 of decisions.md, and what interface.md says about maps, come with
 * the work that builds them; where a rule above touches them it is listed as open.
 */
export const requirements = {
  ...running,
  ...shapes,
  ...identity,
  ...stores,
  ...records,
  ...queries,
  ...storeTools,
  ...timerPictures,
  ...images,
  ...fonts,
  ...timers,
  ...maps,
};

type AnyId = keyof typeof requirements;

declare module 'vitest' {
  interface TaskMeta {
    /** Ids of the rules that the test verifies. */
    verifies?: readonly RequirementId[];
  }
}

/** What a test may cite: open rules may not be. */
export type RequirementId = {
  [Id in AnyId]: (typeof requirements)[Id] extends OpenRequirement ? never : Id;
}[AnyId];

/** The rules by id, for code that walks over them. */
export const requirementsById: ReadonlyMap<string, Requirement | OpenRequirement> = new Map(
  Object.entries(requirements),
);

/**
 * Says which rules a test verifies: `test('title', verifies('page.envelope'), () => …)`. The ids stand in the report
 * under the test's meta; the gate beside this file reads them from the source, so give them as plain strings.
 */
export function verifies(...ids: [RequirementId, ...RequirementId[]]): {
  meta: { verifies: readonly RequirementId[] };
} {
  return { meta: { verifies: ids } };
}
