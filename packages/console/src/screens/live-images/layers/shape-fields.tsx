import type { LiveShapeLayer } from '@vitrine/client';
import type { JSX } from 'preact';
import { choicesOf } from '../../../components/designer/fields/choices.ts';
import { ColorField } from '../../../components/designer/fields/color-field.tsx';
import { GradientFields } from '../../../components/designer/fields/gradient-fields.tsx';
import { NumberField } from '../../../components/designer/fields/number-field.tsx';
import { Checkbox, SelectField } from '../../../components/field.tsx';
import { liveImagesTexts } from '../../../texts/en/live/live-images.ts';
import type { LayerForm } from './layer-form.ts';

const texts = liveImagesTexts.shape;
const SHAPES = choicesOf(texts.shapes);
const NEW_BORDER = { color: '#14203a', width: 2 } as const;
const NEW_SHADOW = { color: '#00000040', x: 0, y: 4, blur: 12 } as const;

/** A shape with its colours, its border and its shadow. */
export function ShapeFields({ layer, change, problemOf }: LayerForm<LiveShapeLayer>): JSX.Element {
  const { gradient, border, shadow } = layer;
  return (
    <>
      <div class="field-row">
        <SelectField
          label={texts.shape}
          value={layer.shape}
          choices={SHAPES}
          onValue={(shape) => change({ shape })}
        />
        <ColorField
          label={texts.color}
          value={layer.color}
          problem={problemOf('color')}
          onValue={(color) => change({ color })}
        />
        {layer.shape === 'rect' && (
          <NumberField
            label={texts.radius}
            value={layer.radius}
            min={0}
            max={1_000}
            problem={problemOf('radius')}
            onValue={(radius) => change({ radius })}
          />
        )}
      </div>
      <GradientFields value={gradient} onValue={(next) => change({ gradient: next })} />
      <Checkbox
        label={texts.border}
        checked={border !== null}
        onValue={(isOn) => change({ border: isOn ? NEW_BORDER : null })}
      />
      {border !== null && (
        <div class="field-row">
          <ColorField
            label={texts.borderColor}
            value={border.color}
            onValue={(color) => change({ border: { color } })}
          />
          <NumberField
            label={texts.borderWidth}
            value={border.width}
            min={1}
            max={40}
            problem={problemOf('border.width')}
            onValue={(width) => change({ border: { width } })}
          />
        </div>
      )}
      <Checkbox
        label={texts.shadow}
        checked={shadow !== null}
        onValue={(isOn) => change({ shadow: isOn ? NEW_SHADOW : null })}
      />
      {shadow !== null && (
        <div class="field-row">
          <ColorField
            label={texts.shadowColor}
            value={shadow.color}
            onValue={(color) => change({ shadow: { color } })}
          />
          <NumberField
            label={texts.blur}
            value={shadow.blur}
            min={0}
            max={40}
            problem={problemOf('shadow.blur')}
            onValue={(blur) => change({ shadow: { blur } })}
          />
        </div>
      )}
    </>
  );
}
