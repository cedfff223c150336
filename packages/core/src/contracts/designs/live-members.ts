import { z } from 'zod';
import { plainText } from '../ground/contract.ts';

/** Characters of a template. */
const TEMPLATE_MAX = 2_000;

/** Names that stand for something else in templates, in the query of a URL or in previews. */
export const RESERVED_VARIABLES = ['now', 'e', 's', 'at', 'client', 'recordId', 'revision'] as const;

const NAME_FORM = 'Expected a letter or _, then letters, digits and _, at most 64 characters.';

/** The name of a variable or of a source, as templates write it. */
export const templateName = z
  .string(NAME_FORM)
  .regex(/^[A-Za-z_][A-Za-z0-9_]{0,63}$/, NAME_FORM)
  .refine((name) => name !== '__proto__', 'Expected another name.');

/** The name of a layer or of a rule. */
export const partName = plainText(64)
  .refine((name) => name.trim() !== '', 'Expected 1 to 64 characters, not blank.')
  .refine((name) => name !== '__proto__', 'Expected another name.');

/** A text in Liquid. */
export const template = plainText(TEMPLATE_MAX);

/** Returns the contract of an object whose members have names that users choose. */
export function named<Part extends z.ZodType>(name: z.ZodString, part: Part, max: number, of: string) {
  return z
    .record(name, part, {
      error: (issue) => (issue.code === 'invalid_key' ? issue.issues[0]?.message : 'Expected a JSON object.'),
    })
    .refine((parts) => Object.keys(parts).length <= max, `Expected at most ${max} ${of}.`);
}
