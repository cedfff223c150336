import { z } from '@vitrine/core/contracts';
import { findJsonExcess } from '@vitrine/core/server';
import { shownAsText } from './tool.ts';

const FILTERS_MESSAGE =
  'Expected a list of filters such as [{"field": "price", "op": "gte", "value": "12.5"}].';

/** A filter as clients see it. Core validates field, op and value, which depend on the store. */
const Filter = z
  .looseObject(
    {
      field: shownAsText({}),
      op: shownAsText({}),
      value: shownAsText({ description: 'As text: "12.5", "true", "2026-01-31".' }).optional(),
      timeZone: shownAsText({ description: 'IANA zone of dates. Default UTC.' }).optional(),
    },
    'Expected an object with field, op and value.',
  )
  .meta({ additionalProperties: false });

/** The argument of the tools that filter records. Several clients send the list or its elements as JSON text. */
export const filters = listArgument(Filter, FILTERS_MESSAGE).optional();
export const match = z.enum(['all', 'any'], 'Expected "all" or "any".').optional();
export const q = z.string('Expected text.').optional();

/** Returns the argument for a list of objects, which may arrive as JSON text, and so may its elements. */
export function listArgument<Element extends z.ZodType>(element: Element, message: string) {
  return z.preprocess(readJsonText, z.array(z.preprocess(readJsonText, element), message));
}

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

/** Parses a list or an object that arrived as JSON text. Other text stays as it is, also where it is JSON. */
export function readStructureText(value: unknown): unknown {
  const read = readJsonText(value);
  return typeof read === 'object' && read !== null ? read : value;
}

/** Reads the list of an `in` filter that arrives as JSON text, which is what the schema says. */
export function readList<Given extends { readonly op?: unknown; readonly value?: unknown }>(
  filter: Given,
): Given {
  return filter.op === 'in' ? { ...filter, value: readJsonText(filter.value) } : filter;
}

/** Returns the argument of a tool for the size of its result. Accepts a number as text. The tool lowers one above `max`. */
export function limitArgument(max: number, fallback: number) {
  const message = `Expected a whole number from 1 to ${max}.`;
  return z
    .preprocess(
      readNumberText,
      z.number(message).refine((limit) => limit >= 1 && Number.isInteger(limit), message),
    )
    .optional()
    .meta({ type: 'integer', minimum: 1, description: `Default ${fallback}, at most ${max}.` });
}

/** Returns a number that arrived as text. */
function readNumberText(value: unknown): unknown {
  return typeof value === 'string' && /^\d+$/.test(value) ? Number(value) : value;
}
