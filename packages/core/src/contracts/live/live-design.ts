import { z } from 'zod';
import { anObject, color, fit, flag, gradient, id, oneOf, scale, whole } from '../designs/design-members.ts';
import { named, partName, template, templateName } from '../designs/live-members.ts';
import { plainText } from '../ground/contract.ts';
import { LiveLayer } from './live-layers.ts';
import { LAYERS_MAX, LiveRule, RULES_MAX, timeZone } from './live-rules.ts';
import { LiveSource } from './live-sources.ts';

const VARIABLES_MAX = 10;
const SOURCES_MAX = 3;
/** Code points of the value of a variable. */
const VARIABLE_MAX = 500;

const LOCALE_FORM = 'Expected a language tag (BCP 47), such as de-AT.';

const locale = z
  .string(LOCALE_FORM)
  .max(64, LOCALE_FORM)
  .refine(isLocale, LOCALE_FORM)
  .meta({ description: 'The language of numbers, money, dates and labels.' });

function isLocale(tag: string): boolean {
  try {
    return Intl.getCanonicalLocales(tag).length === 1;
  } catch {
    return false;
  }
}

export const LiveVariable = z
  .object(
    {
      default: plainText(VARIABLE_MAX).nullable().meta({ description: 'The value if it is missing.' }),
      sample: plainText(VARIABLE_MAX).nullable().meta({ description: 'The value in previews.' }),
      maxLength: whole(1, VARIABLE_MAX).meta({ description: 'Longer values are cut. In characters.' }),
    },
    anObject,
  )
  .meta({ id: 'LiveVariable' });
export type LiveVariable = z.output<typeof LiveVariable>;

/** A complete design of a live image (docs/rules.md#live-images). Lengths are in pixels at scale 1. */
export const LiveDesign = z
  .object(
    {
      width: whole(20, 1_200),
      height: whole(20, 2_000),
      scale,
      format: oneOf('auto', 'png', 'jpeg', 'gif').meta({
        description: 'auto: gif with a timer layer, else the smaller one of png and jpeg.',
      }),
      background: z.object(
        {
          color,
          gradient: gradient.nullable().meta({ description: 'From `background.color` to this colour.' }),
          imageId: id('a static image').nullable(),
          fit,
          transparent: flag,
        },
        anObject,
      ),
      locale,
      timeZone,
      variables: named(templateName, LiveVariable, VARIABLES_MAX, 'variables').meta({
        description: 'The values in the query of the URL, by their names.',
      }),
      sources: named(templateName, LiveSource, SOURCES_MAX, 'sources'),
      layers: named(partName, LiveLayer, LAYERS_MAX, 'layers'),
      rules: named(partName, LiveRule, RULES_MAX, 'rules'),
      link: template.nullable().meta({ description: 'Where a click leads to. Null: the fallback.' }),
      fallback: z.object(
        {
          imageId: id('a static image').nullable().meta({ description: 'Null: a transparent pixel.' }),
          link: plainText(2_048).nullable().meta({ description: 'A URL without values.' }),
        },
        anObject,
      ),
      altText: template.nullable().meta({ description: "Null: the image's name." }),
      access: oneOf('open', 'signed').meta({
        description: 'signed: only URLs that this server has signed show their values.',
      }),
    },
    anObject,
  )
  .meta({ id: 'LiveDesign' });
export type LiveDesign = z.output<typeof LiveDesign>;

export const DEFAULT_VARIABLE: LiveVariable = { default: null, sample: null, maxLength: VARIABLE_MAX };

/** The defaults of a design. */
export const DEFAULT_LIVE_DESIGN: LiveDesign = {
  width: 600,
  height: 200,
  scale: 1,
  format: 'auto',
  background: { color: '#ffffff', gradient: null, imageId: null, fit: 'cover', transparent: false },
  locale: 'en',
  timeZone: 'UTC',
  variables: {},
  sources: {},
  layers: {},
  rules: {},
  link: null,
  fallback: { imageId: null, link: null },
  altText: null,
  access: 'open',
};
