import type { JSX } from 'preact';
import { IconButton } from '../../../components/button.tsx';
import { timersTexts } from '../../../texts/en/images/timers.ts';

interface ScrubberProps {
  readonly count: number;
  /** The frame that is held. Null: it plays. */
  readonly held: number | null;
  readonly onHold: (held: number | null) => void;
}

const texts = timersTexts.designer;

/** Goes through the frames by hand: the slider holds one, and the button plays all. */
export function Scrubber({ count, held, onHold }: ScrubberProps): JSX.Element {
  const shown = held === null ? texts.plays : texts.frameOf(held + 1, count);
  return (
    <div class="scrubber">
      <IconButton icon="play" size="small" kind="plain" label={texts.again} onClick={() => onHold(null)} />
      <span class="soft number">{shown}</span>
      <input
        type="range"
        min={0}
        max={count - 1}
        step={1}
        aria-disabled={count === 1}
        value={held ?? 0}
        aria-label={texts.frame}
        aria-valuetext={shown}
        onInput={(event) => onHold(Number(event.currentTarget.value))}
      />
    </div>
  );
}
