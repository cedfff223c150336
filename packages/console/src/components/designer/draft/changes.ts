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
