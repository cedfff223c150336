import { z } from 'zod';

const VALUE_MAX = 10_000;
const VARIABLES_MAX = 50;

/** The values in the query of the URL of a picture, by their names. */
export const openingVariables = z
  .record(
    z.string(),
    z.string('Expected text.').max(VALUE_MAX, `Expected at most ${VALUE_MAX} characters.`),
    {
      error: 'Expected a JSON object.',
    },
  )
  .refine(
    (values) => Object.keys(values).length <= VARIABLES_MAX,
    `Expected at most ${VARIABLES_MAX} variables.`,
  );

/** The moment at which a picture is opened. */
export const openingMoment = z
  .string('Expected a date-time or a date.')
  .max(64, 'Expected a date-time or a date.')
  .optional()
  .meta({ description: 'The moment of opening. A wall time is in the zone of the design. Default: now.' });
