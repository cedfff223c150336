import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import { Button } from '../../../components/button.tsx';
import { choicesOf } from '../../../components/designer/fields/choices.ts';
import { WeightMeter } from '../../../components/designer/weight-meter.tsx';
import { SelectField } from '../../../components/field.tsx';
import { Delayed } from '../../../components/pages/states.tsx';
import { Tabs } from '../../../components/tabs.tsx';
import { messageOf } from '../../../requests/describe-error.ts';
import { query, setQuery } from '../../../router/location.ts';
import { useSession } from '../../../session/session.ts';
import { timersTexts } from '../../../texts/en/images/timers.ts';
import type { TimerEditor } from '../design/timer-editor.ts';
import { useGifPlayer } from '../gif/gif-canvas.tsx';
import { ArrangeLayer } from './arrange-layer.tsx';
import { type Moment, useMomentPicture } from './moments.ts';
import { Scrubber } from './scrubber.tsx';
import { StagePicture, type View } from './stage-picture.tsx';

const texts = timersTexts.designer;
const VIEWS = (Object.keys(texts.views) as View[]).map((name) => ({ name, label: texts.views[name] }));
const MOMENTS = choicesOf(texts.moments);

interface StageProps {
  readonly editor: TimerEditor;
  readonly name: string;
}

/** The GIF as the server draws it, in the ways and at the moments in which mail programs show it. */
export function Stage({ editor, name }: StageProps): JSX.Element {
  const { client } = useSession();
  const view = chosen<View>(texts.views, 'view', 'sent');
  const moment = chosen<Moment>(texts.moments, 'opened', 'now');
  const isArranging = view === 'sent' && moment === 'now' && query.value.has('arrange');
  const [held, setHeld] = useState<number | null>(null);
  const frame = editor.draft.value;
  const later = useMomentPicture(client, frame, moment);
  const picture = moment === 'now' ? editor.picture.value : later.picture;
  const player = useGifPlayer(picture?.blob ?? null);
  const { width, height } = frame.design;

  function hold(next: number | null): void {
    setHeld(next);
    // A GIF plays from its beginning when it is new.
    if (next === null && moment === 'now') void editor.redraw();
  }

  return (
    <section class="stage card" aria-label={texts.preview}>
      <Tabs
        label={texts.viewAs}
        tabs={VIEWS}
        selected={view}
        onSelect={(next) => setQuery({ view: next === 'sent' ? null : next })}
      />
      <div
        class={`stage-view ${view === 'dark' ? 'dark' : ''}`}
        data-arranging={isArranging || undefined}
        data-zoomed={view === 'dense' || undefined}
        tabIndex={0}
        role="group"
        aria-label={texts.views[view]}
      >
        {isArranging ? (
          <div class="arrange" style={{ width: `${width}px` }}>
            <StagePicture {...{ view, frame, name, picture, player, held }} />
            <ArrangeLayer editor={editor} />
          </div>
        ) : (
          <StagePicture {...{ view, frame, name, picture, player, held }} />
        )}
      </div>
      <div class="stage-foot">
        <p class="faint">{isArranging ? texts.arrange.hint : texts.viewNotes[view]}</p>
        {player !== null && view !== 'first' && view !== 'off' && (
          <Scrubber
            count={player.count}
            held={held === null ? null : Math.min(held, player.count - 1)}
            onHold={hold}
          />
        )}
        <div class="stage-line">
          <SelectField
            label={texts.opened}
            value={moment}
            choices={MOMENTS}
            problem={later.problem === null ? null : messageOf(later.problem)}
            onValue={(next) => setQuery({ opened: next === 'now' ? null : next })}
          />
          {view === 'sent' && moment === 'now' && (
            <Button
              aria-pressed={isArranging}
              onClick={() => setQuery({ arrange: isArranging ? null : '1' })}
            >
              {texts.arrange.title}
            </Button>
          )}
          <span class="soft number">{texts.frameLine(width, height, player?.count ?? 0)}</span>
          <span class="soft" role="status">
            {editor.isDrawing.value && <Delayed>{texts.drawing}</Delayed>}
          </span>
        </div>
        {picture !== null && <WeightMeter bytes={picture.blob.size} texts={texts} />}
      </div>
    </section>
  );
}

/** Returns what the address names, if it is one of the choices. */
function chosen<Name extends string>(
  choices: Readonly<Record<Name, string>>,
  parameter: string,
  standard: Name,
): Name {
  const name = query.value.get(parameter);
  return name !== null && Object.hasOwn(choices, name) ? (name as Name) : standard;
}
