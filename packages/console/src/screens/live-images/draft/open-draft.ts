import {
  type Client,
  type LiveImageDetail,
  type LiveImageDraftResponse,
  NotFoundError,
} from '@vitrine/client';
import { query, setQuery } from '../../../router/location.ts';

/** A draft and the saved live image that it changes, if there is one. */
export interface OpenDraft {
  readonly draft: LiveImageDraftResponse;
  readonly image: LiveImageDetail | null;
}

/**
 * Opens the draft in the address, or makes a new one and puts it into the address, so that a reload and a colleague find
 * it again.
 */
export async function openDraft(
  client: Client,
  imageId: number | null,
  signal: AbortSignal,
): Promise<OpenDraft> {
  const { liveImages } = client;
  const image = imageId === null ? null : await liveImages.get(imageId, { signal });
  const held = await findHeld(client, signal);
  if (held !== null && held.status === 'draft' && held.liveImageId === imageId) return { draft: held, image };
  const draft = imageId === null ? await liveImages.drafts.create() : await liveImages.draft(imageId);
  if (!signal.aborted) setQuery({ draft: draft.draftId, conversation: draft.conversationId });
  return { draft, image };
}

async function findHeld(client: Client, signal: AbortSignal): Promise<LiveImageDraftResponse | null> {
  const draftId = query.peek().get('draft');
  const conversationId = query.peek().get('conversation');
  if (draftId === null || conversationId === null) return null;
  try {
    return await client.liveImages.drafts.get({ draftId, conversationId }, { signal });
  } catch (error) {
    // It has expired.
    if (error instanceof NotFoundError) return null;
    throw error;
  }
}
