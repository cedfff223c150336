import type { Client, LiveImageDetail, LiveImageDraftResponse } from '@vitrine/client';
import { draftOfAddress } from '../../../components/drafts/draft-address.ts';
import { setQuery } from '../../../router/location.ts';
import { liveImagesTexts } from '../../../texts/en/live/live-images.ts';

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
  const held = await draftOfAddress((ref) => liveImages.drafts.get(ref, { signal }));
  if (held?.status === 'draft' && held.liveImageId === imageId) return { draft: held, image };
  const draft =
    imageId === null
      ? await liveImages.drafts.create({ name: liveImagesTexts.designer.newTitle })
      : await liveImages.draft(imageId);
  if (!signal.aborted) setQuery({ draft: draft.draftId, conversation: draft.conversationId });
  return { draft, image };
}
