import { z } from 'zod';
import { formatPath, issuesOf, moreUnknownMembers, UNKNOWN_LISTED_MAX } from '../contracts/contract.ts';
import { findLabelLocale } from '../contracts/label-presets.ts';
import { TimerDesign } from '../contracts/timer-design.ts';
import type { Issue } from '../ground/errors.ts';
import { isJsonObject, type JsonObject } from '../ground/json-object.ts';
import { nearestName } from '../ground/nearest-name.ts';
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
 * Descends only into the members of a design, so the time and depth are bounded for untrusted input.
 *
 * @param path the path of the changes in the request.
 */
export function changeDesign(
  before: TargetedDesign | null,
  given: unknown,
  path: 'design' | 'changes',
  now: Millis,
): ChangedDesign {
  const issues: Issue[] = [];
  const changes = isJsonObject(given) ? emptyAsNull(TimerDesign, given) : given;
  let json: JsonObject = withPreset(before?.design ?? defaultsOf({}), changes);
  const defaults = defaultsOf(json);
  const findings: Findings = { path, issues, unknown: 0 };
  if (isJsonObject(changes)) json = merge(TimerDesign, json, defaults, changes, [], findings);
  else if (changes !== undefined && changes !== null)
    issues.push({ path, message: 'Expected a JSON object.' });
  json = withLabelLocale(settled(json, defaults, changes));

  const more = moreUnknownMembers(findings.unknown - UNKNOWN_LISTED_MAX);
  if (more !== null) issues.push(more);

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

/** Returns changes with null for each empty text that its member does not take. */
function emptyAsNull(group: z.ZodObject, changes: JsonObject): JsonObject {
  const read: Record<string, unknown> = { ...changes };
  for (const [name, member] of Object.entries(group.shape)) {
    if (!Object.hasOwn(changes, name)) continue;
    const value = changes[name];
    const inner = groupOf(member);
    if (value === '' && !z.safeParse(member, value).success) read[name] = null;
    else if (inner !== null && isJsonObject(value)) read[name] = emptyAsNull(inner, value);
  }
  return read;
}

interface Findings {
  readonly path: string;
  readonly issues: Issue[];
  /** The number of unknown members so far. Those beyond `UNKNOWN_LISTED_MAX` are counted but not listed. */
  unknown: number;
}

function merge(
  group: z.ZodObject,
  base: JsonObject,
  defaults: JsonObject,
  changes: JsonObject,
  steps: readonly string[],
  findings: Findings,
): JsonObject {
  const merged: Record<string, unknown> = { ...base };
  for (const name of Object.keys(changes)) {
    const value = changes[name];
    const at = [...steps, name];
    // Own properties only, so that `constructor` and `__proto__` are unknown members.
    const member = Object.hasOwn(group.shape, name) ? group.shape[name] : undefined;
    if (member === undefined) {
      findings.unknown += 1;
      if (findings.unknown <= UNKNOWN_LISTED_MAX) {
        findings.issues.push({
          path: `${findings.path}.${formatPath(at)}`,
          message: unknownMember(name, Object.keys(group.shape), findings.unknown),
        });
      }
      continue;
    }
    const inner = groupOf(member);
    const byDefault = defaults[name];
    if (value === null) merged[name] = byDefault;
    else if (inner !== null && isJsonObject(value)) {
      const innerDefaults = isJsonObject(byDefault) ? byDefault : (GROUP_DEFAULTS[at.join('.')] ?? {});
      const current = isJsonObject(merged[name]) ? merged[name] : innerDefaults;
      merged[name] = merge(inner, current, innerDefaults, value, at, findings);
    } else merged[name] = value;
  }
  return merged;
}

function groupOf(member: z.core.$ZodType): z.ZodObject | null {
  if (member instanceof z.ZodNullable) return groupOf(member.unwrap());
  return member instanceof z.ZodObject ? member : null;
}

/**
 * The number of unknown members that get a suggestion. A body with many unknown members has no typing errors to
 * correct.
 */
const COMPARED_MAX = 10;

/** @param found the number of unknown members so far, including this one. */
function unknownMember(name: string, known: readonly string[], found: number): string {
  const list = `Known: ${known.join(', ')}.`;
  if (found > COMPARED_MAX) return `Unknown member. ${list}`;
  const meant = nearestName(name, known) ?? memberPaths.find((path) => path.endsWith(`.${name}`)) ?? null;
  return meant === null ? `Unknown member. ${list}` : `Unknown member. Did you mean ${meant}? ${list}`;
}

/** The full paths of all members, such as `target.timeZone`. Used to correct a member in the wrong group. */
const memberPaths: readonly string[] = pathsIn(TimerDesign, []);

function pathsIn(group: z.ZodObject, steps: readonly string[]): string[] {
  return Object.entries(group.shape).flatMap(([name, member]) => {
    const inner = groupOf(member);
    const path = [...steps, name];
    return [path.join('.'), ...(inner === null ? [] : pathsIn(inner, path))];
  });
}
