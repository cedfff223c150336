import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import { Button } from '../../components/button.tsx';
import { Delayed } from '../../components/states.tsx';
import { Tabs } from '../../components/tabs.tsx';
import { timersTexts } from '../../texts/en/timers.ts';
import type { DraftEditor } from './draft-editor.ts';
import { FirstFrame } from './first-frame.tsx';
import { WeightMeter } from './weight-meter.tsx';

const texts = timersTexts.designer;
type View = keyof typeof texts.views;
const VIEWS = (Object.keys(texts.views) as View[]).map((name) => ({ name, label: texts.views[name] }));

interface StageProps {
  readonly editor: DraftEditor;
  /** The name of the timer, which is its alternative text unless the design has one. */
  readonly name: string;
}

/** The GIF as the server draws it, in the ways in which mail programs show it. */
export function Stage({ editor, name }: StageProps): JSX.Element {
  const [view, setView] = useState<View>('sent');
  const picture = editor.picture.value;
  // The last picture has the size of the design that was drawn, not of the one that is typed.
  const design = editor.frame.value.design;
  const { width, height } = design;
  const zoom = view === 'dense' ? 2 : 1;
  return (
    <section class="stage card" aria-label={texts.preview}>
      <Tabs label={texts.viewAs} tabs={VIEWS} selected={view} onSelect={setView} />
      <div
        class={`stage-view ${view === 'dark' ? 'dark' : ''}`}
        tabIndex={0}
        role="group"
        aria-label={texts.views[view]}
      >
        {picture === null && (
          <div class="stage-blank" style={{ width: `${width}px`, height: `${height}px` }} />
        )}
        {picture !== null && view === 'off' && (
          <div class="stage-off" style={{ width: `${width}px`, height: `${height}px` }}>
            {design.altText ?? name}
          </div>
        )}
        {picture !== null && view === 'first' && (
          <FirstFrame src={picture.url} label={texts.previewAlt} width={width} />
        )}
        {picture !== null && view !== 'off' && view !== 'first' && (
          <img
            src={picture.url}
            alt={texts.previewAlt}
            class={zoom === 2 ? 'zoomed' : ''}
            style={{ width: `${width * zoom}px` }}
          />
        )}
      </div>
      <div class="stage-foot">
        <p class="faint">{texts.viewNotes[view]}</p>
        <div class="stage-line">
          <span class="soft number">{texts.frameLine(width, height, design.frames)}</span>
          <span class="soft" role="status">
            {editor.isDrawing.value && <Delayed>{texts.drawing}</Delayed>}
          </span>
          <Button size="small" icon="play" onClick={() => void editor.redraw()}>
            {texts.again}
          </Button>
        </div>
        {picture !== null && <WeightMeter bytes={picture.blob.size} />}
      </div>
    </section>
  );
}
