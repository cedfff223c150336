import type { JSX } from 'preact';
import { Button } from '../../../components/button.tsx';
import { WeightMeter } from '../../../components/designer/weight-meter.tsx';
import { Delayed } from '../../../components/pages/states.tsx';
import { liveImagesTexts } from '../../../texts/en/live/live-images.ts';
import type { LiveEditor } from '../draft/live-editor.ts';
import type { LiveForm } from '../draft/live-form.ts';
import { lookOfAddress } from '../draft/looks.ts';
import { partOfAddress, selectPart } from '../draft/part.ts';
import { LayerHandles } from './layer-handles.tsx';
import { focusPane } from './panes.ts';

const texts = liveImagesTexts.stage;

interface StageProps {
  readonly editor: LiveEditor;
  /** The form of the layers that are seen. */
  readonly form: LiveForm;
  /** The name of the live image, which is its alternative text unless the design has one. */
  readonly name: string;
}

/** Whether a mail can have the text: one with values is another one for each reader, so the mail has the name. */
function isForAll(altText: string | null): boolean {
  return altText !== null && !/\{[{%]/.test(altText);
}

/** A press beside the picture selects the entire picture. */
function selectEntire({ target }: MouseEvent): void {
  if (target instanceof Element && target.matches('.stage-view, .stage-mail')) selectPart(null);
}

/** The picture as the server draws it for the chosen opening, in the chosen look, with handles on its layers. */
export function Stage({ editor, form, name }: StageProps): JSX.Element {
  const look = lookOfAddress();
  const { width, height, altText } = editor.draft.value.design;
  const picture = editor.picture.value;
  const part = partOfAddress(form.design);
  const shownWidth = look.isDense ? 2 * width : width;
  return (
    <section class="stage card" aria-label={texts.title}>
      <div
        class={`stage-view ${look.isDark ? 'dark' : ''}`}
        data-zoomed={look.isDense || undefined}
        tabIndex={0}
        role="group"
        aria-label={texts.title}
        onClick={selectEntire}
      >
        <div class="stage-mail" style={look.width === null ? {} : { width: `${look.width}px` }}>
          {picture === null ? (
            <div class="stage-blank" style={{ width: `${width}px`, aspectRatio: `${width} / ${height}` }} />
          ) : look.isOff ? (
            <div class="stage-off" style={{ width: `${width}px`, aspectRatio: `${width} / ${height}` }}>
              {isForAll(altText) ? altText : name}
            </div>
          ) : (
            <div class="stage-picture" style={{ width: `${shownWidth}px` }}>
              <img src={picture.url} alt={texts.previewAlt} width={width} height={height} />
              <LayerHandles form={form} />
            </div>
          )}
        </div>
      </div>
      <div class="stage-foot">
        <div class="stage-line">
          <span class="soft number">{texts.size(width, height)}</span>
          <span class="soft" role="status">
            {editor.isDrawing.value && <Delayed>{texts.drawing}</Delayed>}
          </span>
          <span class="faint stage-hint">{look.isOff ? texts.off : texts.hint}</span>
        </div>
        {part !== null && (
          <Button class="stage-selected" icon="edit" onClick={() => focusPane('selected')}>
            {texts.openSelected(part.name)}
          </Button>
        )}
        {picture !== null && <WeightMeter bytes={picture.blob.size} texts={texts} />}
      </div>
    </section>
  );
}
