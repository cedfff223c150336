import {
  type Client,
  NotFoundError,
  type TimerDesignChanges,
  type TimerFrameResponse,
} from '@vitrine/client';
import { SCRATCH } from '../../components/drafts/left-draft.ts';
import { tabStorage } from '../../session/browser-storage.ts';

export interface DrawnSample {
  readonly picture: Blob;
  /** What the server says of the letters: those that the font lacks. */
  readonly warnings: readonly string[];
}

type DraftRef = Pick<TimerFrameResponse, 'timerFrameId' | 'conversationId'>;

/** The draft of this tab. It expires by itself, a day after the last sample. */
const TAB_ENTRY = 'vitrine.fontSample';

/** The warning of a draft that has ended. */
const OF_TARGET = 'design.target';

/** A picture with nothing but the message, in black on white, for dense screens. */
const BLANK: TimerDesignChanges = {
  width: 600,
  height: 200,
  scale: 2,
  background: { color: '#ffffff' },
  target: { date: '2000-01-01T00:00:00', timeZone: 'UTC' },
  digits: { size: 110, color: '#111111' },
  labels: { show: false },
  expired: { behaviour: 'message' },
  frames: 1,
};

/**
 * Has the server draw a text in a font. The interface draws texts in timers only, so the text is the message of a draft
 * that has ended. A tab has one draft for all texts and fonts.
 */
export async function drawSample(
  client: Client,
  fontId: number,
  text: string,
  signal: AbortSignal,
): Promise<DrawnSample> {
  const changes = { digits: { fontId }, expired: { message: text } };
  const draft = await updateDraft(client, changes, signal);
  const picture = await client.timers.drafts.preview(draft, { signal });
  return { picture, warnings: draft.warnings.filter((warning) => !warning.startsWith(OF_TARGET)) };
}

async function updateDraft(
  client: Client,
  changes: TimerDesignChanges,
  signal: AbortSignal,
): Promise<TimerFrameResponse> {
  const held = tabStorage.read(TAB_ENTRY);
  if (held !== null) {
    try {
      return await client.timers.drafts.update(JSON.parse(held) as DraftRef, changes, { signal });
    } catch (error) {
      // It has expired, or belongs to the account of another key.
      if (!(error instanceof NotFoundError)) throw error;
    }
  }
  const { timerFrameId, conversationId } = await client.timers.drafts.create(
    { conversationId: SCRATCH, name: 'Font sample', design: BLANK },
    { signal },
  );
  const draft: DraftRef = { timerFrameId, conversationId };
  tabStorage.write(TAB_ENTRY, JSON.stringify(draft));
  return await client.timers.drafts.update(draft, changes, { signal });
}
