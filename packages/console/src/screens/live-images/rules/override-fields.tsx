import type { JSX } from 'preact';
import { choicesOf } from '../../../components/designer/choices.ts';
import { ColorField } from '../../../components/designer/color-field.tsx';
import { ImageField } from '../../../components/designer/image-field.tsx';
import { SelectField } from '../../../components/field.tsx';
import { liveImagesTexts } from '../../../texts/en/live/live-images.ts';
import { TemplateField } from '../data/template-field.tsx';
import type { LiveForm } from '../draft/live-form.ts';
import { changesOfRule } from './rule-order.ts';

const texts = liveImagesTexts.rule;
const STATES = choicesOf(texts.states);
const PLAIN_STATES = STATES.filter(({ value }) => value !== 'changed');

interface OverrideFieldsProps {
  readonly form: LiveForm;
  readonly rule: string;
  readonly layer: string;
}

/** What a rule does with a layer: nothing, hides it, or gives it another text, picture or colour. */
export function OverrideFields({ form, rule, layer: name }: OverrideFieldsProps): JSX.Element | null {
  const layer = form.design.layers[name];
  const override = form.design.rules[rule]?.layers[name];
  if (layer === undefined) return null;
  const set = (next: object | false | null) => form.change(changesOfRule(rule, { layers: { [name]: next } }));
  const state = override === undefined ? 'same' : override === false ? 'hidden' : 'changed';
  const at = (member: string) => form.problemOf(`rules.${rule}.layers.${name}.${member}`);

  function start(next: keyof typeof texts.states): void {
    if (next === 'same') set(null);
    else if (next === 'hidden') set(false);
    else if (layer?.type === 'text') set({ text: layer.text });
    else if (layer?.type === 'image') set(ofPicture(layer.imageId));
    else if (layer?.type === 'shape') set({ color: layer.color });
  }

  return (
    <div class="override">
      <SelectField
        label={name}
        value={state}
        choices={layer.type === 'timer' ? PLAIN_STATES : STATES}
        problem={at('')}
        onValue={start}
      />
      {override !== undefined && override !== false && (
        <>
          {layer.type === 'text' && 'text' in override && (
            <TemplateField
              form={form}
              label={texts.otherText}
              value={override.text ?? ''}
              problem={at('text')}
              isLong
              onValue={(text) => set({ text })}
            />
          )}
          {layer.type === 'image' && (
            <ImageField
              form={form}
              label={texts.otherPicture}
              value={('imageId' in override ? override.imageId : undefined) ?? null}
              problem={at('imageId')}
              onValue={(imageId) => set(ofPicture(imageId))}
            />
          )}
          {(layer.type === 'text' || layer.type === 'shape') && (
            <ColorField
              label={texts.otherColor}
              value={('color' in override ? override.color : undefined) ?? layer.color}
              problem={at('color')}
              onValue={(color) => set({ color })}
            />
          )}
        </>
      )}
    </div>
  );
}

/** Returns an override with a picture of the account. The URL of the data would be shown in its place. */
function ofPicture(imageId: number | null): object {
  return { url: '', imageId };
}
