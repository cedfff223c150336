import { z } from 'zod';
import {
  anObject,
  border,
  color,
  fit,
  flag,
  gradient,
  id,
  oneOf,
  scale,
  shadow,
  whole,
} from '../designs/design-members.ts';
import { plainText } from '../ground/contract.ts';
import { LABEL_LOCALES } from './label-presets.ts';
import { TimerDesignTarget } from './timer-target.ts';

/** Limits of a design's texts in characters (docs/rules.md#design). */
const LABEL_MAX = 40;
const SEPARATOR_MAX = 8;
const MESSAGE_MAX = 200;
const HEADLINE_MAX = 80;
const ALT_TEXT_MAX = 500;
/** The names of the presets, in the order in which users see them. */
export const TIMER_PRESET_NAMES = [
  'midnight',
  'paper',
  'flip-dark',
  'flip-light',
  'rings-dark',
  'rings-light',
  'sunset',
  'cards',
  'boutique',
  'poster',
  'sale',
  'terminal',
] as const;
export type TimerPresetName = (typeof TIMER_PRESET_NAMES)[number];

const unit = z
  .object(
    {
      show: flag,
      minDigits: whole(1, 4).nullable().meta({
        description:
          'The minimum digits of this unit. Null: `digits.minDigits` for the leading unit, else two.',
      }),
      label: plainText(LABEL_MAX).nullable().meta({ description: "Null: the preset of the labels' locale." }),
      x: whole(0, 1200)
        .nullable()
        .meta({ description: 'The center of the unit in pixels. Null: placed in the row.' }),
      y: whole(0, 600)
        .nullable()
        .meta({ description: 'The center of the unit in pixels. Null: placed in the row.' }),
    },
    anObject,
  )
  .meta({ id: 'TimerUnit' });

const box = z
  .object(
    {
      style: oneOf('unit', 'digit', 'flip').meta({
        description: 'One box for each unit, for each digit, or for each digit with a split across it.',
      }),
      color,
      gradient: gradient.nullable().meta({ description: 'From `box.color` to this colour.' }),
      radius: whole(0, 300),
      padding: whole(0, 200),
      border: border.nullable(),
      shadow: shadow.nullable(),
    },
    anObject,
  )
  .meta({ id: 'TimerBox' });

const ring = z
  .object(
    {
      color,
      track: color.meta({ description: 'The colour of the part that has passed.' }),
      width: whole(1, 40),
      padding: whole(0, 200).meta({ description: 'The space between the digits and the ring.' }),
    },
    anObject,
  )
  .meta({ id: 'TimerRing' });

export const labelLocale = z.enum(
  LABEL_LOCALES,
  `Expected a language tag of one of ${LABEL_LOCALES.join(', ')}.`,
);

const background = z
  .object(
    {
      color: color.meta({ description: 'An opacity is blended with white.' }),
      gradient: gradient.nullable().meta({ description: 'From `background.color` to this colour.' }),
      imageId: id('a static image').nullable(),
      fit,
      transparent: flag.meta({
        description:
          'Makes all but texts and boxes transparent; their edges are blended with `color`, which is white by ' +
          'default, as the pages of most mails.',
      }),
    },
    anObject,
  )
  .meta({ id: 'TimerBackground' });

const layout = z
  .object(
    {
      align: oneOf('left', 'center', 'right'),
      gap: whole(0, 400)
        .nullable()
        .meta({ description: 'The space between two units. Null: follows the size of the digits.' }),
      padding: whole(0, 300).meta({ description: 'The space between the units and the edge.' }),
      fit: oneOf('shrink', 'none').meta({
        description:
          'shrink: scales the units down until they are inside the padding, with muted separators, digits that ' +
          'are centred by their ink, and room around a message. none: draws the sizes as given. Timers that ' +
          'were saved before this member existed have none.',
      }),
    },
    anObject,
  )
  .meta({ id: 'TimerLayout' });

const headline = z
  .object(
    {
      text: plainText(HEADLINE_MAX).nullable().meta({ description: 'One line of text. Null: none.' }),
      position: oneOf('above', 'below'),
      fontId: id('a font'),
      size: whole(6, 200),
      color,
    },
    anObject,
  )
  .meta({ id: 'TimerHeadline' });

const units = z
  .object({ days: unit, hours: unit, minutes: unit, seconds: unit }, anObject)
  .refine(
    (units) => Object.values(units).some(({ show }) => show),
    'Expected at least one unit that is shown.',
  )
  .meta({
    id: 'TimerUnits',
    description: 'Hidden leading units add to the next one: without days, hours exceed 24.',
  });

