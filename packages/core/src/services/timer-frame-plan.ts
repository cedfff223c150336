import type { Issue } from '../errors.ts';
import type { Millis } from '../storage/rows.ts';
import { changeDesign, type TargetedDesign } from '../timers/design-changes.ts';
import type { ServiceContext } from './context.ts';
import { findResources, idsIn } from './timer-resources.ts';

export interface PlannedDesign {
  /** Null where there are issues of form. */
  readonly planned: TargetedDesign | null;
  readonly issues: readonly Issue[];
}

/**
 * A design after changes, with every issue of form and of what it names in the account. What was named before and has
 * gone since does not stand in the way of other changes.
 *
 * @param path where the changes stand in the request.
 */
export async function planDesign(
  context: ServiceContext,
  accountId: string,
  before: TargetedDesign | null,
  changes: unknown,
  path: 'design' | 'changes',
  now: Millis,
): Promise<PlannedDesign> {
  const { changed, json, issues } = changeDesign(before, changes, path, now);
  const ids = idsIn(json);
  const idsBefore = before === null ? null : idsIn(before.design);
  const missing =
    context.media === null ? [] : (await findResources(context, context.media, accountId, ids)).missing;
  const named = missing.filter((issue) => idsBefore === null || idsBefore[issue.path] !== ids[issue.path]);
  return {
    planned: changed,
    issues: [...issues, ...named.map((issue) => ({ ...issue, path: `${path}.${issue.path}` }))],
  };
}
