import { z } from '@vitrine/core/contracts';
import { findJsonExcess, operatorsOf, PROPERTY_TYPES } from '@vitrine/core/server';
import { shownAsText } from './tool.ts';

const OPERATORS = [...new Set(PROPERTY_TYPES.flatMap(operatorsOf))];
const FILTERS_MESSAGE =
  'Expected a list of filters such as [{"field": "price", "op": "gte", "value": "12.5"}].';

/** A filter as clients see it. Core validates field, op and value, which depend on the store. */
const Filter = z
  .looseObject(
    {
      field: shownAsText({ description: 'Name of a property, exactly as store_access gives it.' }),
      op: shownAsText({ enum: OPERATORS }),
      value: shownAsText({
        description:
          'What to compare with, as text: "12.5", "true", "2026-01-31". For in: a JSON array of up to 100 values, such as ' +
          '["red", "blue"].',
      }).optional(),
    },
    'Expected an object with field, op and value.',
  )
  .meta({ additionalProperties: false });

/** The argument of the tools that filter records. Several clients send the list or its elements as JSON text. */
export const filters = z
  .preprocess(readJsonText, z.array(z.preprocess(readJsonText, Filter), FILTERS_MESSAGE))
  .optional()
  .meta({ description: 'A record must match all of them. Left out: every record.' });

/** Parses an argument that arrived as JSON text. Returns it unchanged if it is anything else. */
export function readJsonText(value: unknown): unknown {
  if (typeof value !== 'string') return value;
  if (findJsonExcess(Buffer.from(value)) !== null) return value;
  try {
    return JSON.parse(value);
  } catch {
    return value;
  }
}

/** Reads the list of an `in` filter that arrives as JSON text, which is what the schema says. */
export function readList<Given extends { readonly op?: unknown; readonly value?: unknown }>(
  filter: Given,
): Given {
  return filter.op === 'in' ? { ...filter, value: readJsonText(filter.value) } : filter;
}

/** Returns the argument of a tool for the size of its result. Accepts a number as text. The tool lowers one above `max`. */
export function limitArgument(max: number, description: string) {
  const message = `Expected a whole number from 1 to ${max}.`;
  return z
    .preprocess(
      readNumberText,
      z.number(message).refine((limit) => limit >= 1 && Number.isInteger(limit), message),
    )
    .optional()
    .meta({ type: 'integer', minimum: 1, description });
}

/** Returns a number that arrived as text. */
function readNumberText(value: unknown): unknown {
  return typeof value === 'string' && /^\d+$/.test(value) ? Number(value) : value;
}
