import type { JSX } from 'preact';
import { choicesOf, fontChoices } from '../../../components/designer/fields/choices.ts';
import { ColorField } from '../../../components/designer/fields/color-field.tsx';
import { NumberField } from '../../../components/designer/fields/number-field.tsx';
import { FormSection } from '../../../components/designer/form-section.tsx';
import { SelectField, TextField } from '../../../components/field.tsx';
import { timersTexts } from '../../../texts/en/images/timers.ts';
import type { DesignForm } from '../design/design-form.ts';
import { withNone } from './preset-changes.ts';
import { Warnings } from './warnings.tsx';

const texts = timersTexts.designer;
const FRAMES = choicesOf(texts.boxes);
type Around = keyof typeof texts.boxes;

/** All members, so that the form can show them before the server has answered. */
const NEW_BOX = {
  color: '#1d3272',
  gradient: null,
  radius: 8,
  padding: 14,
  border: null,
  shadow: null,
} as const;
const NEW_RING = { color: '#7aa2ff', track: '#26366e', width: 5, padding: 10 } as const;
const SEPARATOR_MAX = 8;

/** The digits, what is around them, and what is between them. */
export function DigitSection({ form }: { readonly form: DesignForm }): JSX.Element {
  const { design, change, problemOf } = form;
  const { digits, separator } = design;
  const { box, ring } = digits;
  const around: Around = ring !== null ? 'ring' : (box?.style ?? 'none');

  function surround(next: Around): void {
    if (next === 'none') change(withNone(design, { digits: { box: null, ring: null } }));
    else if (next === 'ring') change(withNone(design, { digits: { box: null, ring: NEW_RING } }));
    else {
      const changes = { digits: { ring: null, box: { ...(box ?? NEW_BOX), style: next } } };
      change(ring === null ? changes : withNone(design, changes));
    }
  }

  return (
    <FormSection title={texts.sections.digits} isOpen>
      <div class="field-row">
        <SelectField
          label={texts.font}
          value={String(digits.fontId)}
          choices={fontChoices(
            form.fonts.filter(({ id, hasDigits }) => hasDigits || id === digits.fontId),
            digits.fontId,
          )}
          onValue={(fontId) => change({ digits: { fontId: Number(fontId) } })}
        />
        <NumberField
          label={texts.fontSize}
          value={digits.size}
          min={8}
          max={400}
          problem={problemOf('digits.size')}
          onValue={(size) => change({ digits: { size } })}
        />
        <ColorField
          label={texts.color}
          value={digits.color}
          problem={problemOf('digits.color')}
          onValue={(color) => change({ digits: { color } })}
        />
        <TextField
          label={texts.separator}
          hint={texts.separatorHint}
          maxLength={SEPARATOR_MAX}
          value={separator.show ? separator.text : ''}
          onValue={(text) => change({ separator: text === '' ? { show: false } : { show: true, text } })}
        />
      </div>
      <SelectField label={texts.box} value={around} choices={FRAMES} onValue={surround} />
      {box !== null && ring === null && (
        <div class="field-row">
          <ColorField
            label={texts.boxColor}
            value={box.color}
            onValue={(color) => change({ digits: { box: { color } } })}
          />
          <NumberField
            label={texts.boxRadius}
            value={box.radius}
            min={0}
            max={300}
            onValue={(radius) => change({ digits: { box: { radius } } })}
          />
          <NumberField
            label={texts.boxPadding}
            value={box.padding}
            min={0}
            max={200}
            onValue={(padding) => change({ digits: { box: { padding } } })}
          />
        </div>
      )}
      {ring !== null && (
        <div class="field-row">
          <ColorField
            label={texts.ringColor}
            value={ring.color}
            onValue={(color) => change({ digits: { ring: { color } } })}
          />
          <ColorField
            label={texts.ringTrack}
            value={ring.track}
            onValue={(track) => change({ digits: { ring: { track } } })}
          />
          <NumberField
            label={texts.ringWidth}
            value={ring.width}
            min={1}
            max={40}
            onValue={(width) => change({ digits: { ring: { width } } })}
          />
        </div>
      )}
      <Warnings form={form} at="digits" />
    </FormSection>
  );
}
