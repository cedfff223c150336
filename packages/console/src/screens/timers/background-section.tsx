import type { JSX } from 'preact';
import { choicesOf } from '../../components/designer/choices.ts';
import { ColorField } from '../../components/designer/color-field.tsx';
import { FormSection } from '../../components/designer/form-section.tsx';
import { ImageField } from '../../components/designer/image-field.tsx';
import { NumberField } from '../../components/designer/number-field.tsx';
import { Checkbox, SelectField } from '../../components/field.tsx';
import { timersTexts } from '../../texts/en/timers.ts';
import type { DesignForm } from './design-form.ts';
import { withNone } from './preset-changes.ts';
import { Warnings } from './warnings.tsx';

const texts = timersTexts.designer;
const FITS = choicesOf(texts.fits);
const NEW_GRADIENT = { color: '#3b1d72', angle: 180 } as const;

/** What is behind the countdown. */
export function BackgroundSection({ form }: { readonly form: DesignForm }): JSX.Element {
  const { change, problemOf } = form;
  const { background } = form.design;
  const { gradient } = background;
  return (
    <FormSection title={texts.sections.background} isOpen>
      <ColorField
        label={texts.color}
        value={background.color}
        problem={problemOf('background.color')}
        onValue={(color) => change({ background: { color } })}
      />
      <Checkbox
        label={texts.gradient}
        checked={gradient !== null}
        onValue={(isOn) =>
          change(
            isOn
              ? { background: { gradient: NEW_GRADIENT } }
              : withNone(form.design, { background: { gradient: null } }),
          )
        }
      />
      {gradient !== null && (
        <div class="field-row">
          <ColorField
            label={texts.secondColor}
            value={gradient.color}
            onValue={(color) => change({ background: { gradient: { color } } })}
          />
          <NumberField
            label={texts.angle}
            value={gradient.angle}
            min={0}
            max={359}
            onValue={(angle) => change({ background: { gradient: { angle } } })}
          />
        </div>
      )}
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
