import type { JSX } from 'preact';
import { choicesOf, FITS } from '../../../components/designer/fields/choices.ts';
import { ColorField } from '../../../components/designer/fields/color-field.tsx';
import { GradientFields } from '../../../components/designer/fields/gradient-fields.tsx';
import { ImageField } from '../../../components/designer/fields/image-field.tsx';
import { NumberField } from '../../../components/designer/fields/number-field.tsx';
import { FormSection } from '../../../components/designer/form-section.tsx';
import { Checkbox, SelectField, TextField } from '../../../components/field.tsx';
import { LinkNote } from '../../../components/pictures/link-note.tsx';
import { zoneChoices } from '../../../components/zoned-time.ts';
import { liveImagesTexts } from '../../../texts/en/live/live-images.ts';
import { TemplateField } from '../data/template-field.tsx';
import type { AllowedHosts } from '../draft/image-hosts.ts';
import type { LiveForm } from '../draft/live-form.ts';
import { HostsSection } from './hosts-section.tsx';

const texts = liveImagesTexts.picture;
const FORMATS = choicesOf(texts.formats);
const ACCESS = choicesOf(texts.accesses);

interface PicturePanelProps {
  readonly form: LiveForm;
  readonly allowed: AllowedHosts;
}

/** What concerns the entire picture: its size, its ground, its link, its text, and who may see it. */
export function PicturePanel({ form, allowed }: PicturePanelProps): JSX.Element {
  const { design, change, problemOf } = form;
  const { background, fallback, access } = design;
  return (
    <>
      <FormSection title={texts.title} isOpen>
        <div class="field-row">
          <NumberField
            label={texts.width}
            value={design.width}
            min={20}
            max={1200}
            problem={problemOf('width')}
            onValue={(width) => change({ width })}
          />
          <NumberField
            label={texts.height}
            value={design.height}
            min={20}
            max={2000}
            problem={problemOf('height')}
            onValue={(height) => change({ height })}
          />
        </div>
        <Checkbox
          label={texts.dense}
          checked={design.scale === 2}
          onValue={(isDense) => change({ scale: isDense ? 2 : 1 })}
        />
        <ColorField
          label={texts.color}
          value={background.color}
          problem={problemOf('background.color')}
          onValue={(color) => change({ background: { color } })}
        />
        <GradientFields
          value={background.gradient}
          onValue={(gradient) => change({ background: { gradient } })}
        />
        <ImageField
          form={form}
          label={texts.ground}
          value={background.imageId}
          problem={problemOf('background.imageId')}
          onValue={(imageId) => change({ background: { imageId } })}
        />
        {background.imageId !== null && (
          <SelectField
            label={texts.fit}
            value={background.fit}
            choices={FITS}
            onValue={(fit) => change({ background: { fit } })}
          />
        )}
        <Checkbox
          label={texts.transparent}
          checked={background.transparent}
          onValue={(transparent) => change({ background: { transparent } })}
        />
      </FormSection>
      <FormSection title={texts.click} isOpen>
        <TemplateField
          form={form}
          label={texts.link}
          hint={texts.linkHint}
          value={design.link ?? ''}
          problem={problemOf('link')}
          isPlain
          onValue={(link) => change({ link: link === '' ? null : link })}
        />
        <LinkNote links={[design.link]} />
        <TemplateField
          form={form}
          label={texts.altText}
          hint={texts.altTextHint}
          value={design.altText ?? ''}
          problem={problemOf('altText')}
          isLong
          onValue={(altText) => change({ altText: altText === '' ? null : altText })}
        />
      </FormSection>
      <FormSection title={texts.fallback}>
        <p class="faint">{texts.fallbackHint}</p>
        <ImageField
          form={form}
          label={texts.fallbackPicture}
          value={fallback.imageId}
          problem={problemOf('fallback.imageId')}
          onValue={(imageId) => change({ fallback: { imageId } })}
        />
        <TextField
          label={texts.fallbackLink}
          type="url"
          value={fallback.link ?? ''}
          problem={problemOf('fallback.link')}
          onValue={(link) => change({ fallback: { link: link === '' ? null : link } })}
        />
        <LinkNote links={[fallback.link]} />
      </FormSection>
      <FormSection title={texts.who}>
        <SelectField
          label={texts.access}
          value={access}
          choices={ACCESS}
          hint={texts.accessHints[access]}
          onValue={(next) => change({ access: next })}
        />
        <p class="faint">{texts.openWithKey}</p>
      </FormSection>
      <HostsSection {...allowed} />
      <FormSection title={texts.language}>
        <TextField
          label={texts.locale}
          hint={texts.localeHint}
          value={design.locale}
          problem={problemOf('locale')}
          onValue={(locale) => change({ locale })}
        />
        <SelectField
          label={texts.timeZone}
          value={design.timeZone}
          choices={zoneChoices(design.timeZone)}
          problem={problemOf('timeZone')}
          onValue={(timeZone) => change({ timeZone })}
        />
        <SelectField
          label={texts.format}
          value={design.format}
          choices={FORMATS}
          problem={problemOf('format')}
          onValue={(format) => change({ format })}
        />
      </FormSection>
    </>
  );
}
