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

/** The requests of left drafts that are on their way. */
const leaving = new Set<Promise<void>>();

/** Remembers the last request of a draft that is left. */
export function leaveDraft(sending: Promise<void>): void {
  const last = sending.finally(() => leaving.delete(last));
  leaving.add(last);
}

/** Waits until the server has what was typed into the drafts that were left. */
export async function leftDraftsSent(): Promise<void> {
  await Promise.all(leaving);
}
