import type { TimerDesign, TimerDesignChanges } from '@vitrine/client';

/** A design, or changes of one, as a tree of members. */
export type Tree = Readonly<Record<string, unknown>>;

/** Returns the design with changes that the server has not applied yet, so that fields show what was typed. */
export function applyChanges(design: TimerDesign, changes: TimerDesignChanges): TimerDesign {
  return mergeTrees(design as unknown as Tree, changes as Tree) as unknown as TimerDesign;
}

/** Returns one merge patch for two that follow each other. */
export function joinChanges(first: TimerDesignChanges, second: TimerDesignChanges): TimerDesignChanges {
  return mergeTrees(first as Tree, second as Tree) as TimerDesignChanges;
}

/**
 * Returns changes in which null means none, even if the preset has a value: null restores the default, and without a
 * preset that is none. The look stays otherwise.
 */
export function withNone(design: TimerDesign, changes: TimerDesignChanges): TimerDesignChanges {
  return design.preset === null ? changes : { ...applyChanges(design, changes), preset: null };
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

export function isTree(value: unknown): value is Tree {
  return typeof value === 'object' && value !== null;
}
