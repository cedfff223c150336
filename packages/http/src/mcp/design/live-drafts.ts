import type { LiveImageDraftResponse, ResolveLiveImageDraftRequest } from '@vitrine/core/contracts';
import { z } from '@vitrine/core/contracts';
import type { ToolCall } from '../tools/tool.ts';
import type { ToolPicture } from '../tools/tool-surface.ts';
import { pictureOf, withoutNulls } from './design-tool.ts';
import { aboutDraft } from './draft-arguments.ts';

export const draftId = z.string('Expected the draftId of live_create.');

/** A draft of a live image, as all calls about it name it. */
export interface LiveDraft {
  readonly draftId: string;
  readonly conversationId: string;
}

/** How a draft is opened. Omitted members have the defaults of an opening with the samples. */
export type LiveOpening = Omit<ResolveLiveImageDraftRequest, 'conversationId'>;

/** Runs a call about a draft of a live image. @throws ValidationError at `draftId` if there is none. */
export function aboutLive<Result>(
  { vitrine, principal }: ToolCall,
  { draftId, conversationId }: { readonly draftId: string; readonly conversationId?: string | undefined },
  run: (draft: LiveDraft) => Promise<Result>,
): Promise<Result> {
  return aboutDraft(
    { member: 'draftId', id: draftId, conversationId },
    async () => {
      const drafts = await vitrine.liveImageDrafts.list(principal);
      return drafts.find((draft) => draft.draftId === draftId)?.conversationId;
    },
    (conversationId) => run({ draftId, conversationId }),
  );
}

/** Draws a draft as an opening shows it. */
export async function lookAtLive(
  { vitrine, principal, signal }: ToolCall,
  { draftId, conversationId }: LiveDraft,
  opening: LiveOpening = {},
): Promise<ToolPicture> {
  const request = { conversationId, ...opening };
  return pictureOf(await vitrine.liveImageDrafts.look(principal, draftId, request, { signal }));
}

/** Returns what a model needs of a draft. @param hasDesign whether with the whole design. */
export function showLive(
  { vitrine, hasConsole }: ToolCall,
  draft: LiveImageDraftResponse,
  hasDesign: boolean,
): Record<string, unknown> {
  const { draftId, conversationId, name, revision, status, liveImageId, previewUrl } = draft;
  const { estimatedBytes, warnings, variables, design } = draft;
  const state = new URLSearchParams({ draft: draftId, conversation: conversationId, watch: '1' });
  const base = `${vitrine.baseUrl()}/console/live-images`;
  return {
    ...{ draftId, conversationId, name, revision, status },
    ...(liveImageId === null ? {} : { liveImageId }),
    ...{ previewUrl, variables, estimatedBytes, warnings },
    ...(hasConsole ? { watchUrl: `${base}/${liveImageId ?? 'new'}?${state}` } : {}),
    ...(hasDesign ? { design: withoutNulls(design) } : {}),
  };
}
