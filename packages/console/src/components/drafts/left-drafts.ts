import { leftDraftsSent } from '../designer/draft-editor.ts';
import { useLoad } from '../use-load.tsx';
import type { DraftRef } from './draft-address.ts';

/** A draft of a timer or of a live image that is not saved. */
export interface LeftDraft extends DraftRef {
  /** The saved image that it changes. Null: saving makes a new one. */
  readonly imageId: number | null;
  readonly name: string;
  readonly revision: number;
  readonly status: 'draft' | 'saved';
  readonly previewUrl: string;
  readonly date_updated: string;
  readonly expiresAt: string;
}

/** The conversation of drafts that only draw a picture. */
export const SCRATCH = 'console-scratch';

export interface LeftDrafts {
  /** The latest first. */
  readonly left: readonly LeftDraft[];
  readonly reload: () => void;
}

/**
 * Loads the drafts that have something that is not saved, of all people and agents of the account.
 *
 * @param newName the name that a new draft has until it is changed.
 */
export function useLeftDrafts(
  list: (signal: AbortSignal) => Promise<readonly LeftDraft[]>,
  newName: string,
  inputs: readonly unknown[],
): LeftDrafts {
  const { data, reload } = useLoad(async (signal) => {
    await leftDraftsSent();
    return (await list(signal)).filter((draft) => isLeft(draft, newName));
  }, inputs);
  return { left: data ?? [], reload };
}

/** Whether a draft has something that is not saved. The one that a visit makes has nothing yet. */
export function isLeft(
  { status, conversationId, revision, imageId, name }: LeftDraft,
  newName: string,
): boolean {
  if (status !== 'draft' || conversationId === SCRATCH) return false;
  return revision > 1 || (imageId === null && name !== newName);
}
