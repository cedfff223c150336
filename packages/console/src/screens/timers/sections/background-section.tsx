import type { JSX } from 'preact';
import { FITS } from '../../../components/designer/fields/choices.ts';
import { ColorField } from '../../../components/designer/fields/color-field.tsx';
import { GradientFields } from '../../../components/designer/fields/gradient-fields.tsx';
import { ImageField } from '../../../components/designer/fields/image-field.tsx';
import { FormSection } from '../../../components/designer/form-section.tsx';
import { Checkbox, SelectField } from '../../../components/field.tsx';
import { timersTexts } from '../../../texts/en/images/timers.ts';
import type { DesignForm } from '../design/design-form.ts';
import { withNone } from './preset-changes.ts';
import { Warnings } from './warnings.tsx';

const texts = timersTexts.designer;

/** What is behind the countdown. */
export function BackgroundSection({ form }: { readonly form: DesignForm }): JSX.Element {
  const { change, problemOf } = form;
  const { background } = form.design;
  return (
    <FormSection title={texts.sections.background} isOpen>
      <ColorField
        label={texts.color}
        value={background.color}
        problem={problemOf('background.color')}
        onValue={(color) => change({ background: { color } })}
      />
      <GradientFields
        value={background.gradient}
        onValue={(gradient) =>
          change(
            gradient === null
              ? withNone(form.design, { background: { gradient } })
              : { background: { gradient } },
          )
        }
      />
      <div class="field-row">
        <ImageField
          form={form}
          value={background.imageId}
          problem={problemOf('background.imageId')}
          onValue={(imageId) => change({ background: { imageId } })}
        />
        {background.imageId !== null && (
          <SelectField
            label={texts.pictureFit}
            value={background.fit}
            choices={FITS}
            onValue={(fit) => change({ background: { fit } })}
          />
        )}
      </div>
      <Checkbox
        label={texts.transparent}
        checked={background.transparent}
        onValue={(transparent) => change({ background: { transparent } })}
      />
      <Warnings form={form} at="background" />
    </FormSection>
  );
}
