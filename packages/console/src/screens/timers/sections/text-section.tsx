import type { TimerDesign } from '@vitrine/client';
import type { JSX } from 'preact';
import { choicesOf } from '../../../components/designer/fields/choices.ts';
import { ColorField } from '../../../components/designer/fields/color-field.tsx';
import { NumberField } from '../../../components/designer/fields/number-field.tsx';
import { FormSection } from '../../../components/designer/form-section.tsx';
import { Checkbox, SelectField, TextField } from '../../../components/field.tsx';
import { timersTexts } from '../../../texts/en/images/timers.ts';
import { type DesignForm, UNITS } from '../design/design-form.ts';
import { Warnings } from './warnings.tsx';

type Locale = TimerDesign['labels']['locale'];

const texts = timersTexts.designer;
const LABEL_MAX = 40;
const HEADLINE_MAX = 80;

const LOCALES: readonly Locale[] = [
  ...(['en', 'ar', 'bg', 'cs', 'da', 'de', 'el', 'es', 'et', 'fi', 'fr', 'he', 'hi', 'hr', 'hu'] as const),
  ...(['it', 'ja', 'ko', 'lt', 'lv', 'nb', 'nl', 'pl', 'pt', 'ro', 'ru', 'sk', 'sl', 'sr', 'sv'] as const),
  ...(['th', 'tr', 'uk', 'vi', 'zh-Hans', 'zh-Hant'] as const),
];
const languages = new Intl.DisplayNames('en', { type: 'language' });
const LOCALE_CHOICES = LOCALES.map((value) => ({ value, label: languages.of(value) ?? value }));
const POSITIONS = choicesOf(texts.positions);
const LABEL_POSITIONS = choicesOf(texts.labelPositions);

/** The headline and the labels of the units. */
export function TextSection({ form }: { readonly form: DesignForm }): JSX.Element {
  const { design, change, problemOf } = form;
  const { headline, labels, units } = design;
  const shown = UNITS.filter((unit) => units[unit].show);
  return (
    <FormSection title={texts.sections.texts} isOpen>
      <TextField
        label={texts.headline}
        placeholder={texts.headlinePlaceholder}
        maxLength={HEADLINE_MAX}
        value={headline.text ?? ''}
        problem={problemOf('headline.text')}
        onValue={(text) => change({ headline: { text: text === '' ? null : text } })}
      />
      {headline.text !== null && (
        <div class="field-row">
          <NumberField
            label={texts.headlineSize}
            value={headline.size}
            min={6}
            max={200}
            onValue={(size) => change({ headline: { size } })}
          />
          <ColorField
            label={texts.headlineColor}
            value={headline.color}
            onValue={(color) => change({ headline: { color } })}
          />
          <SelectField
            label={texts.headlinePosition}
            value={headline.position}
            choices={POSITIONS}
            onValue={(position) => change({ headline: { position } })}
          />
        </div>
      )}
      <Warnings form={form} at="headline" />
      <fieldset class="unit-rows">
        <legend class="field-label">{texts.labels}</legend>
        {UNITS.map((unit) => (
          <div key={unit} class="unit-row">
            <Checkbox
              label={texts.showUnit(texts.labelOf[unit])}
              isLabelUnseen
              checked={units[unit].show}
              disabled={shown.length === 1 && shown[0] === unit}
              onValue={(show) => change({ units: { [unit]: { show } } })}
            />
            <TextField
              label={texts.labelFor(texts.labelOf[unit])}
              isLabelUnseen
              placeholder={texts.labelOf[unit]}
              maxLength={LABEL_MAX}
              disabled={!units[unit].show || !labels.show}
              value={units[unit].label ?? ''}
              problem={problemOf(`units.${unit}.label`)}
              onValue={(label) => change({ units: { [unit]: { label: label === '' ? null : label } } })}
            />
          </div>
        ))}
      </fieldset>
      <Checkbox
        label={texts.showLabels}
        checked={labels.show}
        onValue={(show) => change({ labels: { show } })}
      />
      {labels.show && (
        <div class="field-row">
          <SelectField
            label={texts.locale}
            value={labels.locale}
            choices={LOCALE_CHOICES}
            onValue={(locale) => change({ labels: { locale } })}
          />
          <SelectField
            label={texts.labelPosition}
            value={labels.position}
            choices={LABEL_POSITIONS}
            onValue={(position) => change({ labels: { position } })}
          />
          <NumberField
            label={texts.labelSize}
            value={labels.size}
            min={6}
            max={200}
            onValue={(size) => change({ labels: { size } })}
          />
          <ColorField
            label={texts.labelColor}
            value={labels.color}
            onValue={(color) => change({ labels: { color } })}
          />
        </div>
      )}
      <Warnings form={form} at="labels" />
    </FormSection>
  );
}
