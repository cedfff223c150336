import type { TimerFrameResponse } from '@vitrine/core/contracts';
import { z } from '@vitrine/core/contracts';
import type { ToolCall } from '../tools/tool.ts';
import type { ToolPicture } from '../tools/tool-surface.ts';
import { pictureOf, withoutNulls } from './design-tool.ts';
import { aboutDraft } from './draft-arguments.ts';

export const timerFrameId = z.string('Expected the timerFrameId of timer_create.');

/** A draft of a timer, as all calls about it name it. */
export interface TimerDraft {
  readonly timerFrameId: string;
  readonly conversationId: string;
}

/** Runs a call about a draft of a timer. @throws ValidationError at `timerFrameId` if there is none. */
export function aboutTimer<Result>(
  { vitrine, principal }: ToolCall,
  {
    timerFrameId,
    conversationId,
  }: { readonly timerFrameId: string; readonly conversationId?: string | undefined },
  run: (draft: TimerDraft) => Promise<Result>,
): Promise<Result> {
  return aboutDraft(
    { member: 'timerFrameId', id: timerFrameId, conversationId },
    async () => {
      const drafts = await vitrine.timerFrames.list(principal);
      return drafts.find((draft) => draft.timerFrameId === timerFrameId)?.conversationId;
    },
    (conversationId) => run({ timerFrameId, conversationId }),
  );
}

/** Draws the first frame of a draft. */
export async function lookAtTimer(
  { vitrine, principal, signal }: ToolCall,
  { timerFrameId, conversationId }: TimerDraft,
  opening: { readonly at?: string | undefined; readonly variables?: Record<string, string> | undefined } = {},
): Promise<ToolPicture> {
  const request = { conversationId, ...opening };
  return pictureOf(await vitrine.timerFrames.look(principal, timerFrameId, request, { signal }));
}

/** Returns what a model needs of a draft. @param hasDesign whether with the whole design. */
export function showTimer(
  { vitrine, hasConsole }: ToolCall,
  draft: TimerFrameResponse,
  hasDesign: boolean,
): Record<string, unknown> {
  const { timerFrameId, conversationId, name, revision, status, timerId, previewUrl } = draft;
  const { estimatedBytes, warnings, design } = draft;
  const state = new URLSearchParams({ draft: timerFrameId, conversation: conversationId, watch: '1' });
  return {
    ...{ timerFrameId, conversationId, name, revision, status },
    ...(timerId === null ? {} : { timerId }),
    ...{ previewUrl, estimatedBytes, warnings },
    ...(hasConsole ? { watchUrl: `${vitrine.baseUrl()}/console/timers/${timerId ?? 'new'}?${state}` } : {}),
    ...(hasDesign ? { design: withoutNulls(design) } : {}),
  };
}
