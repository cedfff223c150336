import { z } from 'zod';
import { PAGE_DEFAULT, PAGE_MAX } from '../../ground/limits.ts';

/** ISO 8601 UTC with milliseconds (docs/rules.md#times). */
export const Timestamp = z.string().meta({ format: 'date-time', examples: ['2026-01-02T03:04:05.678Z'] });

const INTEGER = /^-?(0|[1-9]\d*)$/;

/**
 * Returns the contract of an optional whole number or its string form. A value above `max` is lowered to `max`, one below
 * `min` is an issue. If it is absent, it is `fallback` (docs/rules.md#limits).
 */
export function wholeNumber(fallback: number, min: number, max: number) {
  const message = `Expected a whole number from ${min} to ${max}.`;
  return z
    .union([z.number(), z.string()], message)
    .optional()
    .transform((value, context) => {
      if (value === undefined) return fallback;
      const number = typeof value === 'number' ? value : INTEGER.test(value) ? Number(value) : Number.NaN;
      if (!Number.isInteger(number) || number < min) {
        context.issues.push({ code: 'custom', message, input: value });
        return z.NEVER;
      }
      return Math.min(number, max);
    })
    .meta({ description: `Default ${fallback}; values above ${max} are lowered to ${max}.` });
}

/** Returns the contract of `limit`. */
export function limit(fallback: number, max: number) {
  return wholeNumber(fallback, 1, max);
}

export const pageLimit = limit(PAGE_DEFAULT, PAGE_MAX);

/** Opaque. */
export const cursor = z
  .string('Expected the cursor of an earlier page.')
  .optional()
  .meta({ description: 'The unchanged cursor of the previous page.' });

export const sortDir = z
  .enum(['asc', 'desc'], 'Expected "asc" or "desc".')
  .optional()
  .meta({ description: 'Default: asc if sortBy is given.' });

/** Returns the contract of one of the values. The issue names them. */
export function choice<const Value extends string>(values: readonly Value[]) {
  return z.enum(values, `Expected ${values.map((value) => `"${value}"`).join(' or ')}.`).optional();
}

/** Returns the contract of a page. `cursor` is absent on the last one. */
export function cursorPage<Item extends z.ZodType>(item: Item) {
  return z.object({ items: z.array(item), limit: z.int(), cursor: z.string().optional() });
}

export const ErrorCodeContract = z.enum([
  'validation_failed',
  'record_exists',
  'unauthorized',
  'forbidden',
  'quota_exceeded',
  'not_found',
  'conflict',
  'precondition_failed',
  'idempotency_mismatch',
  'method_not_allowed',
  'payload_too_large',
  'unsupported_media_type',
  'cursor_expired',
  'rate_limited',
  'unavailable',
  'internal',
]);

/** RFC 9457 problem details, with `errors` as in HttpValidationProblemDetails (docs/rules.md#problem-bodies). */
export const HttpValidationProblemDetails = z
  .object({
    type: z.string(),
    title: z.string(),
    status: z.int(),
    detail: z.string().optional(),
    instance: z.string(),
    code: ErrorCodeContract,
    traceId: z.string(),
    errors: z.record(z.string(), z.array(z.string())).optional(),
  })
  .meta({ id: 'HttpValidationProblemDetails' });
