import type { TimerDesign, TimerDesignChanges } from '@vitrine/client';

type Tree = Readonly<Record<string, unknown>>;

/** Returns the design with changes that the server has not applied yet, so that fields show what was typed. */
export function applyChanges(design: TimerDesign, changes: TimerDesignChanges): TimerDesign {
  return mergeTrees(design as unknown as Tree, changes as Tree) as unknown as TimerDesign;
}

/** Returns one merge patch for two that follow each other. */
export function joinChanges(first: TimerDesignChanges, second: TimerDesignChanges): TimerDesignChanges {
  return mergeTrees(first as Tree, second as Tree) as TimerDesignChanges;
}

export function isUnchanged(changes: TimerDesignChanges): boolean {
  return Object.keys(changes).length === 0;
}

function mergeTrees(base: Tree, changes: Tree): Tree {
  const merged: Record<string, unknown> = { ...base };
  for (const [name, value] of Object.entries(changes)) {
    const before = merged[name];
    merged[name] = isTree(value) && isTree(before) ? mergeTrees(before, value) : value;
  }
  return merged;
}

function isTree(value: unknown): value is Tree {
  return typeof value === 'object' && value !== null;
}
