import type { Issue } from '../../ground/errors.ts';
import type { Millis } from '../../ground/rows.ts';
import { changeDesign } from '../../timers/design-changes.ts';
import type { DraftOf } from '../../timers/stored-timer.ts';
import type { TargetedDesign } from '../../timers/targeted-design.ts';
import type { ServiceContext } from '../calls/context.ts';
import { findTargetIssues } from './timer-moment.ts';
import { findResources, idsIn } from './timer-resources.ts';

export interface PlannedDesign {
  /** Null if there are syntax errors. */
  readonly planned: TargetedDesign | null;
  readonly issues: readonly Issue[];
}

/**
 * Applies changes to a design. Returns all syntax errors and all issues of ids that the changes name. Ids that were
 * named before and are missing now do not prevent other changes.
 *
 * @param path of the changes in the request.
 */
export async function planDesign(
  context: ServiceContext,
  accountId: string,
  before: (TargetedDesign & { readonly of: DraftOf | null }) | null,
  changes: unknown,
  path: 'design' | 'changes',
  now: Millis,
): Promise<PlannedDesign> {
  const { changed, json, issues } = changeDesign(before, changes, path, now);
  const ids = idsIn(json);
  const idsBefore = before === null ? null : idsIn(before.design);
  const missing =
    context.media === null
      ? []
      : (await findResources(context, context.media, accountId, ids, before?.of ?? null)).missing;
  const named = missing.filter((issue) => idsBefore === null || idsBefore[issue.path] !== ids[issue.path]);
  const target = changed?.design.target;
  const isNew = JSON.stringify(target) !== JSON.stringify(before?.design.target);
  const found = target === undefined || !isNew ? [] : await findTargetIssues(context, accountId, target);
  return {
    planned: changed,
    issues: [
      ...issues,
      ...[...named, ...found].map((issue) => ({ ...issue, path: `${path}.${issue.path}` })),
    ],
  };
}
