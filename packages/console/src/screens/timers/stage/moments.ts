import type { Client, TimerDesign, TimerFrameResponse } from '@vitrine/client';
import { useEffect, useState } from 'preact/hooks';
import type { Picture } from '../../../components/designer/draft/draft-picture.ts';
import type { timersTexts } from '../../../texts/en/images/timers.ts';
import { drawScratch } from './scratch-draft.ts';

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
    drawScratch(client, frame, { target: TARGETS[moment] }, aborting.signal).then(
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
