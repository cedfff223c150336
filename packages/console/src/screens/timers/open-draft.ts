import { type Client, NotFoundError, type TimerDetail, type TimerFrameResponse } from '@vitrine/client';
import { query, setQuery } from '../../router/location.ts';
import { timersTexts } from '../../texts/en/timers.ts';

/** A draft and the saved timer that it changes, if there is one. */
export interface OpenDraft {
  readonly frame: TimerFrameResponse;
  readonly timer: TimerDetail | null;
}

const WEEK_MS = 7 * 86_400_000;

/**
 * Opens the draft in the address, or makes a new one and puts it into the address, so that a reload and a colleague find
 * it again.
 */
export async function openDraft(
  client: Client,
  timerId: number | null,
  signal: AbortSignal,
): Promise<OpenDraft> {
  const timer = timerId === null ? null : await client.timers.get(timerId, { signal });
  const held = await findHeld(client, signal);
  if (held !== null && held.status === 'draft' && held.timerId === timerId) return { frame: held, timer };
  const frame =
    timerId === null
      ? await client.timers.drafts.create({ name: timersTexts.designer.newTitle, design: firstDesign() })
      : await client.timers.draft(timerId);
  if (!signal.aborted) setQuery({ draft: frame.timerFrameId, conversation: frame.conversationId });
  return { frame, timer };
}

async function findHeld(client: Client, signal: AbortSignal): Promise<TimerFrameResponse | null> {
  const timerFrameId = query.peek().get('draft');
  const conversationId = query.peek().get('conversation');
  if (timerFrameId === null || conversationId === null) return null;
  try {
    return await client.timers.drafts.get({ timerFrameId, conversationId }, { signal });
  } catch (error) {
    // It has expired.
    if (error instanceof NotFoundError) return null;
    throw error;
  }
}

/** A week from now, at a full hour of the reader's own zone. */
function firstDesign() {
  const { timeZone } = new Intl.DateTimeFormat().resolvedOptions();
  const end = new Date(Date.now() + WEEK_MS);
  const two = (part: number) => String(part).padStart(2, '0');
  const day = `${end.getFullYear()}-${two(end.getMonth() + 1)}-${two(end.getDate())}`;
  return { target: { date: `${day}T${two(end.getHours())}:00:00`, timeZone } };
}
