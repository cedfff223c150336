import type { Client, TimerDesignChanges, TimerFrameResponse } from '@vitrine/client';
import { SCRATCH } from '../../../components/drafts/left-draft.ts';

/** Draws a draft with other members, in a draft of its own that is deleted at once. */
export async function drawScratch(
  client: Client,
  { name, design }: TimerFrameResponse,
  changes: TimerDesignChanges,
  signal: AbortSignal,
): Promise<Blob> {
  const { drafts } = client.timers;
  const draft = await drafts.create({ conversationId: SCRATCH, name, design: { ...design, ...changes } });
  try {
    return await drafts.preview(draft, { signal });
  } finally {
    await drafts.delete(draft);
  }
}
