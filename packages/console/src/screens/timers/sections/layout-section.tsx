import type { JSX } from 'preact';
import { choicesOf } from '../../../components/designer/fields/choices.ts';
import { NumberField } from '../../../components/designer/fields/number-field.tsx';
import { FormSection } from '../../../components/designer/form-section.tsx';
import { Checkbox, SelectField } from '../../../components/field.tsx';
import { timersTexts } from '../../../texts/en/images/timers.ts';
import type { DesignForm } from '../design/design-form.ts';
import { Warnings } from './warnings.tsx';

const texts = timersTexts.designer;
const ALIGNS = choicesOf(texts.aligns);

/** The size of the picture and the place of the units in it. */
export function LayoutSection({ form }: { readonly form: DesignForm }): JSX.Element {
  const { design, change, problemOf } = form;
  const { layout } = design;
  return (
    <FormSection title={texts.sections.layout} isOpen>
      <div class="field-row">
        <NumberField
          label={texts.width}
          value={design.width}
          min={50}
          max={1200}
          problem={problemOf('width')}
          onValue={(width) => change({ width })}
        />
        <NumberField
          label={texts.height}
          value={design.height}
          min={20}
          max={600}
          problem={problemOf('height')}
          onValue={(height) => change({ height })}
        />
        <SelectField
          label={texts.align}
          value={layout.align}
          choices={ALIGNS}
          onValue={(align) => change({ layout: { align } })}
        />
        <NumberField
          label={texts.padding}
          value={layout.padding}
          min={0}
          max={300}
          problem={problemOf('layout.padding')}
          onValue={(padding) => change({ layout: { padding } })}
        />
        <NumberField
          label={texts.gap}
          value={layout.gap}
          min={0}
          max={400}
          hint={texts.gapHint}
          onValue={(gap) => change({ layout: { gap } })}
          onEmpty={() => change({ layout: { gap: null } })}
        />
      </div>
      <Checkbox
        label={texts.dense}
        checked={design.scale === 2}
        onValue={(isDense) => change({ scale: isDense ? 2 : 1 })}
      />
      <Warnings form={form} at="layout" />
    </FormSection>
  );
}
