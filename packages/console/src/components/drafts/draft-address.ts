import { NotFoundError } from '@vitrine/client';
import { navigate, query } from '../../router/location.ts';

/** The ids of a draft, as an address has them. */
export interface DraftRef {
  readonly draftId: string;
  readonly conversationId: string;
}

export interface DraftPlace extends DraftRef {
  /** The saved image that the draft changes. Null: saving makes a new one. */
  readonly imageId: number | null;
}

/**
 * Returns the address of a designer with a draft.
 *
 * @param base the path of the designers, such as `/timers`.
 */
export function draftAddress(
  base: string,
  { draftId, conversationId, imageId }: DraftPlace,
  more: Readonly<Record<string, string>> = {},
): string {
  const state = new URLSearchParams({ draft: draftId, conversation: conversationId, ...more });
  return `${base}/${imageId ?? 'new'}?${state}`;
}

/**
 * Puts a draft into the address of its designer, whose other state stays. Nobody is asked: the designer has what was typed.
 */
export function showDraft(base: string, place: DraftPlace): void {
  const { draft: _, conversation: __, ...state } = Object.fromEntries(query.peek());
  navigate(draftAddress(base, place, state), { replace: true, isSaved: true });
}

/** Returns the draft in the address. Null: the address has none, or it has expired. */
export async function draftOfAddress<Draft>(get: (ref: DraftRef) => Promise<Draft>): Promise<Draft | null> {
  const draftId = query.peek().get('draft');
  const conversationId = query.peek().get('conversation');
  if (draftId === null || conversationId === null) return null;
  try {
    return await get({ draftId, conversationId });
  } catch (error) {
    if (error instanceof NotFoundError) return null;
    throw error;
  }
}
