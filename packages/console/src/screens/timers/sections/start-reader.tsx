import type { TimerFrameResponse } from '@vitrine/client';
import type { JSX } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { TextField } from '../../../components/field.tsx';
import { formatMoment } from '../../../components/format.ts';
import { timersTexts } from '../../../texts/en/images/timers.ts';
import type { ReadStart } from '../design/design-form.ts';

const texts = timersTexts.designer;
const PAUSE_MS = 250;

/** Shows what the server reads from the send time of a mail tool. */
export function StartReader({ readStart }: { readonly readStart: ReadStart }): JSX.Element {
  const [text, setText] = useState('');
  const [found, setFound] = useState<TimerFrameResponse['start']>(undefined);
  useEffect(() => {
    setFound(undefined);
    if (text === '') return;
    const own = new AbortController();
    const show = (read: TimerFrameResponse['start']) => {
      if (!own.signal.aborted) setFound(read);
    };
    // Without an answer nothing is shown.
    const timer = setTimeout(
      () => void readStart(text, own.signal).then(show, () => show(undefined)),
      PAUSE_MS,
    );
    return () => {
      clearTimeout(timer);
      own.abort();
    };
  }, [text, readStart]);
  return (
    <TextField
      label={texts.sendTime}
      value={text}
      hint={<span aria-live="polite">{describe(found)}</span>}
      onValue={setText}
    />
  );
}

function describe(found: TimerFrameResponse['start']): string {
  if (found === undefined) return texts.sendTimeHint;
  if (found.moment === null) return texts.sendTimeUnreadable;
  const own = new Intl.DateTimeFormat().resolvedOptions().timeZone;
  return texts.sendTimeRead(formatMoment(found.moment), formatMoment(found.end), own);
}
