import type { TimerFrameResponse } from '@vitrine/client';
import type { JSX } from 'preact';
import type { Picture } from '../../../components/designer/draft/draft-picture.ts';
import { timersTexts } from '../../../texts/en/images/timers.ts';
import { GifCanvas } from '../gif/gif-canvas.tsx';
import type { GifPlayer } from '../gif/gif-player.ts';

const texts = timersTexts.designer;

/** How the GIF is looked at. */
export type View = keyof typeof texts.views;

interface StagePictureProps {
  readonly view: View;
  readonly frame: TimerFrameResponse;
  /** The name of the timer, which is its alternative text unless the design has one. */
  readonly name: string;
  readonly picture: Picture | null;
  readonly player: GifPlayer | null;
  /** The frame that is held. Null: it plays. */
  readonly held: number | null;
}

/** The GIF in one of the ways in which mail programs show it. */
export function StagePicture({ view, frame, name, picture, player, held }: StagePictureProps): JSX.Element {
  // The last picture has the size of the design that was drawn, not of the one that is typed.
  const { width, height, altText } = frame.design;
  const size = { width: `${width}px`, height: `${height}px` };
  const index = view === 'first' ? 0 : held;
  if (picture === null || (index !== null && player === null)) {
    return <div class="stage-blank" style={size} />;
  }
  if (view === 'off') {
    return (
      <div class="stage-off" style={size}>
        {altText ?? name}
      </div>
    );
  }
  const shownWidth = view === 'dense' ? 2 * width : width;
  const shown =
    index !== null && player !== null ? (
      <GifCanvas
        player={player}
        index={Math.min(index, player.count - 1)}
        label={texts.previewAlt}
        width={shownWidth}
      />
    ) : (
      <img src={picture.url} alt={texts.previewAlt} style={{ width: `${shownWidth}px` }} />
    );
  return view === 'phone' ? <div class="stage-phone">{shown}</div> : shown;
}
