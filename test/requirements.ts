import { bodyRules } from './requirements/bodies.ts';
import { extensions } from './requirements/extensions.ts';
import { fonts } from './requirements/fonts.ts';
import { identity } from './requirements/identity.ts';
import { images } from './requirements/images.ts';
import { maps } from './requirements/maps.ts';
import { queries } from './requirements/queries.ts';
import { records } from './requirements/records.ts';
import type { Requirement } from './requirements/requirement.ts';
import { running } from './requirements/running.ts';
import { shapes } from './requirements/shapes.ts';
import { storeTools } from './requirements/store-tools.ts';
import { stores } from './requirements/stores.ts';
import { timerPictures } from './requirements/timer-pictures.ts';
import { timers } from './requirements/timers.ts';

/** Every rule of interface.md, of decisions.md, and of what is built of beyond.md, each verified by a test that cites it; a gate beside this file holds both ways. */
export const requirements = {
  ...running,
  ...shapes,
  ...bodyRules,
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
  ...extensions,
};

declare module 'vitest' {
  interface TaskMeta {
    /** Ids of the rules that the test verifies. */
    verifies?: readonly RequirementId[];
  }
}

export type RequirementId = keyof typeof requirements;

/** The rules by id, for code that walks over them. */
export const requirementsById: ReadonlyMap<string, Requirement> = new Map(Object.entries(requirements));

/**
 * Says which rules a test verifies: `test('title', verifies('page.envelope'), () => …)`. The ids stand in the report
 * under the test's meta; the gate beside this file reads them from the source, so give them as plain strings.
 */
export function verifies(...ids: [RequirementId, ...RequirementId[]]): {
  meta: { verifies: readonly RequirementId[] };
} {
  return { meta: { verifies: ids } };
}
