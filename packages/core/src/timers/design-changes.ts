import { issuesOf } from '../contracts/ground/contract.ts';
import { findLabelLocale } from '../contracts/timers/label-presets.ts';
import { TimerDesign } from '../contracts/timers/timer-design.ts';
import { beginMerge, emptyAsNull, endMerge, mergeGroup } from '../designs/merge-design.ts';
import type { Issue } from '../ground/errors.ts';
import { isJsonObject, type JsonObject } from '../ground/json.ts';
import type { Millis } from '../ground/rows.ts';
import { defaultsOf, settled } from './design-defaults.ts';
import { GROUP_DEFAULTS } from './group-defaults.ts';
import { changeTarget, withKind } from './target-changes.ts';
import { misplacedMembers } from './target-members.ts';
import type { TargetedDesign } from './targeted-design.ts';

export interface ChangedDesign {
  /** Null when the design is invalid; `issues` has the reasons. */
  readonly changed: TargetedDesign | null;
  /** The design as JSON, also when it is invalid, so that the possible semantic checks can still run. */
  readonly json: JsonObject;
  readonly issues: readonly Issue[];
}

/**
 * Applies `changes` to a design as a merge patch (RFC 7396) in which null restores a member's default, and so does
 * `""` for a member that takes no empty text (docs/rules.md#empty-values). If `before` is null, the changes are the
 * members of a new design. An unchanged target keeps its instant.
 *
 * @param path the path of the changes in the request.
 */
export function changeDesign(
  before: TargetedDesign | null,
  given: unknown,
  path: string,
  now: Millis,
): ChangedDesign {
  const changes = isJsonObject(given) ? emptyAsNull(TimerDesign, given) : given;
  let json: JsonObject = withPreset(before?.design ?? defaultsOf({}), changes);
  const defaults = defaultsOf(json);
  const merge = beginMerge({ path, design: TimerDesign, groupDefaults: (at) => GROUP_DEFAULTS[at] ?? {} });
  if (isJsonObject(changes)) json = mergeGroup(TimerDesign, json, defaults, changes, [], merge);
  const issues = [...endMerge(merge)];
  if (!isJsonObject(changes) && changes !== undefined && changes !== null)
    issues.push({ path, message: 'Expected a JSON object.' });
  json = withLabelLocale(settled(json, defaults, changes));

  if (isJsonObject(changes) && isJsonObject(changes.target) && isJsonObject(json.target))
    issues.push(...misplacedMembers(changes.target, json.target, path));
  const target = changeTarget(before, json.target, path, now, issues);
  json = { ...json, target: target === null ? withKind(json.target) : target.shown };
  const parsed = TimerDesign.safeParse(json);
  if (!parsed.success) {
    const known = new Set(issues.map((issue) => issue.path));
    const found = issuesOf(parsed.error).map((issue) => ({ ...issue, path: `${path}.${issue.path}` }));
    issues.push(...found.filter((issue) => !known.has(issue.path)));
  }
  const isValid = parsed.success && target !== null && issues.length === 0;
  return { changed: isValid ? { design: parsed.data, target: target.target } : null, json, issues };
}

/** Replaces a language tag by the language whose labels it selects. An unknown one stays, so that it is refused. */
function withLabelLocale(design: JsonObject): JsonObject {
  const { labels } = design;
  if (!isJsonObject(labels) || typeof labels.locale !== 'string') return design;
  return { ...design, labels: { ...labels, locale: findLabelLocale(labels.locale) ?? labels.locale } };
}

/** Returns the design with the members of the preset that the changes name. */
function withPreset(design: JsonObject, changes: unknown): JsonObject {
  if (!isJsonObject(changes) || !Object.hasOwn(changes, 'preset')) return design;
  return settled({ ...design, preset: changes.preset }, defaultsOf(design), {});
}
