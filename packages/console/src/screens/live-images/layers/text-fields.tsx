import type { LiveTextLayer } from '@vitrine/client';
import type { JSX } from 'preact';
import { choicesOf } from '../../../components/designer/fields/choices.ts';
import { ColorField } from '../../../components/designer/fields/color-field.tsx';
import { NumberField } from '../../../components/designer/fields/number-field.tsx';
import { SelectField } from '../../../components/field.tsx';
import { liveImagesTexts } from '../../../texts/en/live/live-images.ts';
import { TemplateField } from '../data/template-field.tsx';
import { FontField } from './font-field.tsx';
import type { LayerForm } from './layer-form.ts';

const texts = liveImagesTexts.text;
const ALIGNS = choicesOf(texts.aligns);
const VALIGNS = choicesOf(texts.valigns);
const FITS = choicesOf(texts.fits);
const SIZE_MIN = 6;
const SIZE_MAX = 400;

/** What a text says, and how it is set. */
export function TextFields({ form, layer, change, problemOf }: LayerForm<LiveTextLayer>): JSX.Element {
  return (
    <>
      <TemplateField
        form={form}
        label={texts.text}
        value={layer.text}
        problem={problemOf('text')}
        isLong
        onValue={(text) => change({ text })}
      />
      <FontField
        form={form}
        value={layer.fontId}
        problem={problemOf('fontId')}
        onValue={(fontId) => change({ fontId })}
      />
      <div class="field-row">
        <NumberField
          label={texts.size}
          value={layer.size}
          min={SIZE_MIN}
          max={SIZE_MAX}
          problem={problemOf('size')}
          onValue={(size) => change({ size })}
        />
        <ColorField
          label={texts.color}
          value={layer.color}
          problem={problemOf('color')}
          onValue={(color) => change({ color })}
        />
        <SelectField
          label={texts.align}
          value={layer.align}
          choices={ALIGNS}
          onValue={(align) => change({ align })}
        />
        <SelectField
          label={texts.valign}
          value={layer.valign}
          choices={VALIGNS}
          onValue={(valign) => change({ valign })}
        />
        <SelectField label={texts.fit} value={layer.fit} choices={FITS} onValue={(fit) => change({ fit })} />
        {layer.fit === 'shrink' && (
          <NumberField
            label={texts.minSize}
            value={layer.minSize}
            min={SIZE_MIN}
            max={SIZE_MAX}
            problem={problemOf('minSize')}
            onValue={(minSize) => change({ minSize })}
          />
        )}
        <NumberField
          label={texts.lineHeight}
          value={Math.round(layer.lineHeight * 100)}
          min={80}
          max={300}
          problem={problemOf('lineHeight')}
          onValue={(percent) => change({ lineHeight: percent / 100 })}
        />
      </div>
    </>
  );
}
