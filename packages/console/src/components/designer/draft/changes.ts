/** A design, or changes of one, as a tree of members. A list is one value. */
export type Tree = Readonly<Record<string, unknown>>;

/** Returns the design with changes that the server has not applied yet, so that fields show what was typed. */
export function applyChanges<Design extends object>(design: Design, changes: object): Design {
  return mergeTrees(design as Tree, changes as Tree) as Design;
}

/** Returns one merge patch for two that follow each other. */
export function joinChanges<Changes extends object>(first: Changes, second: Changes): Changes {
  return mergeTrees(first as Tree, second as Tree) as Changes;
}

export function isUnchanged(changes: object): boolean {
  return Object.keys(changes).length === 0;
}

/** Members that decide which other members a part has, so that changes of them are taken back with the entire part. */
const DECIDING = ['preset', 'kind', 'type'];

/** Returns the changes that restore the members of `before` that `changes` concern. */
export function inverseOf<Changes extends object>(before: object, changes: Changes): Changes {
  return restore(before as Tree, changes as Tree) as Changes;
}

function restore(before: Tree, changes: Tree): Tree {
  if (DECIDING.some((name) => Object.hasOwn(changes, name))) return before;
  return Object.fromEntries(
    Object.entries(changes).map(([name, value]) => {
      const old = before[name];
      return [name, isTree(value) && isTree(old) ? restore(old, value) : (old ?? null)];
    }),
  );
}

/** Returns the changes that make `after` of `before`, which has the same members. Lists are replaced. */
export function changesBetween(before: Tree, after: Tree): Tree {
  return Object.fromEntries(
    Object.entries(after).flatMap(([name, value]) => {
      const old = before[name];
      if (isEqual(old, value)) return [];
      return [[name, isTree(value) && isTree(old) ? changesBetween(old, value) : value]];
    }),
  );
}

/**
 * Returns the part of changes of `before` that applies to `after`, which others have made of it. A change that sets a
 * member to the value that it had in `before` is left out if others have set that member.
 */
export function ownChanges(changes: Tree, before: Tree, after: Tree): Tree {
  return Object.fromEntries(
    Object.entries(changes).flatMap(([name, value]) => {
      const [old, now] = [before[name] ?? null, after[name] ?? null];
      if (isEqual(old, now)) return [[name, value]];
      if (!isTree(value) || !isTree(old)) return isEqual(value, old) ? [] : [[name, value]];
      const own = ownChanges(value, old, isTree(now) ? now : {});
      return isUnchanged(own) ? [] : [[name, own]];
    }),
  );
}

/** Returns changes without those of members that others have set. A part of another kind is whole: it goes entirely. */
export function withoutMembers(changes: Tree, members: readonly string[], path = ''): Tree {
  return Object.fromEntries(
    Object.entries(changes).flatMap(([name, value]) => {
      const at = `${path}${name}.`;
      if (members.some((member) => at.startsWith(`${member}.`))) return [];
      if (!members.some((member) => member.startsWith(at))) return [[name, value]];
      if (!isTree(value) || Object.hasOwn(value, 'kind') || Object.hasOwn(value, 'type')) return [];
      const inner = withoutMembers(value, members, at);
      return isUnchanged(inner) ? [] : [[name, inner]];
    }),
  );
}

/** Returns changes that set a member to `after` where they set it to `before`. */
export function withValue(
  changes: Tree,
  set: { readonly member: string; readonly before: unknown; readonly after: unknown },
  path = '',
): Tree {
  return Object.fromEntries(
    Object.entries(changes).map(([name, value]) => {
      const at = `${path}${name}`;
      if (at === set.member) return [name, isEqual(value, set.before) ? set.after : value];
      return [name, isTree(value) ? withValue(value, set, `${at}.`) : value];
    }),
  );
}

/** Whether two values are the same, lists and groups by their JSON. */
export function isEqual(one: unknown, other: unknown): boolean {
  return one === other || JSON.stringify(one) === JSON.stringify(other);
}

/** Whether a value, such as a part of a design, has all that was sent of it. */
export function hasAll(value: unknown, sent: unknown): boolean {
  if (!isTree(value) || !isTree(sent)) return isEqual(value ?? null, sent ?? null);
  return Object.entries(sent).every(([name, inner]) => hasAll(value[name], inner));
}

function mergeTrees(base: Tree, changes: Tree): Tree {
  const merged: Record<string, unknown> = { ...base };
  for (const [name, value] of Object.entries(changes)) {
    const before = merged[name];
    merged[name] = isTree(value) && isTree(before) ? mergeTrees(before, value) : value;
  }
  return merged;
}

export function isTree(value: unknown): value is Tree {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
