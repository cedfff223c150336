import { z } from 'zod';
import { formatPath, issuesOf, moreUnknownMembers, UNKNOWN_LISTED_MAX } from '../contracts/contract.ts';
import type { Issue } from '../errors.ts';
import { nearestName } from '../nearest-name.ts';
import type { TimerTarget } from '../storage/images.ts';
import type { Millis } from '../storage/rows.ts';
import { readTarget, shownTarget } from './target.ts';
import { DEFAULT_BORDER, DEFAULT_BOX, DEFAULT_DESIGN, TimerDesign } from './timer-design.ts';

type Json = Readonly<Record<string, unknown>>;

/** A design and the instant that its target means: in the hour that comes twice the wall time alone does not tell. */
export interface TargetedDesign {
  readonly design: TimerDesign;
  readonly target: TimerTarget;
}

export interface ChangedDesign {
  /** Null: it breaks a rule of form, and `issues` says which. */
  readonly changed: TargetedDesign | null;
  /** The design as JSON, also where it breaks a rule: for the checks of meaning that can be made nevertheless. */
  readonly json: Json;
  readonly issues: readonly Issue[];
}

/** The members of a target are filled in where its time is read. */
const DEFAULTS: Json = { ...DEFAULT_DESIGN, target: {} };

/** What the members of a group are that is null by default. */
const GROUP_DEFAULTS: Readonly<Record<string, Json>> = {
  'digits.box': DEFAULT_BOX,
  'digits.box.border': DEFAULT_BORDER,
};

/**
 * Applies `changes` to a design as a merge patch (RFC 7396) in which null restores a member's default
 * (docs/rules.md#drafts). Before there is a design, they are the members of a new one. A target that stays as it was
 * keeps its instant.
 *
 * Only the members that a design has are looked into, so no input makes this run deep or long.
 *
 * @param path where the changes stand in the request: `design` or `changes`.
 */
export function changeDesign(
  before: TargetedDesign | null,
  changes: unknown,
  path: 'design' | 'changes',
  now: Millis,
): ChangedDesign {
  const issues: Issue[] = [];
  let json: Json = before?.design ?? DEFAULTS;
  const findings: Findings = { path, issues, unknown: 0 };
  if (isObject(changes)) json = merge(TimerDesign, json, DEFAULTS, changes, [], findings);
  else if (changes !== undefined && changes !== null)
    issues.push({ path, message: 'Expected a JSON object.' });

  const more = moreUnknownMembers(findings.unknown - UNKNOWN_LISTED_MAX);
  if (more !== null) issues.push(more);

  const target = changeTarget(before?.target ?? null, json.target, path, now, issues);
  json = { ...json, target: target === null ? withoutGaps(json.target) : shownTarget(target) };
  const parsed = TimerDesign.safeParse(json);
  if (!parsed.success) {
    const known = new Set(issues.map((issue) => issue.path));
    const found = issuesOf(parsed.error).map((issue) => ({ ...issue, path: `${path}.${issue.path}` }));
    issues.push(...found.filter((issue) => !known.has(issue.path)));
  }
  const isRight = parsed.success && target !== null && issues.length === 0;
  return { changed: isRight ? { design: parsed.data, target } : null, json, issues };
}

/** Null where the time can't be read; says why, unless the form is at fault, which is found with that of all others. */
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

/** Why a time can't be read is said already; a member of it that was left to be filled in is no fault besides. */
function withoutGaps(target: unknown): unknown {
  return isObject(target) ? { date: target.date ?? '', timeZone: target.timeZone ?? '' } : target;
}

interface Findings {
  readonly path: string;
  readonly issues: Issue[];
  /** Unknown members so far; those beyond `UNKNOWN_LISTED_MAX` are only counted. */
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
    // Own members only: `constructor` and `__proto__` are unknown like any other.
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
    const standard = defaults[name];
    if (value === null) merged[name] = standard;
    else if (inner !== null && isObject(value)) {
      const filled = isObject(standard) ? standard : (GROUP_DEFAULTS[at.join('.')] ?? {});
      const current = merged[name];
      merged[name] = merge(inner, isObject(current) ? current : filled, filled, value, at, findings);
    } else merged[name] = value;
  }
  return merged;
}

function groupOf(member: z.core.$ZodType): z.ZodObject | null {
  if (member instanceof z.ZodNullable) return groupOf(member.unwrap());
  return member instanceof z.ZodObject ? member : null;
}

function isObject(value: unknown): value is Json {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Unknown members that are compared with the known ones. A body full of unknown members is no slip. */
const COMPARED_MAX = 10;

/** `found`: how many unknown members were found so far, this one included. */
function unknownMember(name: string, known: readonly string[], found: number): string {
  const list = `Known: ${known.join(', ')}.`;
  if (found > COMPARED_MAX) return `Unknown member. ${list}`;
  const meant = nearestName(name, known) ?? memberPaths.find((path) => path.endsWith(`.${name}`)) ?? null;
  return meant === null ? `Unknown member. ${list}` : `Unknown member. Did you mean ${meant}? ${list}`;
}

/** Every member with the groups around it: `target.timeZone`, for one that was put into the wrong group. */
const memberPaths: readonly string[] = pathsIn(TimerDesign, []);

function pathsIn(group: z.ZodObject, steps: readonly string[]): string[] {
  return Object.entries(group.shape).flatMap(([name, member]) => {
    const inner = groupOf(member);
    const path = [...steps, name];
    return [path.join('.'), ...(inner === null ? [] : pathsIn(inner, path))];
  });
}
