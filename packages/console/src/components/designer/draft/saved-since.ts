import { differences } from './differences.ts';

/** A saved picture, as a save of a draft replaces it. */
export interface SavedDesign {
  readonly name: string;
  readonly design: object;
  readonly date_updated: string;
  readonly status: 'active' | 'deleted';
}

/** The saved picture that a draft changes. */
export interface SaveTarget {
  /** The picture as it was when the draft was opened here. */
  readonly opened: SavedDesign;
  /** When the draft was made of it. */
  readonly draftMadeAt: string;
  /** Reads the picture as it is now. */
  readonly read: () => Promise<SavedDesign>;
}

/** Returns whether somebody has saved the picture after the draft was made of it. Another folder of it is no save. */
export function isSavedSince({ opened, draftMadeAt }: SaveTarget, now: SavedDesign): boolean {
  if (now.date_updated <= draftMadeAt) return false;
  const isBase = opened.date_updated <= draftMadeAt;
  return !isBase || opened.name !== now.name || differences(opened.design, now.design).length > 0;
}
