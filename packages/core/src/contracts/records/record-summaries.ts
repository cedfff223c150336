import { z } from 'zod';
import { GROUP_BY_MAX, GROUPS_MAX, MEASURES_MAX, PROPERTY_NAME_MAX } from '../../ground/limits.ts';
import { body, nameText } from '../ground/contract.ts';
import { limit, sortDir } from '../ground/shared.ts';
import { CountRecordsRequest } from './records.ts';

const MEASURE_OPS = [
  'count',
  'sum',
  'avg',
  'min',
  'max',
  'median',
  'p90',
  'p95',
  'p99',
  'countDistinct',
] as const;

const UNITS = ['hour', 'day', 'week', 'month', 'quarter', 'year', 'weekday', 'hourOfDay'] as const;

/** Named, because it is what `groupBy[i].bucket` accepts, whatever the field is. */
export const BUCKET_FORMS = `Expected one of ${UNITS.join(', ')} for a datetime, or an object such as {"width": 10} for a number.`;

const WIDTH_FORMS = 'Expected a number above 0 with at most nine decimals.';

export const SummaryGrouping = body({
  field: z.string('Expected a property name.'),
  bucket: z
    .union([z.enum(UNITS), body({ width: z.number(WIDTH_FORMS).positive(WIDTH_FORMS) })], BUCKET_FORMS)
    .optional()
    .meta({
      description:
        'A unit of time for a datetime, its weekday (1 Monday to 7) or hourOfDay (0 to 23), a width for a number. Omitted: ' +
        'each value.',
    }),
  timeZone: z
    .string('Expected the name of a time zone.')
    .optional()
    .meta({ description: 'IANA name, for units of time. Default UTC.' }),
  caseInsensitive: z.boolean('Expected true or false.').optional().meta({
    description: 'Texts that differ in case only are one group, shown in lower case. Default false.',
  }),
  as: nameText(PROPERTY_NAME_MAX).optional().meta({
    description: 'The name in `key`. Default: the field. So that two parts can have the same field.',
  }),
}).meta({ id: 'SummaryGrouping' });
export type SummaryGrouping = z.input<typeof SummaryGrouping>;

const ELAPSED_UNITS = ['day', 'hour', 'minute'] as const;

const MEASURED_FORMS =
  'Expected a property name, {"dateDiff": {"from": "opened", "to": "closed", "unit": "day"}} with the unit day, hour or minute, or {"length": "title"}.';

/** The time between two datetimes of a record, in units, with fractions. */
const DateDiff = body({
  from: z.string('Expected the name of a datetime.'),
  to: z.string('Expected the name of a datetime.'),
  unit: z.enum(ELAPSED_UNITS),
});

const TEXT_NAME = 'Expected the name of a text.';

export const SummaryMeasure = body({
  op: z.enum(MEASURE_OPS, `Expected one of ${MEASURE_OPS.join(', ')}.`).meta({
    description: 'Over set values. median, p90, p95, p99: the value at that rank of the sorted numbers.',
  }),
  field: z
    .union([z.string(), body({ dateDiff: DateDiff }), body({ length: z.string(TEXT_NAME) })], MEASURED_FORMS)
    .optional()
    .meta({
      description:
        'A property, the time between two datetimes, or the characters of a text. May be omitted for count, which then counts records.',
    }),
  as: nameText(PROPERTY_NAME_MAX).optional().meta({
    description:
      'The name in `values`. Default `op_field`, such as `sum_price`, `avg_dateDiff` or `max_length`.',
  }),
}).meta({ id: 'SummaryMeasure' });
export type SummaryMeasure = z.input<typeof SummaryMeasure>;

const CONDITION_OPS = ['eq', 'ne', 'gt', 'gte', 'lt', 'lte'] as const;
const CONDITION_VALUE = 'Expected a finite number, or a date-time for a measure of datetimes.';

export const GroupCondition = body({
  measure: z
    .string('Expected the name of a measure, or count.')
    .meta({ description: 'A name in `values`, or count.' }),
  op: z.enum(CONDITION_OPS, `Expected one of ${CONDITION_OPS.join(', ')}.`),
  value: z
    .union([z.number(), z.string()], CONDITION_VALUE)
    .meta({ description: 'A number or its text; a date-time for a measure of datetimes.' }),
}).meta({ id: 'GroupCondition' });
export type GroupCondition = z.input<typeof GroupCondition>;

export const SummarizeRecordsRequest = body({
  ...CountRecordsRequest.shape,
  groupBy: z
    .array(SummaryGrouping, 'Expected a list of fields to group by.')
    .max(GROUP_BY_MAX, `Expected at most ${GROUP_BY_MAX} fields.`)
    .optional(),
  measures: z
    .array(SummaryMeasure, 'Expected a list of measures.')
    .min(1, `Expected 1 to ${MEASURES_MAX} measures.`)
    .max(MEASURES_MAX, `Expected 1 to ${MEASURES_MAX} measures.`),
  having: z
    .array(GroupCondition, 'Expected a list of conditions.')
    .max(MEASURES_MAX, `Expected at most ${MEASURES_MAX} conditions.`)
    .optional()
    .meta({ description: 'Only groups that satisfy all of these conditions.' }),
  sortBy: z
    .string('Expected the name of a measure, a field of groupBy, or count.')
    .optional()
    .meta({ description: 'A name in `values`, a field of groupBy, or count. Default count.' }),
  sortDir: sortDir.meta({ description: 'Default asc for a field of groupBy, otherwise desc.' }),
  limit: limit(GROUPS_MAX, GROUPS_MAX),
}).meta({ id: 'SummarizeRecordsRequest' });
export type SummarizeRecordsRequest = z.input<typeof SummarizeRecordsRequest>;

const KeyPart = z.union([z.string(), z.number(), z.boolean(), z.null()]);
type KeyPart = z.output<typeof KeyPart>;

export const SummarizeRecordsResponse = z
  .object({
    groups: z.array(
      z.object({
        key: z.record(z.string(), KeyPart).meta({
          description:
            'By field: the value, the lower end of the bucket, or its first instant in the zone. Null: unset.',
        }),
        values: z.record(z.string(), z.union([z.number(), z.string(), z.null()])),
        count: z.int().meta({ description: 'Records of the group.' }),
      }),
    ),
    limit: z.int(),
    truncated: z.boolean().meta({ description: 'More groups exist.' }),
  })
  .meta({ id: 'SummarizeRecordsResponse' });

export interface RecordGroup {
  key: Record<string, KeyPart>;
  values: Record<string, number | string | null>;
  count: number;
}

export interface SummarizeRecordsResponse {
  groups: RecordGroup[];
  limit: number;
  truncated: boolean;
}
