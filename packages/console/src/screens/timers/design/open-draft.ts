import type { Client, TimerDetail, TimerFrameResponse } from '@vitrine/client';
import { passOnLeft } from '../../../components/designer/draft/left-changes.ts';
import { draftOfAddress, showDraft } from '../../../components/drafts/draft-address.ts';
import { timersTexts } from '../../../texts/en/images/timers.ts';

/** A draft and the saved timer that it changes, if there is one. */
export interface OpenDraft {
  readonly frame: TimerFrameResponse;
  readonly timer: TimerDetail | null;
}

const WEEK_MS = 7 * 86_400_000;

/**
 * Opens the draft in the address, or makes a new one and puts it into the address, so that a reload and a colleague find
 * it again. One that was saved is followed by a draft of what was saved.
 */
export async function openDraft(
  client: Client,
  timerId: number | null,
  signal: AbortSignal,
): Promise<OpenDraft> {
  const held = await draftOfAddress(({ draftId, conversationId }) =>
    client.timers.drafts.get({ timerFrameId: draftId, conversationId }, { signal }),
  );
  const savedId = timerId ?? (held?.status === 'saved' ? held.timerId : null);
  const timer = savedId === null ? null : await client.timers.get(savedId, { signal });
  if (held?.status === 'draft' && held.timerId === savedId) return { frame: held, timer };
  const frame =
    savedId === null
      ? await client.timers.drafts.create({ name: timersTexts.designer.newTitle, design: firstDesign() })
      : await client.timers.draft(savedId);
  const { timerFrameId: draftId, conversationId } = frame;
  // Nobody opens this draft then: what was left stays with the one in the address.
  if (signal.aborted) return { frame, timer };
  if (held?.timerId === savedId) passOnLeft(held.timerFrameId, draftId);
  showDraft('/timers', { draftId, conversationId, imageId: savedId });
  return { frame, timer };
}

/** A week from now, at a full hour of the reader's own zone. */
function firstDesign() {
  const { timeZone } = new Intl.DateTimeFormat().resolvedOptions();
  const end = new Date(Date.now() + WEEK_MS);
  const two = (part: number) => String(part).padStart(2, '0');
  const day = `${end.getFullYear()}-${two(end.getMonth() + 1)}-${two(end.getDate())}`;
  return { target: { date: `${day}T${two(end.getHours())}:00:00`, timeZone } };
}
