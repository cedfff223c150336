import { issuesOf } from '../contracts/ground/contract.ts';
import { findLabelLocale } from '../contracts/timers/label-presets.ts';
import { TimerDesign } from '../contracts/timers/timer-design.ts';
import { TARGET_KINDS } from '../contracts/timers/timer-target.ts';
import { beginMerge, emptyAsNull, endMerge, mergeGroup } from '../designs/merge-design.ts';
import type { Issue } from '../ground/errors.ts';
import { isJsonObject, type JsonObject } from '../ground/json.ts';
import type { Millis } from '../ground/rows.ts';
import { defaultsOf, settled } from './design-defaults.ts';
import { GROUP_DEFAULTS } from './group-defaults.ts';
import { changeTarget, withKind } from './target-changes.ts';
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

const MEMBERS: Readonly<Record<(typeof TARGET_KINDS)[number], readonly string[]>> = {
  date: ['date', 'timeZone'],
  recurring: ['every', 'at', 'weekday', 'day', 'timeZone'],
  evergreen: ['duration'],
  value: ['timeZone', 'missing'],
  record: ['storeId', 'key', 'property', 'timeZone', 'missing'],
};
/** The value of `every` that a member belongs to. */
const EVERY_OF: Readonly<Record<string, string>> = { weekday: 'week', day: 'month' };

/**
 * Returns an issue for each given member that the target does not have, unless the kind is given too: a duration alone
 * would otherwise be lost, and the timer would count to a date. Of combined changes the last kind is meant.
 *
 * @param target the target with its kind.
 */
function misplacedMembers(given: JsonObject, target: JsonObject, path: string): Issue[] {
  const kind = TARGET_KINDS.find((one) => one === (target.kind ?? TARGET_KINDS[0]));
  if (kind === undefined) return [];
  const { every = 'day' } = target;
  return Object.keys(given).flatMap((name): Issue[] => {
    const owners = TARGET_KINDS.filter((one) => MEMBERS[one].includes(name));
    if (given[name] === null || owners.length === 0) return [];
    const found = { path: `${path}.target.${name}` };
    if (!owners.includes(kind)) {
      if (Object.hasOwn(given, 'kind')) return [];
      const message = `A target of the kind ${kind} has no ${name}. Set kind to ${owners.join(' or ')}.`;
      return [{ ...found, message }];
    }
    const period = EVERY_OF[name];
    if (period === undefined || every === period || Object.hasOwn(given, 'every')) return [];
    return [{ ...found, message: `Only a target of every ${period} has a ${name}. Set every to ${period}.` }];
  });
}
