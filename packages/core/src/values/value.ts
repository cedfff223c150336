import type { PropertyType, SlotValue } from '../ground/rows.ts';
import { TYPE_RULES } from './property-types.ts';
import type { ReadValue } from './read-value.ts';

/**
 * Reads a JSON value for a property without conversion (docs/query-semantics.md#values): `"5"` is not a number. Null
 * unsets the property, and so does an empty string for every type but string.
 */
export function readValue(type: PropertyType, input: unknown): ReadValue {
  const { keepsEmptyText, read } = TYPE_RULES[type];
  return input === null || (input === '' && !keepsEmptyText) ? UNSET : read(input);
}

const UNSET: ReadValue = { ok: true, value: null };

/** Returns a stored value as JSON shows it. */
export function showValue(type: PropertyType, value: SlotValue): string | number | boolean | null {
  return value === null ? null : TYPE_RULES[type].show(value);
}

/**
 * Returns the canonical text of a stored value, from which record ids are derived: a string byte for byte, a number in
 * its shortest round-trip form, true or false, a datetime in UTC, a URL as stored.
 */
export function canonicalText(type: PropertyType, value: string | number): string {
  return String(showValue(type, value));
}
