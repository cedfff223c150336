import type { Client, TimerDesign, TimerFrameResponse } from '@vitrine/client';
import { useEffect, useState } from 'preact/hooks';
import type { timersTexts } from '../../texts/en/timers.ts';
import type { Picture } from './draft-editor.ts';

/** When a mail is opened. */
export type Moment = keyof typeof timersTexts.designer.moments;

/** What is left to count at a moment. A duration counts from now, whatever the clocks of the two sides say. */
const TARGETS: Readonly<Record<Exclude<Moment, 'now'>, Partial<TimerDesign['target']>>> = {
  week: { kind: 'evergreen', duration: 'P7D' },
  day: { kind: 'evergreen', duration: 'P1D' },
  hour: { kind: 'evergreen', duration: 'PT1H' },
  minute: { kind: 'evergreen', duration: 'PT1M' },
  after: { kind: 'date', date: '2000-01-01T00:00:00', timeZone: 'UTC' },
};

interface MomentPicture {
  readonly picture: Picture | null;
  readonly problem: unknown;
}

const NOTHING: MomentPicture = { picture: null, problem: null };

/** Draws what the draft shows at another moment. The last picture stays while the next one is drawn. */
export function useMomentPicture(client: Client, frame: TimerFrameResponse, moment: Moment): MomentPicture {
  const [shown, setShown] = useState<MomentPicture>(NOTHING);
  useEffect(() => {
    if (moment === 'now') {
      setShown(NOTHING);
      return;
    }
    const aborting = new AbortController();
    drawAt(client, frame, TARGETS[moment], aborting.signal).then(
      (blob) => {
        if (!aborting.signal.aborted)
          setShown({ picture: { url: URL.createObjectURL(blob), blob }, problem: null });
      },
      (problem: unknown) => {
        if (!aborting.signal.aborted) setShown({ picture: null, problem });
      },
    );
    return () => aborting.abort();
  }, [client, frame, moment]);
  const { picture } = shown;
  useEffect(() => () => URL.revokeObjectURL(picture?.url ?? ''), [picture]);
  return shown;
}

/** Draws the design with another target, in a draft of its own that is deleted at once. */
async function drawAt(
  client: Client,
  { conversationId, name, design }: TimerFrameResponse,
  target: Partial<TimerDesign['target']>,
  signal: AbortSignal,
): Promise<Blob> {
  const { drafts } = client.timers;
  const draft = await drafts.create({ conversationId, name, design: { ...design, target } });
  try {
    return await drafts.preview(draft, { signal });
  } finally {
    await drafts.delete(draft);
  }
}
