import type { TimerPresetList } from '@vitrine/client';
import type { JSX } from 'preact';
import { timersTexts } from '../../texts/en/timers.ts';
import type { DesignForm } from './design-form.ts';
import { FirstFrame } from './first-frame.tsx';

interface PresetRowProps {
  readonly presets: TimerPresetList;
  readonly form: DesignForm;
  readonly isDisabled: boolean;
}

/** The looks that a design can begin with. */
export function PresetRow({ presets, form, isDisabled }: PresetRowProps): JSX.Element {
  const { design, change } = form;
  return (
    <fieldset class="preset-row" disabled={isDisabled}>
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
  );
}
