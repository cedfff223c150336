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

/** Whether a draft has something that is not saved. The one that a visit makes has nothing yet. */
export function isLeft(
  { status, conversationId, revision, imageId, name }: LeftDraft,
  newName: string,
): boolean {
  if (status !== 'draft' || conversationId === SCRATCH) return false;
  return revision > 1 || (imageId === null && name !== newName);
}