const digits = z
  .object(
    {
      fontId: id('a font'),
      size: whole(8, 400),
      color,
      minDigits: whole(1, 4).meta({
        description: 'The minimum digits of the leading unit. The other units have at least two.',
      }),
      box: box.nullable().meta({ description: 'The box behind the digits. Null: no box.' }),
      ring: ring.nullable().meta({
        description:
          'A ring around each unit that shows its remaining part, instead of a box. A full ring is 60 seconds, ' +
          '60 minutes, 24 hours or 30 days. Null: no ring.',
      }),
      shadow: shadow.nullable().meta({ description: 'The shadow of the digits. Null: no shadow.' }),
    },
    anObject,
  )
  .meta({ id: 'TimerDigits' });

const labels = z
  .object(
    {
      show: flag,
      fontId: id('a font'),
      size: whole(6, 200),
      color,
      locale: labelLocale,
      position: oneOf('below', 'above'),
    },
    anObject,
  )
  .meta({ id: 'TimerLabels' });

const separator = z
  .object(
    {
      show: flag,
      text: plainText(SEPARATOR_MAX),
      color: color
        .nullable()
        .meta({ description: 'Null: the colour of the digits, muted unless `layout.fit` is none.' }),
    },
    anObject,
  )
  .meta({ id: 'TimerSeparator' });

const expired = z
  .object(
    {
      behaviour: oneOf('zeros', 'message', 'image'),
      message: plainText(MESSAGE_MAX).nullable().meta({ description: 'Null: shows zeros.' }),
      imageId: id('a static image').nullable().meta({ description: 'Null: shows zeros.' }),
    },
    anObject,
  )
  .meta({ id: 'TimerExpired' });

/** A complete design of a countdown (docs/rules.md#design). Lengths are in pixels at scale 1. */
export const TimerDesign = z
  .object(
    {
      width: whole(50, 1200),
      height: whole(20, 600),
      scale,
      preset: z
        .enum(TIMER_PRESET_NAMES, `Expected one of ${TIMER_PRESET_NAMES.join(', ')}.`)
        .nullable()
        .meta({
          description:
            'A look (`GET /v2/timer-presets`). Its members are the defaults of this design, so given ones take ' +
            'precedence. Null: none.',
        }),
      background,
      target: TimerDesignTarget,
      layout,
      headline,
      units,
      digits,
      labels,
      separator,
      expired,
      frames: whole(1, 120).meta({
        description: 'The number of seconds that the GIF counts down. It stops at the target.',
      }),
      loop: flag.meta({ description: 'False: plays once and stops at the last frame.' }),
      optimize: flag.meta({
        description: "False: every frame is complete, for clients that can't patch frames.",
      }),
      altText: plainText(ALT_TEXT_MAX).nullable().meta({ description: "Null: the image's name." }),
    },
    anObject,
  )
  .meta({ id: 'TimerDesign' });
export type TimerDesign = z.output<typeof TimerDesign>;

/** One of the four parts of a countdown. */
export type TimerUnit = TimerDesign['units']['days'];

/** The defaults of a design. The default target depends on the current time. */
export const DEFAULT_DESIGN: Omit<TimerDesign, 'target'> = {
  width: 600,
  height: 150,
  scale: 1,
  preset: null,
  background: { color: '#12204a', gradient: null, imageId: null, fit: 'cover', transparent: false },
  layout: { align: 'center', gap: null, padding: 12, fit: 'shrink' },
  headline: { text: null, position: 'above', fontId: 2, size: 22, color: '#ffffff' },
  units: { days: newUnit(), hours: newUnit(), minutes: newUnit(), seconds: newUnit() },
  digits: { fontId: 2, size: 72, color: '#ffffff', minDigits: 2, box: null, ring: null, shadow: null },
  labels: { show: true, fontId: 1, size: 16, color: '#b9c6f0', locale: 'en', position: 'below' },
  separator: { show: true, text: ':', color: null },
  expired: { behaviour: 'zeros', message: null, imageId: null },
  frames: 60,
  loop: false,
  optimize: true,
  altText: null,
};

/** The defaults of a box that is not null. */
export const DEFAULT_BOX: NonNullable<TimerDesign['digits']['box']> = {
  style: 'unit',
  color: '#1d3272',
  gradient: null,
  radius: 8,
  padding: 14,
  border: null,
  shadow: null,
};
/** The defaults of a ring that is not null. */
export const DEFAULT_RING: NonNullable<TimerDesign['digits']['ring']> = {
  color: '#7aa2ff',
  track: '#26366e',
  width: 5,
  padding: 10,
};

function newUnit(): TimerUnit {
  return { show: true, minDigits: null, label: null, x: null, y: null };
}
