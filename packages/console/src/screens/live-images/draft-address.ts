import type { LiveImageDraftSummary } from '@vitrine/client';
import { draftAddress } from '../../components/drafts/draft-address.ts';

type Draft = Pick<LiveImageDraftSummary, 'draftId' | 'conversationId' | 'liveImageId'>;

/** Returns the address of the designer with a draft. */
export function addressOfDraft(draft: Draft, more: Readonly<Record<string, string>> = {}): string {
  return draftAddress('/live-images', { ...draft, imageId: draft.liveImageId }, more);
}
