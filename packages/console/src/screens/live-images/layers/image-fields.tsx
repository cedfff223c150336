import type { LiveImageLayer } from '@vitrine/client';
import type { JSX } from 'preact';
import { FITS } from '../../../components/designer/fields/choices.ts';
import { ImageField } from '../../../components/designer/fields/image-field.tsx';
import { NumberField } from '../../../components/designer/fields/number-field.tsx';
import { SelectField } from '../../../components/field.tsx';
import { liveImagesTexts } from '../../../texts/en/live/live-images.ts';
import { TemplateField } from '../data/template-field.tsx';
import type { LayerForm } from './layer-form.ts';

const texts = liveImagesTexts.image;
const RADIUS_MAX = 1_000;

/** Where a picture comes from, and how it fills its place. */
export function ImageFields({ form, layer, change, problemOf }: LayerForm<LiveImageLayer>): JSX.Element {
  return (
    <>
      <TemplateField
        form={form}
        label={texts.url}
        hint={texts.urlHint}
        value={layer.url ?? ''}
        problem={problemOf('url')}
        types={['url_image', 'url_link', 'string']}
        isWhole
        onValue={(url) => change({ url: url === '' ? null : url })}
      />
      <ImageField
        form={form}
        label={layer.url === null ? texts.picture : texts.otherwise}
        value={layer.imageId}
        problem={problemOf('imageId')}
        onValue={(imageId) => change({ imageId })}
      />
      <div class="field-row">
        <SelectField label={texts.fit} value={layer.fit} choices={FITS} onValue={(fit) => change({ fit })} />
        <NumberField
          label={texts.radius}
          value={layer.radius}
          min={0}
          max={RADIUS_MAX}
          problem={problemOf('radius')}
          onValue={(radius) => change({ radius })}
        />
      </div>
    </>
  );
}
