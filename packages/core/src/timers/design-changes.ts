import { z } from 'zod';
import { formatPath, issuesOf, moreUnknownMembers, UNKNOWN_LISTED_MAX } from '../contracts/contract.ts';
import { TimerDesign } from '../contracts/timer-design.ts';
import type { Issue } from '../errors.ts';
import { nearestName } from '../nearest-name.ts';
import type { TimerTarget } from '../storage/images.ts';
import type { Millis } from '../storage/rows.ts';
import { defaultsOf, withDefaults } from './design-defaults.ts';
import { GROUP_DEFAULTS, isObject, type Json } from './group-defaults.ts';
import { readTarget, shownTarget } from './target.ts';

/** A design with the instant of its target: a wall time alone is ambiguous in an hour that clocks show twice. */
export interface TargetedDesign {
  readonly design: TimerDesign;
  readonly target: TimerTarget;
}

export interface ChangedDesign {
  /** Null when the design is invalid; `issues` has the reasons. */
  readonly changed: TargetedDesign | null;
  /** The design as JSON, also when it is invalid, so that the possible semantic checks can still run. */
  readonly json: Json;
  readonly issues: readonly Issue[];
}

/**
 * Applies `changes` to a design as a merge patch (RFC 7396) in which null restores a member's default
 * (docs/rules.md#drafts). If `before` is null, the changes are the members of a new design. An unchanged target keeps
 * its instant.
 *
 * Descends only into the members of a design, so the time and depth are bounded for untrusted input.
 *
 * @param path the path of the changes in the request.
 */
export function changeDesign(
  before: TargetedDesign | null,
  changes: unknown,
  path: 'design' | 'changes',
  now: Millis,
): ChangedDesign {
  const issues: Issue[] = [];
  const defaults = defaultsOf(before?.design ?? {});
  let json: Json = before?.design ?? defaults;
  const findings: Findings = { path, issues, unknown: 0 };
  if (isObject(changes)) json = merge(TimerDesign, json, defaults, changes, [], findings);
  else if (changes !== undefined && changes !== null)
    issues.push({ path, message: 'Expected a JSON object.' });
  json = withDefaults(json, defaults, defaultsOf(json), changes);

  const more = moreUnknownMembers(findings.unknown - UNKNOWN_LISTED_MAX);
  if (more !== null) issues.push(more);

  const target = changeTarget(before?.target ?? null, json.target, path, now, issues);
  json = { ...json, target: target === null ? withAllMembers(json.target) : shownTarget(target) };
  const parsed = TimerDesign.safeParse(json);
  if (!parsed.success) {
    const known = new Set(issues.map((issue) => issue.path));
    const found = issuesOf(parsed.error).map((issue) => ({ ...issue, path: `${path}.${issue.path}` }));
    issues.push(...found.filter((issue) => !known.has(issue.path)));
  }
  const isValid = parsed.success && target !== null && issues.length === 0;
  return { changed: isValid ? { design: parsed.data, target } : null, json, issues };
}

/** Returns null for an invalid target. Adds semantic issues; the parser of the whole design adds the syntax errors. */
function changeTarget(
  before: TimerTarget | null,
  input: unknown,
  path: string,
  now: Millis,
  issues: Issue[],
): TimerTarget | null {
  const { date, timeZone } = isObject(input) ? input : {};
  if (before !== null && date === before.local && timeZone === before.timeZone) return before;
  const isDateText = date === undefined || typeof date === 'string';
  const isZoneText = timeZone === undefined || typeof timeZone === 'string';
  const read = readTarget(
    { date: isDateText ? date : undefined, timeZone: isZoneText ? timeZone : undefined },
    now,
    (member) => `${path}.target.${member}`,
  );
  if (!read.ok) issues.push(...read.issues);
  return read.ok && isObject(input) && isDateText && isZoneText ? read.target : null;
}

/** Fills in omitted members of an invalid target, so that the parser reports no second issue for them. */
function withAllMembers(target: unknown): unknown {
  return isObject(target) ? { date: target.date ?? '', timeZone: target.timeZone ?? '' } : target;
}

interface Findings {
  readonly path: string;
  readonly issues: Issue[];
  /** The number of unknown members so far. Those beyond `UNKNOWN_LISTED_MAX` are counted but not listed. */
  unknown: number;
}

function merge(
  group: z.ZodObject,
  base: Json,
  defaults: Json,
  changes: Json,
  steps: readonly string[],
  findings: Findings,
): Json {
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
    else if (inner !== null && isObject(value)) {
      const innerDefaults = isObject(byDefault) ? byDefault : (GROUP_DEFAULTS[at.join('.')] ?? {});
      const current = isObject(merged[name]) ? merged[name] : innerDefaults;
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
