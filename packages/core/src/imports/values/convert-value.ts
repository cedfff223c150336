import type { ChangeForm, PropertyType, SlotValue } from '../../ground/rows.ts';
import { canonicalText, readValue } from '../../values/value.ts';
import { readTypedText } from './typed-text.ts';

/** `unset`: a blank text, which is no value of the new type. `refused`: the value does not fit, with the reason. */
export type ConvertedValue =
  | { readonly kind: 'converted'; readonly value: string | number }
  | { readonly kind: 'unset' }
  | { readonly kind: 'refused'; readonly message: string };

/**
 * Converts a stored value to another type. Texts are read as in an import of this form, other values by their canonical
 * text; yes and no are 1 and 0 as numbers.
 */
export function convertValue(
  value: string | number,
  from: PropertyType,
  to: PropertyType,
  form: ChangeForm,
): ConvertedValue {
  if (from === 'boolean' && to === 'number') return { kind: 'converted', value };
  const text = canonicalText(from, value);
  const read = readValue(to, readTypedText(text, to, form));
  if (!read.ok) return { kind: 'refused', message: read.message };
  return read.value === null ? { kind: 'unset' } : { kind: 'converted', value: read.value };
}

/** Returns the value for the slot of the new type. Null: there is none, or it does not fit. */
export function convertedOrNull(
  value: SlotValue,
  from: PropertyType,
  to: PropertyType,
  form: ChangeForm,
): SlotValue {
  if (value === null) return null;
  const converted = convertValue(value, from, to, form);
  return converted.kind === 'converted' ? converted.value : null;
}
