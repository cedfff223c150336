import type { JSX } from 'preact';
import { NumberField } from '../../../components/designer/fields/number-field.tsx';
import { FormSection } from '../../../components/designer/form-section.tsx';
import { showToast } from '../../../components/toast.tsx';
import { liveImagesTexts } from '../../../texts/en/live/live-images.ts';
import { TemplateField } from '../data/template-field.tsx';
import type { LiveForm } from '../draft/live-form.ts';
import { NameField } from '../draft/name-field.tsx';
import { selectPart, selectRenamed } from '../draft/part.ts';
import { partNameProblem } from '../names/named-parts.ts';
import { ImageFields } from './image-fields.tsx';
import { PLACE_MAX, sizeLimits } from './layer-limits.ts';
import { changesOf, renameLayer } from './layer-order.ts';
import { ShapeFields } from './shape-fields.tsx';
import { TextFields } from './text-fields.tsx';
import { TimerFields } from './timer-fields.tsx';

const texts = liveImagesTexts.layers;

interface LayerPanelProps {
  readonly form: LiveForm;
  readonly name: string;
}

/** A layer: what it shows, where it is, and when it is there. */
export function LayerPanel({ form, name }: LayerPanelProps): JSX.Element | null {
  const { design, rule } = form;
  const layer = design.layers[name];
  if (layer === undefined) return null;
  const change = (members: object) => {
    const { layers, rules } = form.latest();
    // A file may have been on its way while the layer, or the rule that shows it, was removed.
    if (layers[name] === undefined || (rule !== null && rules[rule] === undefined))
      showToast(texts.gone(name), { isBad: true });
    else form.change(changesOf({ [name]: members }));
  };
  const problemOf = (member: string) => form.problemOf(`layers.${name}.${member}`);
  const shared = { form, change, problemOf };
  const limits = sizeLimits(layer.type);
  return (
    <>
      <FormSection title={texts.types[layer.type]} isOpen>
        {rule === null ? (
          <NameField
            label={texts.name}
            value={name}
            problemOf={(next) => partNameProblem(form.named().layers, next, texts)}
            onRename={(next) => {
              form.rename(renameLayer, name, next);
              selectRenamed('layer', name, next);
            }}
          />
        ) : (
          <p class="soft">
            {texts.inRule(name, rule)}{' '}
            <button type="button" class="plain-link" onClick={() => selectPart('rule', rule)}>
              {texts.toRule}
            </button>
          </p>
        )}
        {layer.type === 'text' && <TextFields {...shared} layer={layer} />}
        {layer.type === 'image' && <ImageFields {...shared} layer={layer} />}
        {layer.type === 'shape' && <ShapeFields {...shared} layer={layer} />}
        {layer.type === 'timer' && rule === null && <TimerFields {...shared} layer={layer} />}
      </FormSection>
      <FormSection title={texts.place} isOpen>
        <div class="field-row">
          {(['x', 'y'] as const).map((side) => (
            <NumberField
              key={side}
              label={texts.sides[side]}
              value={layer[side]}
              min={-PLACE_MAX}
              max={PLACE_MAX}
              problem={problemOf(side)}
              onValue={(value) => change({ [side]: value })}
            />
          ))}
          {(['width', 'height'] as const).map((side) => (
            <NumberField
              key={side}
              label={texts.sides[side]}
              value={layer[side]}
              {...limits[side]}
              problem={problemOf(side)}
              onValue={(value) => change({ [side]: value })}
            />
          ))}
        </div>
      </FormSection>
      <FormSection title={texts.visibility} isOpen={layer.show !== null}>
        <TemplateField
          form={form}
          label={texts.showIf}
          hint={texts.showIfHint}
          value={layer.show ?? ''}
          problem={problemOf('show')}
          isWhole
          onValue={(show) => change({ show: show === '' ? null : show })}
        />
      </FormSection>
    </>
  );
}
