import type { ReadonlySignal } from '@preact/signals';
import type { AnyDraft } from './draft-kind.ts';
import type { Revision } from './revision.ts';

/** The part of an editor that a save uses. */
interface Saving {
  readonly draft: ReadonlySignal<AnyDraft>;
  readonly others: ReadonlySignal<readonly Revision[]>;
  /** Sends what is left. @throws the problem of changes that were not applied. */
  readonly settle: () => Promise<void>;
  readonly refresh: (signal: AbortSignal) => Promise<void>;
}

/**
 * Sends what is left, and saves the revision that is seen. Null: others have changed the draft meanwhile, and nothing was
 * saved.
 *
 * @throws the problem of changes that were not applied, or of the save.
 */
export async function saveSeen<Saved>(
  { draft, others, settle, refresh }: Saving,
  as: (revision: number) => Promise<Saved>,
): Promise<Saved | null> {
  const [seen] = others.peek();
  while (true) {
    await settle();
    if (others.peek()[0] !== seen) return null;
    const { revision } = draft.peek();
    try {
      return await as(revision);
    } catch (error) {
      await refresh(new AbortController().signal);
      // Another name is a new revision, too, which hides nothing.
      if (draft.peek().revision === revision) throw error;
    }
  }
}
