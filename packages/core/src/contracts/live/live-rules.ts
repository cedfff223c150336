import { z } from 'zod';
import { isTimeZone } from '../../zones/time-zone.ts';
import { anObject, id, oneOf, whole } from '../designs/design-members.ts';
import { named, partName, template } from '../designs/live-members.ts';
import { body } from '../ground/contract.ts';
import { LAYERS_BY_TYPE } from './live-layers.ts';

export const LIVE_CLIENTS = [
  'apple-privacy',
  'gmail',
  'outlook',
  'yahoo',
  'mobile',
  'desktop',
  'other',
] as const;
export type LiveClient = (typeof LIVE_CLIENTS)[number];

export const liveClient = oneOf(...LIVE_CLIENTS);

export const timeZone = z
  .string('Expected the IANA name of a time zone.')
  .refine(isTimeZone, 'Expected the IANA name of a time zone, such as America/New_York or UTC.');

export const LAYERS_MAX = 20;
export const RULES_MAX = 20;
const CONDITIONS_MAX = 10;

const CLOCK_FORM = 'Expected a time of day such as 09:00, from 00:00 to 23:59.';
const clock = z.string(CLOCK_FORM).regex(/^(?:[01]\d|2[0-3]):[0-5]\d$/, CLOCK_FORM);
const MOMENT_FORM = 'Expected a date-time such as 2026-12-01T09:00:00, or a date.';
const moment = z.string(MOMENT_FORM).max(64, MOMENT_FORM);
const PERCENT = 'Expected a number from 0 to 100.';

/** The members that the forms of a condition consist of. The first member of a form is required. */
export const CONDITION_FORMS = {
  value: ['field', 'op', 'value'],
  period: ['after', 'before'],
  weekdays: ['weekdays', 'from', 'to'],
  client: ['client'],
  percent: ['percent', 'by'],
} as const;

/** A condition of a rule: one of its forms (docs/rules.md#rules-of-a-live-image). */
export const LiveCondition = z
  .strictObject(
    {
      field: z.string('Expected a name.').optional().meta({
        description: 'A variable, or a property of a source such as `product.stock`.',
      }),
      op: z.string('Expected an operator.').optional(),
      value: z.unknown().optional(),
      after: moment.optional().meta({ description: 'Inclusive. A wall time is in the zone of the design.' }),
      before: moment.optional().meta({ description: 'Exclusive.' }),
      weekdays: z
        .array(whole(1, 7), 'Expected a list of weekdays.')
        .min(1, 'Expected 1 to 7 weekdays.')
        .max(7, 'Expected 1 to 7 weekdays.')
        .optional()
        .meta({ description: '1 is Monday. The day on which the interval begins.' }),
      from: clock.optional().meta({ description: 'Inclusive. Default: 00:00.' }),
      to: clock.optional().meta({
        description: 'Exclusive. Before `from`: on the next day. Default: the end of the day.',
      }),
      client: z
        .array(liveClient, 'Expected a list of clients.')
        .min(1, `Expected 1 to ${LIVE_CLIENTS.length} clients.`)
        .max(LIVE_CLIENTS.length, `Expected 1 to ${LIVE_CLIENTS.length} clients.`)
        .optional()
        .meta({ description: 'By the User-Agent.' }),
      percent: z.number(PERCENT).min(0, PERCENT).max(100, PERCENT).optional(),
      by: z.string('Expected the name of a variable.').optional().meta({
        description: 'The variable that decides, so that one reader always sees the same.',
      }),
    },
    {
      error: (issue) =>
        issue.code === 'unrecognized_keys'
          ? `Unknown member. Known: ${Object.values(CONDITION_FORMS).flat().join(', ')}.`
          : anObject,
    },
  )
  .refine(
    (condition) => formOf(condition) !== null,
    `Expected one of ${Object.values(CONDITION_FORMS)
      .map((members) => `{${members.join(', ')}}`)
      .join(', ')}.`,
  )
  .meta({ id: 'LiveCondition' });
export type LiveCondition = z.output<typeof LiveCondition>;

/** Returns the form of a condition. Null: its members are of none or of several. */
export function formOf(condition: Readonly<Record<string, unknown>>): keyof typeof CONDITION_FORMS | null {
  const given = Object.keys(condition).filter((name) => condition[name] !== undefined);
  const forms = Object.keys(CONDITION_FORMS) as (keyof typeof CONDITION_FORMS)[];
  const found = forms.find((form) => {
    const members: readonly string[] = CONDITION_FORMS[form];
    return given.length > 0 && given.every((name) => members.includes(name));
  });
  if (found === undefined) return null;
  const isWhole = {
    value: given.includes('field') && given.includes('op'),
    period: true,
    weekdays: given.includes('weekdays'),
    client: true,
    percent: given.includes('percent') && given.includes('by'),
  };
  return isWhole[found] ? found : null;
}

const changed = { type: true, order: true } as const;

/** The contracts of a rule's changes of a layer, by the type of the layer. */
export const OVERRIDES_BY_TYPE = {
  text: body(LAYERS_BY_TYPE.text.omit(changed).partial().shape).meta({ id: 'LiveTextOverride' }),
  image: body(LAYERS_BY_TYPE.image.omit(changed).partial().shape).meta({ id: 'LiveImageOverride' }),
  shape: body(LAYERS_BY_TYPE.shape.omit(changed).partial().shape).meta({ id: 'LiveShapeOverride' }),
  timer: body(LAYERS_BY_TYPE.timer.omit({ ...changed, design: true }).partial().shape).meta({
    id: 'LiveTimerOverride',
  }),
} as const;

/** What a rule changes: layers, the whole picture, or the link. */
export const LiveRule = z
  .object(
    {
      order: whole(0, 1_000).meta({
        description: 'The first rule that matches wins. Default: after all others. Equal ones: by name.',
      }),
      when: z
        .array(LiveCondition, 'Expected a list of conditions.')
        .max(CONDITIONS_MAX, `Expected at most ${CONDITIONS_MAX} conditions.`)
        .meta({ description: 'All must be true. Empty: always.' }),
      layers: named(
        partName,
        z.union([
          z.literal(false),
          OVERRIDES_BY_TYPE.text,
          OVERRIDES_BY_TYPE.image,
          OVERRIDES_BY_TYPE.shape,
          OVERRIDES_BY_TYPE.timer,
        ]),
        LAYERS_MAX,
        'layers',
      ).meta({
        description: 'By the name of a layer: other values of its members, or false, which hides it.',
      }),
      imageId: id('a static image')
        .nullable()
        .meta({ description: 'Shown instead of the layers. Null: none.' }),
      link: template.nullable().meta({ description: "Null: the design's link." }),
    },
    anObject,
  )
  .meta({ id: 'LiveRule' });
export type LiveRule = z.output<typeof LiveRule>;

export const DEFAULT_RULE = { when: [], layers: {}, imageId: null, link: null } as const;
