import { STRING_MAX, URL_MAX } from '../limits.ts';
import type { PropertyType, SlotValue } from '../storage/rows.ts';
import { canBeStored, fitsCodePoints } from '../stored-text.ts';
import { DATETIME_FORMS, parseDatetime } from './datetime.ts';

/** A value as it is stored, or why it can't be. */
export type ReadValue =
  | { readonly ok: true; readonly value: SlotValue }
  | { readonly ok: false; readonly message: string };

/**
 * Reads a JSON value for a property. No coercion (docs/query-semantics.md#values): `"5"` is no number. Null unsets, and
 * so does an empty string for every type but string.
 */
export function readValue(type: PropertyType, input: unknown): ReadValue {
  if (input === null) return unset;
  if (input === '' && type !== 'string') return unset;
  switch (type) {
    case 'string':
      return readString(input);
    case 'number':
      return readNumber(input);
    case 'boolean':
      return typeof input === 'boolean' ? stored(input ? 1 : 0) : refused('Expected true, false or null.');
    case 'datetime':
      return readDatetime(input);
    case 'url_image':
    case 'url_link':
      return readUrl(input);
  }
}

/** A stored value as JSON shows it. */
export function showValue(type: PropertyType, value: SlotValue): string | number | boolean | null {
  if (value === null) return null;
  if (type === 'boolean') return value === 1;
  if (type === 'datetime') return new Date(value).toISOString();
  return value;
}

/**
 * The canonical text of a stored value, which record ids are made of: a string byte for byte, a number in its shortest
 * round-trip form, true/false, a datetime in UTC, a URL as stored.
 */
export function canonicalText(type: PropertyType, value: string | number): string {
  return String(showValue(type, value));
}

const unset: ReadValue = { ok: true, value: null };

function stored(value: string | number): ReadValue {
  return { ok: true, value };
}

function refused(message: string): ReadValue {
  return { ok: false, message };
}

function readString(input: unknown): ReadValue {
  if (typeof input !== 'string') return refused('Expected a string or null.');
  if (!canBeStored(input)) return refused('Expected well-formed Unicode without U+0000.');
  if (!fitsCodePoints(input, STRING_MAX)) return refused(`Expected at most ${STRING_MAX} characters.`);
  return stored(input);
}

function readNumber(input: unknown): ReadValue {
  if (typeof input !== 'number') return refused('Expected a number or null.');
  if (!Number.isFinite(input)) return refused('Expected a finite number.');
  if (Number.isInteger(input) && !Number.isSafeInteger(input)) {
    return refused('Expected an integer within ±9007199254740991; use a string property for longer ones.');
  }
  // -0 is 0: the engines disagree on whether it survives.
  return stored(input === 0 ? 0 : input);
}

function readDatetime(input: unknown): ReadValue {
  const parsed = typeof input === 'string' ? parseDatetime(input) : null;
  return parsed === null ? refused(`Expected ${DATETIME_FORMS}, or null.`) : stored(parsed.millis);
}

/** A URL parser drops these silently, wherever they stand; the text is kept byte for byte, so it must not hold them. */
const CONTROL = /\p{Cc}/u;
const URL_START = /^https?:\/\//i;
const SPACE_AT_END = /\s$/u;

function readUrl(input: unknown): ReadValue {
  if (typeof input !== 'string' || !URL_START.test(input)) return refused(URL_FORM);
  // Before anything else: parsing a host name costs the square of its length.
  if (!fitsCodePoints(input, URL_MAX)) return refused(`Expected at most ${URL_MAX} characters.`);
  if (CONTROL.test(input)) return refused('Expected a URL without control characters, or null.');
  const isUrl = !SPACE_AT_END.test(input) && input.isWellFormed() && URL.canParse(input);
  return isUrl ? stored(input) : refused(URL_FORM);
}

const URL_FORM = 'Expected an absolute http or https URL, or null.';
