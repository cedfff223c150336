import { z } from 'zod';
import { body } from '../ground/contract.ts';
import { propertyType } from './stores.ts';

const flag = z.boolean('Expected true or false.');

export const ChangePropertyTypeRequest = body({
  type: propertyType.meta({ description: 'The present type gives up a change that is under way.' }),
  decimal: z
    .enum(['point', 'comma'], 'Expected "point" or "comma".')
    .optional()
    .meta({ description: 'How the texts write numbers. Default: detected.' }),
  dates: z
    .enum(['dmy', 'mdy'], 'Expected "dmy" or "mdy".')
    .optional()
    .meta({ description: 'The order of day and month in texts such as 03/04/2026. Default: detected.' }),
  unset: flag
    .optional()
    .meta({ description: 'Whether values that do not fit are unset. Default false: they are 400.' }),
  dryRun: flag.optional().meta({ description: 'Whether nothing is changed.' }),
}).meta({ id: 'ChangePropertyTypeRequest' });
export type ChangePropertyTypeRequest = z.input<typeof ChangePropertyTypeRequest>;

const value = z.union([z.string(), z.number(), z.boolean()]).nullable();

export const PropertyTypeChange = z
  .object({
    property: z.string(),
    from: propertyType,
    to: propertyType,
    status: z.enum(['dry_run', 'running', 'unchanged']).meta({
      description:
        '`running`: a job converts the values; `becoming` of the property is absent when it has ended. `unchanged`: the ' +
        'property has the type.',
    }),
    values: z.int().meta({ description: 'The number of set values.' }),
    converted: z.int(),
    unset: z.int().meta({ description: 'Blank texts, which are no value of the type.' }),
    refused: z.int().meta({ description: 'Values that do not fit the type.' }),
    decimal: z
      .enum(['point', 'comma'])
      .nullable()
      .meta({ description: 'How numbers are read. Null: either way.' }),
    dates: z.enum(['dmy', 'mdy']).nullable(),
    unit: z
      .string()
      .nullable()
      .meta({ description: 'The text beside the numbers, such as `$`, which they lose.' }),
    examples: z
      .array(z.object({ id: z.string(), from: value, to: value }))
      .meta({ description: 'Up to ten converted values.' }),
    refusedExamples: z
      .array(z.object({ id: z.string(), value, message: z.string() }))
      .meta({ description: 'Up to ten values that do not fit.' }),
  })
  .meta({ id: 'PropertyTypeChange' });
export type PropertyTypeChange = z.output<typeof PropertyTypeChange>;
