import type { LiveImageDraftSummary } from '@vitrine/client';

/** Returns the address of the designer with a draft. */
export function addressOfDraft(
  {
    draftId,
    conversationId,
    liveImageId,
  }: Pick<LiveImageDraftSummary, 'draftId' | 'conversationId' | 'liveImageId'>,
  more: Readonly<Record<string, string>> = {},
): string {
  const state = new URLSearchParams({ draft: draftId, conversation: conversationId, ...more });
  return `/live-images/${liveImageId ?? 'new'}?${state}`;
}
