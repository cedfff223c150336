import { isEqual, isTree, type Tree } from './changes.ts';

/** A member of a design that has another value. */
export interface Difference {
  /** Such as `digits.size`. */
  readonly member: string;
  readonly before: unknown;
  readonly after: unknown;
}

/** Returns the members that differ, in the order of the design. */
export function differences(before: object, after: object): readonly Difference[] {
  return compare(before as Tree, after as Tree, '');
}

function compare(before: Tree, after: Tree, path: string): Difference[] {
  return Object.keys({ ...before, ...after }).flatMap((name) => {
    const [old, next, member] = [before[name], after[name], `${path}${name}`];
    if (isTree(old) && isTree(next)) return compare(old, next, `${member}.`);
    // Two groups are never equal here: one of the values is no group.
    return isEqual(old, next) ? [] : [{ member, before: old ?? null, after: next ?? null }];
  });
}

/** Returns a value for people: colours, numbers and texts as they are, a group by its members. */
export function showMember(value: unknown): string {
  if (Array.isArray(value)) return value.map(showMember).join('; ') || '–';
  if (isTree(value))
    return Object.entries(value)
      .filter(([, inner]) => inner !== null)
      .map(([name, inner]) => `${name} ${showMember(inner)}`)
      .join(', ');
  return value === null ? '–' : String(value);
}
