import type { LiveDesign } from '../../../contracts/live/live-design.ts';
import { type Issue, ValidationError } from '../../../ground/errors.ts';
import type { Millis } from '../../../ground/rows.ts';
import { changeLive } from '../../../live/changes/design-changes.ts';
import { findLiveIssues } from '../../../live/check/check-live.ts';
import { findRemovedInUse } from '../../../live/check/removed-parts.ts';
import { type CompiledLive, compileLive } from '../../../live/design/compiled-design.ts';
import type { LiveResources, StoredLiveDraft, TargetedLive } from '../../../live/design/stored-design.ts';
import type { ServiceContext } from '../../calls/context.ts';
import { readPlaces } from '../sources/live-places.ts';
import { type FoundLiveResources, findLiveResources } from './live-resources.ts';

export interface PlannedLive {
  /** Null if the design has issues. */
  readonly planned: TargetedLive | null;
  readonly issues: readonly Issue[];
}

/**
 * Applies changes to the design of a draft. What the design named before and is gone now does not prevent other changes.
 *
 * @param path of the changes in the request.
 */
export async function planLive(
  context: ServiceContext,
  accountId: string,
  before: StoredLiveDraft | null,
  changes: unknown,
  path: 'design' | 'changes',
  now: Millis,
): Promise<PlannedLive> {
  const { changed, issues } = changeLive(before, changes, path, now);
  if (changed === null) return { planned: null, issues };
  const pinned = before?.of?.resources ?? null;
  const checked = await checkLive(context, accountId, changed, pinned);
  const removed = before === null ? null : findRemovedInUse(before.design, checked.compiled);
  const earlier = before === null ? [] : (await checkLive(context, accountId, before, pinned)).issues;
  const found = [
    ...(removed?.issues ?? []),
    ...newIssues(checked.issues, earlier).filter((issue) => removed?.places.has(issue.path) !== true),
  ];
  return {
    planned: found.length > 0 ? null : changed,
    issues: found.map((issue) => ({ ...issue, path: `${path}.${issue.path}` })),
  };
}

export interface CheckedLive extends FoundLiveResources {
  readonly compiled: CompiledLive;
  /** At paths in the design, also those of fonts and pictures that are missing and not pinned. */
  readonly issues: readonly Issue[];
}

/** Checks a design against the stores, maps, fonts and pictures of its account as they are now. */
export async function checkLive(
  context: ServiceContext,
  accountId: string,
  targeted: TargetedLive,
  pinned: LiveResources | null,
): Promise<CheckedLive> {
  const compilation = await compileLive(targeted);
  const places = await readPlaces(context, accountId, targeted.design);
  const { resources, missing } = await findLiveResources(context, accountId, targeted.design, pinned);
  return {
    compiled: compilation.compiled,
    resources,
    missing,
    issues: [
      ...findLiveIssues(compilation, places),
      ...missing.filter(({ isPinned }) => !isPinned).map(({ path, message }) => ({ path, message })),
    ],
  };
}

/**
 * Returns what a design can be saved with.
 *
 * @throws ValidationError at `design.…` for issues that the live image which it began with does not have.
 */
export async function requireSavable(
  context: ServiceContext,
  accountId: string,
  draft: StoredLiveDraft,
): Promise<CheckedLive> {
  const { of } = draft;
  const checked = await checkLive(context, accountId, draft, of?.resources ?? null);
  if (checked.issues.length === 0) return checked;
  const earlier =
    of === null ? [] : (await checkLive(context, accountId, originalOf(of.design), of.resources)).issues;
  const issues = newIssues(checked.issues, earlier);
  if (issues.length === 0) return checked;
  throw new ValidationError(issues.map((issue) => ({ ...issue, path: `design.${issue.path}` })));
}

/** The instants of dates are no subject of a check. */
function originalOf(design: LiveDesign): TargetedLive {
  return { design, targets: {} };
}

function newIssues(issues: readonly Issue[], earlier: readonly Issue[]): Issue[] {
  const known = new Set(earlier.map(({ path, message }) => `${path} ${message}`));
  return issues.filter(({ path, message }) => !known.has(`${path} ${message}`));
}
