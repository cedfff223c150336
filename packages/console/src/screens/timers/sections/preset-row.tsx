import type { TimerPresetList } from '@vitrine/client';
import type { JSX } from 'preact';
import { useLayoutEffect, useRef, useState } from 'preact/hooks';
import { IconButton } from '../../../components/button.tsx';
import { timersTexts } from '../../../texts/en/images/timers.ts';
import type { DesignForm } from '../design/design-form.ts';
import { FirstFrame } from './first-frame.tsx';

interface PresetRowProps {
  readonly presets: TimerPresetList;
  readonly form: DesignForm;
  readonly isDisabled: boolean;
}

/** Pixels out of sight that are no look. */
const SLACK = 4;

/** The looks that a design can begin with. */
export function PresetRow({ presets, form, isDisabled }: PresetRowProps): JSX.Element {
  const { design, change } = form;
  const row = useRef<HTMLFieldSetElement>(null);
  const [hidden, setHidden] = useState({ before: false, behind: false });
  useLayoutEffect(() => {
    const element = row.current;
    if (element === null) return;
    // A saved timer may have the last look.
    const chosen = element.querySelector<HTMLElement>('[aria-pressed=true]');
    if (chosen !== null) element.scrollLeft = chosen.offsetLeft - element.clientWidth / 2;
    const note = () =>
      setHidden({
        before: element.scrollLeft > SLACK,
        behind: element.scrollLeft + element.clientWidth < element.scrollWidth - SLACK,
      });
    const sizes = new ResizeObserver(note);
    sizes.observe(element);
    element.addEventListener('scroll', note, { passive: true });
    return () => {
      sizes.disconnect();
      element.removeEventListener('scroll', note);
    };
  }, []);
  const scroll = (widths: number) => row.current?.scrollBy({ left: row.current.clientWidth * widths });
  return (
    <div class="preset-frame">
      <fieldset ref={row} class="preset-row" disabled={isDisabled}>
        <legend class="unseen">{timersTexts.designer.presets}</legend>
        <button
          type="button"
          class="preset plain"
          aria-pressed={design.preset === null}
          onClick={() => change({ preset: null })}
        >
          <span class="preset-picture" aria-hidden="true">
            00:00
          </span>
          {timersTexts.designer.noPreset}
        </button>
        {presets.map(({ name, title, previewUrl }) => (
          <button
            key={name}
            type="button"
            class="preset"
            aria-pressed={design.preset === name}
            onClick={() => change({ preset: name })}
          >
            <span class="preset-picture" aria-hidden="true">
              <FirstFrame src={previewUrl} />
            </span>
            {title}
          </button>
        ))}
      </fieldset>
      {hidden.before && (
        <IconButton
          icon="chevronLeft"
          kind="plain"
          size="small"
          class="before"
          label={timersTexts.designer.earlierPresets}
          onClick={() => scroll(-0.8)}
        />
      )}
      {hidden.behind && (
        <IconButton
          icon="chevronRight"
          kind="plain"
          size="small"
          label={timersTexts.designer.morePresets}
          onClick={() => scroll(0.8)}
        />
      )}
    </div>
  );
}
