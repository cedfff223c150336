import { z } from 'zod';
import { isDuration } from '../../values/duration.ts';
import { template } from '../designs/live-members.ts';
import { plainText } from '../ground/contract.ts';

/** The kinds whose end the design has. */
export const SCHEDULE_KINDS = ['date', 'recurring', 'evergreen'] as const;
/** `value` and `record` have it in the URL, and in a record that the URL names. */
export const TARGET_KINDS = [...SCHEDULE_KINDS, 'value', 'record'] as const;
const EVERY = ['day', 'week', 'month'] as const;

const anObject = 'Expected a JSON object.';
const CLOCK_FORM = 'Expected a time of day such as 09:00, from 00:00 to 23:59.';
const WEEKDAY_FORM = 'Expected a whole number from 1 (Monday) to 7 (Sunday).';
const DAY_FORM = 'Expected a whole number from 1 to 31.';
const DURATION_FORM =
  'Expected an ISO 8601 duration such as PT48H or P2DT12H, from one second to 90 days, in weeks, days, hours, ' +
  'minutes and seconds.';

/** What counts if there is no moment in the data. */
const missing = z
  .string(DURATION_FORM)
  .refine(isDuration, DURATION_FORM)
  .nullable()
  .optional()
  .meta({
    description: 'Counts down from the opening if there is no moment. Null: the expired state.',
    examples: ['PT48H'],
  });

/** The end of a countdown. Responses have the members of its kind only. */
export const TimerDesignTarget = z
  .object(
    {
      kind: z.enum(TARGET_KINDS, `Expected one of ${TARGET_KINDS.join(', ')}.`).meta({
        description:
          '`date`: counts to `date`. `recurring`: counts to the next of `every` `at` in `timeZone`. `evergreen`: counts ' +
          '`duration` from the moment in the query parameter `start` of the URL. `value`: counts to the moment in the query ' +
          'parameter `until`. `record`: counts to a property of a record, whose key is in the query.',
      }),
      date: z
        .string('Expected a date.')
        .min(1, 'Expected a date.')
        .optional()
        .meta({
          description:
            'An instant if it has an offset, else a wall time in `timeZone`; a date alone means midnight. ' +
            'Returned as a wall time. Default: in seven days.',
          examples: ['2026-12-01T09:00:00'],
        }),
      timeZone: z
        .string('Expected the IANA name of a time zone.')
        .min(1, 'Expected the IANA name of a time zone.')
        .optional()
        .meta({ description: 'An IANA name. Default: UTC.', examples: ['America/New_York'] }),
      every: z
        .enum(EVERY, `Expected one of ${EVERY.join(', ')}.`)
        .optional()
        .meta({ description: 'How often a recurring target repeats. Default: day.' }),
      at: z
        .string(CLOCK_FORM)
        .regex(/^(?:[01]\d|2[0-3]):[0-5]\d$/, CLOCK_FORM)
        .optional()
        .meta({ description: 'The time of day of a recurring target. Default: 00:00.', examples: ['09:00'] }),
      weekday: z
        .int(WEEKDAY_FORM)
        .min(1, WEEKDAY_FORM)
        .max(7, WEEKDAY_FORM)
        .optional()
        .meta({ description: 'The day of a weekly target: 1 is Monday. Default: 1.' }),
      day: z
        .int(DAY_FORM)
        .min(1, DAY_FORM)
        .max(31, DAY_FORM)
        .optional()
        .meta({ description: 'The day of a monthly target. A shorter month uses its last day. Default: 1.' }),
      duration: z
        .string(DURATION_FORM)
        .refine(isDuration, DURATION_FORM)
        .optional()
        .meta({
          description: 'How long an evergreen target counts down. Default: PT48H.',
          examples: ['PT48H'],
        }),
      storeId: plainText(64).optional().meta({ description: 'The store of the record. It has no default.' }),
      key: z
        .record(z.string(), template, anObject)
        .optional()
        .meta({
          description:
            'A template for each unique property of the store, or `{"id": …}` for a store without them. Its variables are query ' +
            'parameters of the URL.',
          examples: [{ sku: '{{ sku }}' }],
        }),
      property: plainText(100).optional().meta({
        description:
          'A date of the record: a datetime, Unix seconds, or a text that is a date. It has no default.',
      }),
      missing,
    },
    anObject,
  )
  .meta({ id: 'TimerDesignTarget' });
export type TimerDesignTarget = z.output<typeof TimerDesignTarget>;
