import { STRING_MAX, URL_MAX } from '../ground/limits.ts';
import type { SlotValue } from '../ground/rows.ts';
import { canBeStored, fitsCodePoints } from '../ground/stored-text.ts';
import { DATETIME_FORMS, parseDatetime } from './datetime.ts';

/** A value as it is stored, or the reason for its rejection: where null is a value too, and where one is required. */
export type ReadValue =
  | { readonly ok: true; readonly value: SlotValue }
  | { readonly ok: false; readonly message: string; readonly messageIfRequired: string };

function stored(value: string | number): ReadValue {
  return { ok: true, value };
}

function rejected(message: string, messageIfRequired = message): ReadValue {
  return { ok: false, message, messageIfRequired };
}

export function readString(input: unknown): ReadValue {
  if (typeof input !== 'string') return rejected('Expected a string or null.', 'Expected a string.');
  if (!canBeStored(input)) return rejected('Expected well-formed Unicode without U+0000.');
  if (!fitsCodePoints(input, STRING_MAX)) return rejected(`Expected at most ${STRING_MAX} characters.`);
  return stored(input);
}

export function readBoolean(input: unknown): ReadValue {
  if (typeof input === 'boolean') return stored(input ? 1 : 0);
  return rejected('Expected true, false or null.', 'Expected true or false.');
}

export function readNumber(input: unknown): ReadValue {
  if (typeof input !== 'number') return rejected('Expected a number or null.', 'Expected a number.');
  if (!Number.isFinite(input)) return rejected('Expected a finite number.');
  if (Number.isInteger(input) && !Number.isSafeInteger(input)) {
    return rejected('Expected an integer within ±9007199254740991; use a string property for longer ones.');
  }
  // Stores -0 as 0, because the engines disagree on whether the sign survives.
  return stored(input === 0 ? 0 : input);
}

export function readDatetime(input: unknown): ReadValue {
  const parsed = typeof input === 'string' ? parseDatetime(input) : null;
  if (parsed !== null) return stored(parsed.millis);
  return rejected(`Expected ${DATETIME_FORMS}, or null.`, `Expected ${DATETIME_FORMS}.`);
}

/**
 * URL parsers silently drop control characters anywhere in the text. The text is stored byte for byte, so it must not
 * contain any.
 */
const CONTROL = /\p{Cc}/u;
const URL_START = /^https?:\/\//i;
const SPACE_AT_END = /\s$/u;

export function readUrl(input: unknown): ReadValue {
  if (typeof input !== 'string' || !URL_START.test(input)) return notUrl();
  // The length comes first: the time to parse a host name grows with the square of its length.
  if (!fitsCodePoints(input, URL_MAX)) return rejected(`Expected at most ${URL_MAX} characters.`);
  if (CONTROL.test(input)) return rejected('Expected a URL without control characters.');
  const isUrl = !SPACE_AT_END.test(input) && input.isWellFormed() && URL.canParse(input);
  return isUrl ? stored(input) : notUrl();
}

function notUrl(): ReadValue {
  const form = 'Expected an absolute http or https URL';
  return rejected(`${form}, or null.`, `${form}.`);
}
