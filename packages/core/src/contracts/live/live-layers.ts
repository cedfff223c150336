import { z } from 'zod';
import {
  anObject,
  border,
  color,
  fit,
  gradient,
  id,
  oneOf,
  shadow,
  whole,
} from '../designs/design-members.ts';
import { template } from '../designs/live-members.ts';
import { TimerDesign } from '../timers/timer-design.ts';
import { SCHEDULE_KINDS, TimerDesignTarget } from '../timers/timer-target.ts';

const ORDER_MAX = 1_000;
const SIDE_MAX = 2_000;

/** The members of every layer. A layer may lie partly outside of the picture. */
const layer = {
  order: whole(0, ORDER_MAX).meta({
    description: 'Higher ones lie above. Default: above all others. Equal ones: by name.',
  }),
  x: whole(-SIDE_MAX, SIDE_MAX),
  y: whole(-SIDE_MAX, SIDE_MAX),
  width: whole(1, SIDE_MAX),
  height: whole(1, SIDE_MAX),
  show: template.nullable().meta({
    description: 'A value that is missing, empty, `false` or `0` hides the layer. Null: always shown.',
  }),
};

const radius = whole(0, SIDE_MAX / 2);
const size = whole(6, 400);
const LINE_HEIGHT = 'Expected a number from 0.8 to 3.';

export const LiveTextLayer = z
  .object(
    {
      type: z.literal('text'),
      ...layer,
      text: template,
      fontId: id('a font'),
      size,
      minSize: size.meta({ description: 'The size that `shrink` goes down to.' }),
      color,
      align: oneOf('left', 'center', 'right'),
      valign: oneOf('top', 'middle', 'bottom'),
      lineHeight: z.number(LINE_HEIGHT).min(0.8, LINE_HEIGHT).max(3, LINE_HEIGHT),
      fit: oneOf('shrink', 'wrap', 'truncate').meta({
        description:
          'shrink: the size goes down to `minSize`, then lines end with an ellipsis. wrap: lines, then an ellipsis. ' +
          'truncate: one line.',
      }),
    },
    anObject,
  )
  .meta({ id: 'LiveTextLayer' });
export type LiveTextLayer = z.output<typeof LiveTextLayer>;

export const LiveImageLayer = z
  .object(
    {
      type: z.literal('image'),
      ...layer,
      url: template.nullable().meta({
        description: 'A picture by its URL, http or https. Without one, or when it fails: `imageId`.',
      }),
      imageId: id('a static image').nullable().meta({ description: 'Null: nothing.' }),
      fit,
      radius,
    },
    anObject,
  )
  .meta({ id: 'LiveImageLayer' });
export type LiveImageLayer = z.output<typeof LiveImageLayer>;

export const LiveShapeLayer = z
  .object(
    {
      type: z.literal('shape'),
      ...layer,
      shape: oneOf('rect', 'ellipse'),
      color,
      gradient: gradient.nullable().meta({ description: 'From `color` to this colour.' }),
      radius,
      border: border.nullable(),
      shadow: shadow.nullable(),
    },
    anObject,
  )
  .meta({ id: 'LiveShapeLayer' });
export type LiveShapeLayer = z.output<typeof LiveShapeLayer>;

export const LIVE_TARGET_KINDS = [...SCHEDULE_KINDS, 'value'] as const;

/** The end of a countdown in a live image. Responses have the members of its kind only. */
export const LiveTimerTarget = TimerDesignTarget.omit({ storeId: true, key: true, property: true })
  .extend({
    kind: oneOf(...LIVE_TARGET_KINDS).meta({
      description:
        'As for timers, and `value`: counts to the moment in `value`. `evergreen` counts from the variable `start`.',
    }),
    value: template.optional().meta({
      description: 'A date-time, a date, or Unix seconds. Wall times are in the zone of the design.',
    }),
  })
  .meta({ id: 'LiveTimerTarget' });
export type LiveTimerTarget = z.output<typeof LiveTimerTarget>;

/** The design of a countdown inside of a layer, which has its size. */
export const LiveTimerDesign = TimerDesign.omit({ width: true, height: true, scale: true, altText: true })
  .extend({ target: LiveTimerTarget })
  .meta({ id: 'LiveTimerDesign' });
export type LiveTimerDesign = z.output<typeof LiveTimerDesign>;

export const LiveTimerLayer = z
  .object(
    {
      type: z.literal('timer'),
      ...layer,
      width: whole(50, 1_200),
      height: whole(20, 600),
      design: LiveTimerDesign,
    },
    anObject,
  )
  .meta({ id: 'LiveTimerLayer' });
export type LiveTimerLayer = z.output<typeof LiveTimerLayer>;

const LAYER_TYPES = ['text', 'image', 'shape', 'timer'] as const;

/** The contracts of layers by their type. */
export const LAYERS_BY_TYPE = {
  text: LiveTextLayer,
  image: LiveImageLayer,
  shape: LiveShapeLayer,
  timer: LiveTimerLayer,
} as const;

export const LiveLayer = z
  .discriminatedUnion('type', [LiveTextLayer, LiveImageLayer, LiveShapeLayer, LiveTimerLayer], {
    error: (issue) =>
      issue.code === 'invalid_union' ? `Expected one of ${LAYER_TYPES.join(', ')}.` : anObject,
  })
  .meta({ id: 'LiveLayer' });
export type LiveLayer = z.output<typeof LiveLayer>;

const PLACE = { x: 0, y: 0, show: null };

/** The defaults of a layer by its type. `order` and the design of a timer depend on the others and on the time. */
export const DEFAULT_LAYERS = {
  text: {
    type: 'text',
    ...PLACE,
    width: 300,
    height: 60,
    text: '',
    fontId: 1,
    size: 24,
    minSize: 12,
    color: '#14203a',
    align: 'left',
    valign: 'top',
    lineHeight: 1.2,
    fit: 'shrink',
  },
  image: {
    type: 'image',
    ...PLACE,
    width: 200,
    height: 200,
    url: null,
    imageId: null,
    fit: 'cover',
    radius: 0,
  },
  shape: {
    type: 'shape',
    ...PLACE,
    width: 200,
    height: 60,
    shape: 'rect',
    color: '#d6336c',
    gradient: null,
    radius: 0,
    border: null,
    shadow: null,
  },
  timer: { type: 'timer', ...PLACE, width: 300, height: 80 },
} as const;
