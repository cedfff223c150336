import type { Client, LiveImageDetail, LiveImageDraftResponse } from '@vitrine/client';
import { passOnLeft } from '../../../components/designer/draft/left-changes.ts';
import { draftOfAddress, showDraft } from '../../../components/drafts/draft-address.ts';
import { liveImagesTexts } from '../../../texts/en/live/live-images.ts';

/** A draft and the saved live image that it changes, if there is one. */
export interface OpenDraft {
  readonly draft: LiveImageDraftResponse;
  readonly image: LiveImageDetail | null;
}

/**
 * Opens the draft in the address, or makes a new one and puts it into the address, so that a reload and a colleague find
 * it again. One that was saved is followed by a draft of what was saved.
 */
export async function openDraft(
  client: Client,
  imageId: number | null,
  signal: AbortSignal,
): Promise<OpenDraft> {
  const { liveImages } = client;
  const held = await draftOfAddress((ref) => liveImages.drafts.get(ref, { signal }));
  const savedId = imageId ?? (held?.status === 'saved' ? held.liveImageId : null);
  const image = savedId === null ? null : await liveImages.get(savedId, { signal });
  if (held?.status === 'draft' && held.liveImageId === savedId) return { draft: held, image };
  const draft =
    savedId === null
      ? await liveImages.drafts.create({ name: liveImagesTexts.designer.newTitle })
      : await liveImages.draft(savedId);
  // Nobody opens this draft then: what was left stays with the one in the address.
  if (signal.aborted) return { draft, image };
  if (held?.liveImageId === savedId) passOnLeft(held.draftId, draft.draftId);
  showDraft('/live-images', { ...draft, imageId: savedId });
  return { draft, image };
}
