import { type ReadonlySignal, signal } from '@preact/signals';
import type { DraftRef } from './draft-address.ts';

/** A draft on the server that was changed in this browser and not saved yet. */
export interface LeftDraft extends DraftRef {
  /** The saved image that it changes. Null: saving makes a new one. */
  readonly imageId: number | null;
  readonly name: string;
  readonly changedAt: string;
}

/** The drafts of one kind that this browser remembers for an account, the latest first. */
export interface DraftShelf {
  readonly drafts: ReadonlySignal<readonly LeftDraft[]>;
  /** Returns the name that was typed for a draft. */
  nameOf(draftId: string): string | undefined;
  /** Remembers a draft, or its new name and time. */
  keep(draft: Omit<LeftDraft, 'changedAt'>): void;
  /** Forgets a draft that was saved or deleted, or that has expired. */
  drop(draftId: string): void;
}

export type DraftKind = 'timers' | 'liveImages';

/** More are of no use: the server removes the oldest ones. */
const DRAFTS_MAX = 20;

/**
 * Opens the shelf of an account. It has the ids of drafts and their names, which the address of a designer has too, but no
 * key. Another tab may change it meanwhile: each change begins with what is stored.
 */
export function openDraftShelf(kind: DraftKind, accountId: string): DraftShelf {
  const entry = `vitrine.drafts.${kind}.${accountId}`;
  const drafts = signal(read(entry) ?? []);
  const change = (of: (before: readonly LeftDraft[]) => readonly LeftDraft[]) => {
    drafts.value = of(read(entry) ?? drafts.peek()).slice(0, DRAFTS_MAX);
    try {
      localStorage.setItem(entry, JSON.stringify(drafts.peek()));
    } catch {
      // A full or forbidden storage: the shelf holds for this visit.
    }
  };
  return {
    drafts,
    nameOf: (draftId) => drafts.peek().find((draft) => draft.draftId === draftId)?.name,
    keep(draft) {
      const kept = { ...draft, changedAt: new Date().toISOString() };
      change((before) => [kept, ...without(before, draft.draftId)]);
    },
    drop: (draftId) => change((before) => without(before, draftId)),
  };
}

function without(drafts: readonly LeftDraft[], draftId: string): LeftDraft[] {
  return drafts.filter((draft) => draft.draftId !== draftId);
}

/** Null: nothing was stored, or there is no storage. */
function read(entry: string): readonly LeftDraft[] | null {
  try {
    return JSON.parse(localStorage.getItem(entry) ?? 'null') as readonly LeftDraft[] | null;
  } catch {
    return null;
  }
}
