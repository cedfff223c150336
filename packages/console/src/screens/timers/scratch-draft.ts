import type { Client, TimerDesignChanges, TimerFrameResponse } from '@vitrine/client';

/** Draws a draft with other members, in a draft of its own that is deleted at once. */
export async function drawScratch(
  client: Client,
  { conversationId, name, design }: TimerFrameResponse,
  changes: TimerDesignChanges,
  signal: AbortSignal,
): Promise<Blob> {
  const { drafts } = client.timers;
  const draft = await drafts.create({ conversationId, name, design: { ...design, ...changes } });
  try {
    return await drafts.preview(draft, { signal });
  } finally {
    await drafts.delete(draft);
  }
}
