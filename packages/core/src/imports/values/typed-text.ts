import type { PropertyType } from '../../ground/rows.ts';
import { type DateOrder, toIsoDatetime } from './date-text.ts';
import { type DecimalForm, readNumberText } from './number-text.ts';
import { withoutUnit } from './unit-text.ts';
import { readYesOrNo } from './yes-and-no.ts';

/** How the text of a column is read. */
export interface TextForm {
  readonly decimal: DecimalForm;
  /** Null: only dates with the year first are dates. */
  readonly dates: DateOrder | null;
  /** The sign before or behind numbers, such as `$` and `%`. Default null: none. */
  readonly unit?: string | null;
}

/**
 * Converts text to the JSON value for a property. Blank text is no value, unless the property is a string. Text that is
 * not valid for the type stays text, so that the store refuses it with its own message.
 */
export function readTypedText(
  text: string,
  type: PropertyType,
  form: TextForm,
): string | number | boolean | null {
  if (type === 'string') return text;
  const trimmed = text.trim();
  if (trimmed === '') return null;
  switch (type) {
    case 'number': {
      const number = withoutUnit(trimmed, form.unit ?? null);
      return (number === null ? null : readNumberText(number, form.decimal)) ?? text;
    }
    case 'boolean':
      return readYesOrNo(trimmed) ?? text;
    case 'datetime':
      return toIsoDatetime(trimmed, form.dates) ?? text;
    case 'url_image':
    case 'url_link':
      return trimmed;
  }
}
