import { z } from 'zod';
import { formatPath, moreUnknownMembers, UNKNOWN_LISTED_MAX } from '../contracts/ground/contract.ts';
import type { Issue } from '../ground/errors.ts';
import { isJsonObject, type JsonObject } from '../ground/json.ts';
import { nearestName } from '../ground/nearest-name.ts';

/**
 * Applies the changes of one member in its own way. `base` is its value before, `steps` its path in the design.
 */
export type MergeMember = (
  base: unknown,
  changes: unknown,
  steps: readonly string[],
  merge: Merge,
) => unknown;

/** One application of changes to a design, with what was found on the way. */
export interface Merge {
  /** The path of the changes in the request. */
  readonly path: string;
  readonly issues: Issue[];
  /** The contract of the whole design, for corrections of members in a wrong group. */
  readonly design: z.ZodObject;
  /** Returns the defaults of a group that is null by default. */
  readonly groupDefaults: (path: string, group: z.ZodObject) => JsonObject;
  /** The members with a way of their own, by their contracts. */
  readonly members: ReadonlyMap<z.core.$ZodType, MergeMember>;
  /** The number of unknown members so far. Those beyond `UNKNOWN_LISTED_MAX` are counted but not listed. */
  unknown: number;
}

/** Begins to apply changes. `endMerge` adds the issue of unknown members that are not listed. */
export function beginMerge(
  given: Pick<Merge, 'path' | 'design' | 'groupDefaults'> & Partial<Pick<Merge, 'members'>>,
): Merge {
  return { members: new Map(), ...given, issues: [], unknown: 0 };
}

export function endMerge(merge: Merge): readonly Issue[] {
  const more = moreUnknownMembers(merge.unknown - UNKNOWN_LISTED_MAX);
  return more === null ? merge.issues : [...merge.issues, more];
}

/**
 * Applies changes to a group of a design as a merge patch (RFC 7396) in which null restores a member's default, and so
 * does `""` for a member that takes no empty text (docs/rules.md#empty-values). Descends only into the members of the
 * contract, so the time and depth are bounded for untrusted input.
 */
export function mergeGroup(
  group: z.ZodObject,
  base: JsonObject,
  defaults: JsonObject,
  given: JsonObject,
  steps: readonly string[],
  merge: Merge,
): JsonObject {
  const changes = emptyAsNull(group, given);
  const merged: Record<string, unknown> = { ...base };
  for (const name of Object.keys(changes)) {
    const value = changes[name];
    const at = [...steps, name];
    // Own properties only, so that `constructor` and `__proto__` are unknown members.
    const member = Object.hasOwn(group.shape, name) ? group.shape[name] : undefined;
    if (member === undefined) {
      merge.unknown += 1;
      if (merge.unknown <= UNKNOWN_LISTED_MAX) {
        merge.issues.push({
          path: `${merge.path}.${formatPath(at)}`,
          message: unknownMember(name, Object.keys(group.shape), merge),
        });
      }
      continue;
    }
    const own = merge.members.get(member);
    const inner = groupOf(member);
    const byDefault = defaults[name];
    if (own !== undefined) merged[name] = own(merged[name], value, at, merge);
    else if (value === null) merged[name] = byDefault;
    else if (inner !== null && isJsonObject(value)) {
      const innerDefaults = isJsonObject(byDefault) ? byDefault : merge.groupDefaults(at.join('.'), inner);
      const current = isJsonObject(merged[name]) ? merged[name] : innerDefaults;
      merged[name] = mergeGroup(inner, current, innerDefaults, value, at, merge);
    } else merged[name] = value;
  }
  return merged;
}

/** Returns changes with null for each empty text that its member does not take. */
export function emptyAsNull(group: z.ZodObject, changes: JsonObject): JsonObject {
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

function groupOf(member: z.core.$ZodType): z.ZodObject | null {
  if (member instanceof z.ZodNullable) return groupOf(member.unwrap());
  return member instanceof z.ZodObject ? member : null;
}

/**
 * The number of unknown members that get a suggestion. A body with many unknown members has no typing errors to
 * correct.
 */
const COMPARED_MAX = 10;

function unknownMember(name: string, known: readonly string[], { unknown, design }: Merge): string {
  const list = `Known: ${known.join(', ')}.`;
  if (unknown > COMPARED_MAX) return `Unknown member. ${list}`;
  const meant =
    nearestName(name, known) ?? pathsIn(design, []).find((path) => path.endsWith(`.${name}`)) ?? null;
  return meant === null ? `Unknown member. ${list}` : `Unknown member. Did you mean ${meant}? ${list}`;
}

/** Returns the full paths of all members, such as `target.timeZone`. */
function pathsIn(group: z.ZodObject, steps: readonly string[]): string[] {
  return Object.entries(group.shape).flatMap(([name, member]) => {
    const inner = groupOf(member);
    const path = [...steps, name];
    return [path.join('.'), ...(inner === null ? [] : pathsIn(inner, path))];
  });
}
