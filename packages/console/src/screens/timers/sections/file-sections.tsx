import type { JSX } from 'preact';
import { choicesOf } from '../../../components/designer/fields/choices.ts';
import { ImageField } from '../../../components/designer/fields/image-field.tsx';
import { NumberField } from '../../../components/designer/fields/number-field.tsx';
import { FormSection } from '../../../components/designer/form-section.tsx';
import { Checkbox, SelectField, TextArea, TextField } from '../../../components/field.tsx';
import { timersTexts } from '../../../texts/en/images/timers.ts';
import type { DesignForm } from '../design/design-form.ts';
import { Warnings } from './warnings.tsx';

const texts = timersTexts.designer;
const BEHAVIOURS = choicesOf(texts.behaviours);

/** What is shown after the end. */
export function EndSection({ form }: { readonly form: DesignForm }): JSX.Element {
  const { change, problemOf } = form;
  const { expired } = form.design;
  return (
    <FormSection title={texts.sections.end}>
      <SelectField
        label={texts.behaviour}
        value={expired.behaviour}
        choices={BEHAVIOURS}
        onValue={(behaviour) => change({ expired: { behaviour } })}
      />
      {expired.behaviour === 'message' && (
        <TextField
          label={texts.message}
          maxLength={200}
          value={expired.message ?? ''}
          problem={problemOf('expired.message')}
          onValue={(message) => change({ expired: { message: message === '' ? null : message } })}
        />
      )}
      {expired.behaviour === 'image' && (
        <ImageField
          form={form}
          value={expired.imageId}
          problem={problemOf('expired.imageId')}
          onValue={(imageId) => change({ expired: { imageId } })}
        />
      )}
      <Warnings form={form} at="end" />
    </FormSection>
  );
}

/** How long the GIF counts, and its alternative text. */
export function FileSection({ form }: { readonly form: DesignForm }): JSX.Element {
  const { design, change, problemOf } = form;
  return (
    <FormSection title={texts.sections.file}>
      <NumberField
        label={texts.frames}
        value={design.frames}
        min={1}
        max={120}
        hint={texts.framesHint}
        problem={problemOf('frames')}
        onValue={(frames) => change({ frames })}
      />
      <Checkbox label={texts.loop} checked={design.loop} onValue={(loop) => change({ loop })} />
      <TextArea
        label={texts.altText}
        hint={texts.altTextHint}
        value={design.altText ?? ''}
        problem={problemOf('altText')}
        onValue={(altText) => change({ altText: altText === '' ? null : altText })}
      />
      <Warnings form={form} at="file" />
    </FormSection>
  );
}
